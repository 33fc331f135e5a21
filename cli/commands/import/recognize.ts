import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { usageError } from '../../lib/errors.ts';
import { lstatOf } from '../../lib/ordinary-file.ts';
import type { ReadOptions } from './archive.ts';
import { type ArchiveFiles, readText } from './archive-files.ts';
import { eleventy, eleventyConfigs, hugo, jekyll } from './generators.ts';
import { isGhostExport, readGhost } from './ghost.ts';
import { readStaticSite } from './static-site.ts';
import { isExport, readWordpress } from './wordpress.ts';

const hugoConfigs = ['hugo', 'config']
  .flatMap((name) => ['toml', 'yaml', 'yml', 'json'].map((ending) => `${name}.${ending}`))
  .concat('config/_default');

/** The files by which a generator is known. */
const generators = [
  { kind: 'Jekyll', open: jekyll, files: ['_config.yml', '_config.yaml', '_config.toml'] },
  { kind: 'Hugo', open: hugo, files: hugoConfigs },
  { kind: 'Eleventy', open: eleventy, files: [...eleventyConfigs, 'package.json'] },
];

/** Finds out what an archive is, with the reason in words. Throws, as wrong usage, where nothing fits or several do. */
export function recognize(paths: readonly string[]) {
  for (const path of paths) if (!existsSync(path)) throw usageError(`There is no ${path}.`);
  const [root = '.'] = paths;
  const exports = filesIn(paths, 'xml').filter(isExport);
  const archive: ArchiveFiles = { root, notes: [] };
  const archives = generators.flatMap(({ kind, files, open }) => {
    const file = files.find((name) => isOfGenerator(archive, name));
    const read = (options: ReadOptions) => readStaticSite(archive, open(archive), options);
    return file ? [{ words: `${kind} (${file})`, read }] : [];
  });
  const words = `WordPress (its export ${exports.join(', ')})`;
  if (exports.length > 0) archives.push({ words, read: (options) => readWordpress(exports, options) });
  const ofGhost = filesIn(paths, 'json').filter(isGhostExport);
  for (const file of ofGhost)
    archives.push({ words: `Ghost (its export ${file})`, read: (options) => readGhost(file, options) });
  const [first] = archives;
  if (first && archives.length === 1) return first;
  throw usageError(
    first
      ? `${root} fits more than one: ${archives.map(({ words }) => words).join(' and ')}. Take the files of one of them away, in a copy of the archive.`
      : `${root} is no archive that Galley knows. Looked for \`_config.yml\` (Jekyll), \`hugo.toml\`, \`config.toml\` or \`config/_default\` (Hugo), \`eleventy.config.js\` or \`.eleventy.js\` (Eleventy), and an export of WordPress (.xml) or Ghost (.json). Name the top folder of the site, or the export.`,
  );
}

/** Whether a file is there; every program may have a `package.json`. */
const isOfGenerator = (files: ArchiveFiles, name: string) =>
  name === 'package.json'
    ? readText(files, name)?.includes('"@11ty/eleventy"')
    : lstatOf(join(files.root, name)) !== undefined;

/** The files that are named, and those of an ending in the folders that are. */
const filesIn = (paths: readonly string[], ending: string): string[] =>
  paths.flatMap((path) => {
    if (!statSync(path).isDirectory()) return statSync(path).isFile() ? [path] : [];
    return readdirSync(path, { withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.toLowerCase().endsWith(`.${ending}`))
      .map(({ name }) => join(path, name))
      .sort();
  });
