import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Composed } from '../../cli/pipeline/compose.ts';
import { createComposedSite } from '../../cli/pipeline/composed-site.ts';
import { buildInMemory, sites } from '../helpers.ts';

test('a composed site has every page and feed just as a build writes it', async () => {
  let composed: Composed | undefined;
  const { files } = await buildInMemory(join(sites, 'small', 'content'), {
    onComposed: (found) => {
      composed = found;
    },
  });
  if (!composed) throw new Error('nothing was composed');
  const site = createComposedSite(composed, () => import('../../cli/pipeline/render.tsx'));
  const texts = site.paths.filter((path) => /\.(?:html|xml|json|css|js)$/.test(path));
  expect(texts.length).toBeGreaterThan(20);
  for (const path of texts.toReversed()) expect(await site.read(path), path).toBe(files.get(path));
  expect(await site.read('media/bridge.png')).toMatchObject({ copyOf: expect.any(String) });
  expect(await site.read('nothing.html')).toBe(undefined);
});
