import { closeSync, existsSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseJson } from '../lib/parse-json.ts';
import { ExitError, exitCodes } from '../terminal/exit-codes.ts';
import type { Archive, ReadOptions } from './archive.ts';
import { eleventyConfigs, namesEleventy, readEleventy } from './eleventy.ts';
import { readText } from './front-matter.ts';
import { readHugo } from './hugo.ts';
import { readJekyll } from './jekyll.ts';
import { readWordpress } from './wordpress.ts';

interface Recognition {
  /** Kind and reason, in words. */
  readonly words: string;
  readonly read: (options: ReadOptions) => Archive;
}

/** Finds out what an archive is. Throws, as wrong usage, where nothing fits or several do. */
export function recognize(paths: readonly string[]): Recognition {
  for (const path of paths)
    if (!existsSync(path)) throw new ExitError(exitCodes.usage, `There is no ${path}.`);
  const [path = '.'] = paths;
  const exports = paths
    .flatMap((each) => (statSync(each).isDirectory() ? xmlFilesIn(each) : [each]))
    .filter(isExport);
  const has = (...names: string[]) => names.find((name) => existsSync(join(path, name)));
  const hugo =
    has('hugo.toml', 'hugo.yaml', 'hugo.yml', 'hugo.json', 'config/_default') ??
    (has('content') && has('config.toml', 'config.yaml', 'config.yml', 'config.json'));
  const jekyll = has('_config.yml', '_config.yaml', '_config.toml');
  const project =
    has('package.json') && namesEleventy(parseJson(readText(join(path, 'package.json'))))
      ? 'package.json names @11ty/eleventy'
      : undefined;
  const eleventy = has(...eleventyConfigs) ?? project;
  const found: [string, string | undefined, Recognition['read']][] = [
    [
      'WordPress',
      exports[0] &&
        (exports.length === 1 ? `its export ${exports[0]}` : `${exports.length} files of its export`),
      (options) => readWordpress(exports, options),
    ],
    ['Jekyll', jekyll, (options) => readJekyll(path, options)],
    ['Hugo', hugo, (options) => readHugo(path, options)],
    ['Eleventy', eleventy, (options) => readEleventy(path, options)],
  ];
  const fits = found.filter(([, reason]) => reason !== undefined);
  const [first] = fits;
  if (first && fits.length === 1) return { words: `${first[0]} (${first[1]})`, read: first[2] };
  const looked =
    'Looked for `_config.yml` (Jekyll), `hugo.toml`, `config.toml` or `config/_default` (Hugo), `eleventy.config.js` or `.eleventy.js` (Eleventy), and an export of WordPress, a file that ends in .xml.';
  const said = fits.map(([name, reason]) => `${name} (${reason})`).join(' and ');
  throw new ExitError(
    exitCodes.usage,
    fits.length === 0
      ? `${path} is no archive that Galley knows. ${looked} Name the top folder of the site, or the export.`
      : `${path} fits more than one: ${said}. Take the files of one of them away, in a copy of the archive.`,
  );
}

const xmlFilesIn = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name.toLowerCase().endsWith('.xml'))
    .sort()
    .map((name) => join(folder, name));

/** Whether a file is an export of WordPress, which its first lines say. */
function isExport(path: string): boolean {
  const start = Buffer.alloc(8192);
  const file = openSync(path, 'r');
  try {
    readSync(file, start);
  } finally {
    closeSync(file);
  }
  return start.toString('utf8').includes('wordpress.org/export/');
}
