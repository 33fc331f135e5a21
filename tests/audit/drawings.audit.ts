import { expect, it } from 'vitest';
import { openFileCache } from '../../cli/lib/file-cache.ts';
import { cleanSvg } from '../../cli/look/svg/clean-svg.ts';
import { tryDrawing } from '../../cli/look/svg/trial.ts';
import { temporaryFolder } from '../helpers.ts';
import { endlessDrawings } from '../look/svg/hostile-drawings.ts';
import { some } from './scope.ts';

it.each(some(Object.entries(endlessDrawings)))('gives up a drawing of %s', async (_, text) => {
  const tried = tryDrawing(cleanSvg(text).text, openFileCache(temporaryFolder(), ''));
  await expect(tried).rejects.toThrow('more than 3 seconds or 600 MB');
});
