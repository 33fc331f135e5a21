import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { Archive, ReadOptions } from './archive.ts';
import { type Fields, parseData, readText } from './front-matter.ts';
import { hostAndPath, readConfig, readStaticSite } from './static-site.ts';

export const eleventyConfigs = [
  '.eleventy.js',
  'eleventy.config.js',
  'eleventy.config.cjs',
  'eleventy.config.mjs',
  'eleventy.config.ts',
];

/** Tags and folders that posts have. */
const postWords = /^(?:posts?|blog(?:posts?)?|articles?|news|stories|writing|journal|all)$/i;

/** Reads an archive of Eleventy. Its configuration is a program, which is not run: only the words in quotation marks are read from it. */
export function readEleventy(root: string, options: ReadOptions): Archive {
  const config = eleventyConfigs
    .map((name) => join(root, name))
    .filter((path) => existsSync(path))
    .map(readText)
    .join('\n');
  const setting = (name: string) => [literalIn(config, name) ?? ''].flat().join();
  const input = posix.normalize(setting('input')).replace(/\/$/, '');
  const copied = config.matchAll(/addPassthroughCopy\(\s*\{?\s*["'`]\.?\/?([^"'`*.]+?)\/?["'`*]/g);
  const site = readConfig(join(root, input, setting('data') || '_data'), ['site', 'metadata', 'meta']);
  return readStaticSite(
    root,
    {
      kind: 'eleventy',
      hosts: hostAndPath(site.url).hosts,
      basePath: hostAndPath(setting('pathPrefix')).basePath,
      publicFolders: [...Array.from(copied, ([, folder = '']) => folder), input, 'public', 'static', ''],
      textFolder: input,
      zone: 'UTC',
      fieldsOf: (path, own) => {
        const folders = posix.dirname(path).split('/');
        const files = folders.map((name, i) => posix.join(...folders.slice(0, i + 1), name));
        const above = [...files, path.replace(/\.\w+$/, '')].flatMap((file) =>
          dataBeside(join(root, input, file)),
        );
        const all = [...above, own];
        // Those of a folder and of its files are joined.
        return { ...Object.assign({}, ...all), tags: all.flatMap(({ tags }) => tags ?? []) };
      },
      isPost: ({ path, date, tags }) =>
        date !== undefined ||
        [...posix.dirname(path).split('/'), ...tags].some((word) => postWords.test(word)),
      permalinkOf: ({ fields: { permalink = '/{{ page.filePathStem }}/' } }) =>
        typeof permalink === 'string' ? permalink : undefined,
      tokensOf: ({ stem, name, values }) => ({
        title: name,
        slug: values.slug ?? name,
        filename: name,
        fileSlug: name,
        filePathStem: posix.join('/', posix.dirname(stem), name),
      }),
    },
    options,
  );
}

/** The fields of the data files of a text or folder; of a program those that are words in quotation marks. */
const dataBeside = (path: string): Fields[] =>
  ['.json', '.11tydata.json', '.11tydata.js', '.11tydata.cjs', '.11tydata.mjs']
    .map((ending) => path + ending)
    .filter((file) => existsSync(file))
    .map((file) => (file.endsWith('.json') ? parseData(readText(file), 'json') : literalsOf(readText(file))));

/** `permalink`, `tags` and `author` of a program; one that it computes is a mere mark that it is there. */
function literalsOf(program: string): Fields {
  const names = ['permalink', 'tags', 'author'].filter((name) => new RegExp(`\\b${name}\\b`).test(program));
  return Object.fromEntries(names.map((name) => [name, literalIn(program, name) ?? { computed: true }]));
}

/** The words in quotation marks that a program gives to a name: `input: 'src'`, `tags = ["a", "b"]`. */
function literalIn(program: string, name: string): string | string[] | undefined {
  const value = /(["'`])((?:(?!\1|\$\{)[^\n])*)\1|\[([^\]]*)\]/;
  const [, , word, list] = new RegExp(`\\b${name}["']?\\s*[:=]\\s*(?:${value.source})`).exec(program) ?? [];
  return word ?? (list && Array.from(list.matchAll(/["'`]([^"'`]+)/g), ([, entry = '']) => entry));
}
