import { appendFileSync, existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { smallContent, temporaryFolder } from '../helpers.ts';
import { galleyWarm } from '../warm-program.ts';

it('galley cms says what site.yaml lacks, and why it has no program for the desk', async () => {
  const content = smallContent();
  expect(await galleyWarm(dirname(content), ['cms'])).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('add a line such as `cms: { repo: ridge/herald }`'),
  });
  appendFileSync(join(content, 'site.yaml'), '\ncms: { repo: ridge/herald }\n');
  const { status, stderr } = await galleyWarm(dirname(content), ['cms'], {
    npm_config_registry: 'http://127.0.0.1:9',
    npm_config_fetch_retries: '0',
    npm_config_cache: temporaryFolder(),
  });
  expect([status, stderr]).toEqual([
    3,
    expect.stringMatching(/^error `npm` failed: .*127\.0\.0\.1:9.*ECONNREFUSED.*\n$/),
  ]);
  expect(existsSync(join(content, 'public'))).toBe(false);
});
