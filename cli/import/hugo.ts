import { join, posix } from 'node:path';
import { isRecord } from '../lib/is-record.ts';
import { valueAt } from '../lib/value-at.ts';
import type { Archive, ReadOptions } from './archive.ts';
import { isTrue, textOf } from './fields.ts';
import { hostAndPath, readConfig, readStaticSite, type StaticText } from './static-site.ts';

/** Files and folders that have pages rather than stories, with a date or without. */
const pageNames = /^(?:pages?|about|contact|legal|privacy|imprint|search|archives?)[./]|(?:^|\/)_index\./i;

export function readHugo(root: string, options: ReadOptions): Archive {
  const folder = join(root, 'config', '_default');
  const written = {
    permalinks: readConfig(folder, ['permalinks']),
    languages: readConfig(folder, ['languages']),
    frontmatter: readConfig(folder, ['frontmatter']),
    ...readConfig(folder, ['hugo', 'config']),
    ...readConfig(root, ['hugo', 'config']),
  };
  // TOML and YAML may write settings in small letters.
  const config: Readonly<Record<string, unknown>> = Object.fromEntries(
    Object.entries(written).map(([name, value]) => [name.toLowerCase(), value]),
  );
  const language = textOf(config.defaultcontentlanguage) ?? 'en';
  const textFolder = textOf(config.contentdir) ?? 'content';
  const home = textOf(valueAt(config.languages, [language, 'contentDir'])) ?? textFolder;
  const languages = isRecord(config.languages) ? Object.keys(config.languages) : [];
  const languageEnding = new RegExp(`\\.(${languages.join('|') || '-'})$`);
  const isDated = JSON.stringify(config.frontmatter).includes(':filename');
  const foldersOf = ({ stem }: StaticText) =>
    posix
      .dirname(posix.relative(home, posix.join(textFolder, stem)))
      .split('/')
      .map(urlize);
  return readStaticSite(
    root,
    {
      kind: 'hugo',
      ...hostAndPath(config.baseurl),
      publicFolders: [textOf(config.staticdir) ?? 'static', 'assets', ''],
      textFolder,
      fieldsOf: (_, fields) => fields,
      isPost: ({ path }) => !pageNames.test(path),
      permalinkOf: (text) => {
        const { fields, stem } = text;
        if (typeof fields.url === 'string') return fields.url;
        const [section = ''] = foldersOf(text);
        const rule =
          valueAt(config.permalinks, ['page', section]) ??
          valueAt(config.permalinks, [section]) ??
          '/:sections/:slugorcontentbasename/';
        const own = languageEnding.exec(stem)?.[1] ?? language;
        const isBelow = own !== language || isTrue(config.defaultcontentlanguageinsubdir);
        return `${isBelow ? `/${own}` : ''}${rule}`.replace(/\/?$/, isTrue(config.uglyurls) ? '.html' : '/');
      },
      tokensOf: (text) => {
        const { stem, name, values } = text;
        const file = urlize((isDated ? name : posix.basename(stem)).replace(languageEnding, ''));
        const title = urlize(values.title ?? file);
        const slug = values.slug && urlize(values.slug);
        const sections = foldersOf(text);
        return {
          title,
          slug: slug ?? title,
          filename: file,
          contentbasename: file,
          slugorfilename: slug ?? file,
          slugorcontentbasename: slug ?? file,
          section: sections[0],
          sections,
        };
      },
    },
    options,
  );
}

/** A word of an address, as Hugo writes it: https://gohugo.io/functions/urls/urlize/ */
const urlize = (words: string): string =>
  words
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}._~+@\s-]/gu, '')
    .replace(/\s*-\s*|\s+/gu, '-');
