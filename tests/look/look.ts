import { join } from 'node:path';
import { openFileCache } from '../../cli/lib/file-cache.ts';
import { cacheFolderOf } from '../../cli/lib/galley-folder.ts';
import { resizeImages } from '../../cli/look/resize-images.ts';
import { theme } from '../../cli/look/theme.ts';
import { parse } from '../../cli/pipeline/parse.ts';
import { read } from '../../cli/pipeline/read.ts';
import { type PlacedProblem, placed } from '../../cli/problems/problem.ts';
import { fontSupply } from '../../cli/program/bundle.ts';
import { compileOnce, temporaryFolder, write } from '../helpers.ts';

/** A new folder for a paper. */
export const newPaper = (): string => join(temporaryFolder(), 'content');

/** The look of a paper of these files, and what is wrong with it. */
export async function lookOf(files: Readonly<Record<string, string>>, content = newPaper()) {
  const all = { 'site.yaml': 'name: The Ford Bulletin\nbaseUrl: https://ford.example\n', ...files };
  for (const [path, text] of Object.entries(all)) write(join(content, path), text);
  const sources = read(content, 'content');
  const records = parse(sources.value);
  const cache = openFileCache(join(content, '..', 'pictures'), '1');
  const media = await resizeImages(sources.value.media, 'content', new Set(), new Set(), cache);
  const look = await theme(
    records.value,
    media.value.pictures,
    fontSupply(content, cacheFolderOf(content), undefined, await compileOnce()),
  );
  const problems = [...sources.problems, ...records.problems, ...look.problems]
    .map(placed)
    .filter(({ file }) => /theme|custom/.test(file));
  return { look: look.value, problems, content };
}

/** A problem as `rule line:column`, and what is suggested. */
export const inShort = ({ rule, line, column, suggestion, severity }: PlacedProblem): string =>
  [
    severity === 'warning' ? `(${rule})` : rule,
    `${line}:${column}`,
    ...(suggestion ? [`-> ${suggestion}`] : []),
  ].join(' ');
