import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { now, sites, temporaryFolder } from './helpers.ts';
import { testCache } from './test-cache.ts';
import { galleyWarm } from './warm-program.ts';

const content = join(sites, 'small', 'content');
const cache = join(testCache, 'small');

async function makePictures(): Promise<void> {
  const args = ['build', '--content', content, '--cache', cache, '--now', now.toISOString()];
  const { status, stderr } = await galleyWarm(temporaryFolder(), args);
  if (status !== 0) throw new Error(`The small paper could not be built:\n${stderr}`);
}

let pictures: Promise<void> | undefined;

/** A folder with the content of the small paper, and its pictures as an earlier build has made them, which takes half of a build's time. */
export async function smallPaper(folder = temporaryFolder()): Promise<string> {
  pictures ??= makePictures();
  await pictures;
  cpSync(content, join(folder, 'content'), { recursive: true });
  cpSync(join(cache, 'pictures'), join(folder, '.galley', 'pictures'), { recursive: true });
  return folder;
}
