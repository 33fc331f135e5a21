import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { smallContent, temporaryFolder } from '../helpers.ts';
import { galleyWarm } from '../warm-program.ts';

it('galley cms says why it has no program for the desk, and changes nothing', async () => {
  const content = smallContent();
  const site = join(content, 'site.yaml');
  const before = readFileSync(site, 'utf8');
  const { status, stderr } = await galleyWarm(dirname(content), ['cms', '--repo', 'ridge/herald'], {
    npm_config_registry: 'http://127.0.0.1:9',
    npm_config_fetch_retries: '0',
    npm_config_cache: temporaryFolder(),
  });
  expect([status, stderr]).toEqual([
    3,
    expect.stringMatching(/^error `npm` failed: .*127\.0\.0\.1:9.*ECONNREFUSED.*\n$/),
  ]);
  expect(readFileSync(site, 'utf8')).toBe(before);
  expect(existsSync(join(content, 'public'))).toBe(false);
});
