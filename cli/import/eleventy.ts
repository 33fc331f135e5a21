import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import { isRecord } from '../lib/is-record.ts';
import type { Archive, ReadOptions } from './archive.ts';
import { isFalse } from './fields.ts';
import { type Fields, parseData, readText } from './front-matter.ts';
import { fillTemplate } from './permalinks.ts';
import { hostAndPath, readConfig, readStaticSite, type StaticText } from './static-site.ts';

export const eleventyConfigs = [
  '.eleventy.js',
  'eleventy.config.js',
  'eleventy.config.cjs',
  'eleventy.config.mjs',
  'eleventy.config.ts',
];

/** Tags and folders that are those of posts, not words about one. */
const postWords = /^(?:posts?|blog(?:posts?)?|articles?|news|stories|writing|journal|all)$/i;

/** Reads an archive of Eleventy. Its configuration is a program, which is not run: only the words in quotation marks are read from it. */
export function readEleventy(root: string, options: ReadOptions): Archive {
  const config = eleventyConfigs
    .map((name) => join(root, name))
    .filter((path) => existsSync(path))
    .map(readText)
    .join('\n');
  const literal = (pattern: string) =>
    new RegExp(`${pattern}\\s*[:=]\\s*(["'\`])([^"'\`]*)\\1`).exec(config)?.[2];
  const input = posix.normalize(literal('\\binput') ?? '.').replace(/^\.\/?|\/$/g, '');
  const output = posix.normalize(literal('\\boutput') ?? '_site').replace(/^\.\//, '');
  const copied = Array.from(
    config.matchAll(/addPassthroughCopy\(\s*\{?\s*["'`]\.?\/?([^"'`*]+)/g),
    ([, folder = '']) => folder.replace(/\/$/, ''),
  );
  const data = join(root, input, literal('\\bdata') ?? '_data');
  const site = { ...readConfig(data, ['site', 'metadata', 'meta']) };
  const directories = new Map<string, Fields>();
  const directoryData = (folder: string): Fields => {
    const known = directories.get(folder);
    if (known) return known;
    const above = folder === '' || folder === '.' ? {} : directoryData(posix.dirname(folder));
    const found = merged(above, dataBeside(join(root, input, folder, posix.basename(folder))));
    directories.set(folder, found);
    return found;
  };
  return readStaticSite(
    root,
    {
      kind: 'eleventy',
      hosts: hostAndPath(site.url).hosts,
      basePath: (literal('\\bpathPrefix') ?? '').replace(/\/$/, '').replace(/^(?=[^/])/, '/'),
      publicFolders: [...copied.filter((folder) => !folder.includes('.')), input, 'public', 'static', ''],
      textFolder: input,
      withoutTexts: new RegExp(`^(?:_includes|_layouts|_data|_site|${output.replace(/[^\w/-]/g, '.')})$`),
      languages: [],
      collections: postWords,
      withDefaults: (path, fields) => {
        const own = merged(dataBeside(join(root, input, path.replace(/\.\w+$/, ''))), fields);
        return merged(directoryData(posix.dirname(path)), own);
      },
      roleOf: ({ path, fields, values, tags }) => {
        const inFolder = posix
          .dirname(path)
          .split('/')
          .some((folder) => postWords.test(folder));
        const isDated = values.publishedDate !== undefined || /(?:^|\/)\d{4}-\d\d-\d\d-/.test(path);
        if (isDated || inFolder || tags.some((tag) => postWords.test(tag)))
          return /(?:^|\/)index\.(?!md)/.test(path) && !isDated ? undefined : 'post';
        return Object.keys(fields).length > 0 ? 'page' : undefined;
      },
      isDraft: () => false,
      tokensOf: ({ name, values }) => ({ title: name, slug: values.slug ?? name, filename: name }),
      addressOf: (text) => {
        const { permalink } = text.fields;
        if (isFalse(permalink)) return undefined;
        if (permalink === undefined) return `${stemOf(text)}/`.replace(/^\/\//, '/');
        return typeof permalink === 'string'
          ? fillTemplate(permalink, (name) => lookUp(name, text))?.replace(/\/index\.html$/, '/')
          : undefined;
      },
    },
    options,
  );
}

/** The fields of the `.json` and `.11tydata.json` beside a path; of a program those that are words in quotation marks. */
function dataBeside(path: string): Fields {
  const files = ['.json', '.11tydata.json', '.11tydata.js', '.11tydata.cjs', '.11tydata.mjs'].map(
    (ending) => path + ending,
  );
  return files
    .filter((file) => existsSync(file))
    .map((file) => (file.endsWith('.json') ? parseData(readText(file), 'json') : literalsOf(readText(file))))
    .reduce(merged, {});
}

/** `permalink`, `tags`, `author` and `layout` of a program, where they are plain words. A permalink that it computes stays unknown. */
function literalsOf(program: string): Fields {
  const word = (name: string) =>
    new RegExp(`\\b${name}["']?\\s*:\\s*(["'\`])((?:(?!\\1|\\$\\{)[^\\n])*)\\1`).exec(program)?.[2];
  const list = /\btags["']?\s*:\s*\[([^\]]*)\]/.exec(program)?.[1];
  const tags =
    list === undefined ? word('tags') : Array.from(list.matchAll(/["'`]([^"'`]+)/g), ([, tag]) => tag);
  const permalink = word('permalink') ?? (/\bpermalink\b/.test(program) ? { computed: true } : undefined);
  return Object.fromEntries(
    Object.entries({ permalink, tags, author: word('author') }).filter(([, value]) => value !== undefined),
  );
}

/** Data of a folder and data of a file in it: lists are joined, as Eleventy does. */
function merged(above: Fields, own: Fields): Fields {
  const join = (key: string, value: unknown) =>
    above[key] !== undefined && (Array.isArray(value) || key === 'tags') ? [above[key], value].flat() : value;
  return {
    ...above,
    ...Object.fromEntries(Object.entries(own).map(([key, value]) => [key, join(key, value)])),
  };
}

/** The path without dates, ending and `index`, which Eleventy calls `page.filePathStem`. */
const stemOf = ({ path }: StaticText) =>
  `/${path}`
    .replace(/\.\w+$/, '')
    .replace(/\/index$/, '')
    .replace(/\d{4}-\d\d-\d\d-(?=[^/]*$)/, '');

function lookUp(name: string, text: StaticText): string | undefined {
  const { values, date, fields } = text;
  if (name === 'page.fileSlug') return stemOf(text).replace(/^.*\//, '');
  if (name === 'page.filePathStem') return stemOf(text);
  if (name === 'page.date' || name === 'date') return date;
  if (/^(?:page\.)?date\.get(?:UTC)?FullYear\(\)$/.test(name)) return date?.slice(0, 4);
  const value = name === 'title' ? values.title : fields[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

/** Whether a `package.json` names Eleventy. */
export function namesEleventy(project: unknown): boolean {
  const lists = isRecord(project) ? [project.dependencies, project.devDependencies] : [];
  return lists.some((list) => isRecord(list) && Object.hasOwn(list, '@11ty/eleventy'));
}
