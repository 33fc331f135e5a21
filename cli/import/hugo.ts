import { join } from 'node:path';
import { isRecord } from '../lib/is-record.ts';
import { decoded } from '../lib/web-address.ts';
import type { Archive, ReadOptions } from './archive.ts';
import { isTrue } from './fields.ts';
import { fillPattern } from './permalinks.ts';
import { hostAndPath, readConfig, readStaticSite, type StaticText } from './static-site.ts';

export function readHugo(root: string, options: ReadOptions): Archive {
  const inFolder = join(root, 'config', '_default');
  const part = (name: string) => readConfig(inFolder, [name]);
  const config: Record<string, unknown> = {
    ...(readConfig(root, ['hugo', 'config']) ?? readConfig(inFolder, ['hugo', 'config'])),
  };
  for (const name of ['permalinks', 'languages', 'frontmatter']) config[name] ??= part(name);
  // TOML and YAML may write them in small letters.
  const setting = (name: string) =>
    Object.entries(config).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];
  const named = (name: string, usual: string) => String(setting(name) ?? usual);
  const language = named('defaultContentLanguage', 'en');
  const byLanguage = isRecord(config.languages) ? config.languages : {};
  const languages = Object.keys(byLanguage);
  const ofLanguage = isRecord(byLanguage[language]) ? byLanguage[language] : {};
  const isDated = JSON.stringify(config.frontmatter ?? {}).includes(':filename');
  const written = isRecord(config.permalinks) ? config.permalinks : {};
  const patterns = isRecord(written.page) ? written.page : written;
  const isUgly = isTrue(setting('uglyURLs'));
  const isInFolder = isTrue(setting('defaultContentLanguageInSubdir'));
  const contentName = ({ path, name }: StaticText) => {
    const parts = path.replace(/\.\w+$/, '').split('/');
    const last = parts.at(-1)?.replace(/^index(?:\.[\w-]+)?$/, '') || parts.at(-2) || '';
    return isDated
      ? name
      : last.replace(/\.(?:[a-z]{2}(?:-[a-z]{2})?)$/i, (ending) =>
          languages.includes(ending.slice(1)) ? '' : ending,
        );
  };
  const tokensOf = (text: StaticText) => {
    const { path, values } = text;
    const parts = path.split('/').slice(0, /(?:^|\/)index\.[^/]*$/.test(path) ? -2 : -1);
    const name = contentName(text);
    const title = urlize(values.title ?? name);
    const slug = urlize(values.slug ?? values.title ?? name);
    const slugOrName = urlize(values.slug ?? name);
    return {
      title,
      slug,
      filename: urlize(name),
      contentbasename: urlize(name),
      slugorfilename: slugOrName,
      slugorcontentbasename: slugOrName,
      section: parts[0] ?? '',
      sections: parts,
    };
  };
  return readStaticSite(
    root,
    {
      kind: 'hugo',
      ...hostAndPath(setting('baseURL')),
      publicFolders: [named('staticDir', 'static'), 'assets', ''],
      textFolder: String(ofLanguage.contentDir ?? named('contentDir', 'content')),
      withoutTexts: /^$/,
      languages: languages.length > 0 ? languages : ['[a-z]{2}(?:-[a-z]{2})?'],
      withDefaults: (_, fields) => fields,
      roleOf: ({ path, date, fields }) => {
        if (
          /(?:^|\/)_index(?:\.[\w-]+)?\.\w+$/.test(path) ||
          (Object.keys(fields).length === 0 && !/\.(?:md|markdown)$/.test(path))
        )
          return undefined;
        const isTop = !path.replace(/\/index\.[^/]*$/, '').includes('/');
        return isTop || (date === undefined && isPageSection(path)) ? 'page' : 'post';
      },
      isDraft: () => false,
      tokensOf,
      addressOf: (text) => {
        const { fields, language: own } = text;
        const prefix = (own === undefined ? isInFolder : own !== language) ? `/${own ?? language}` : '';
        if (typeof fields.url === 'string') return decoded(encodeURI(fields.url.replace(/^(?=[^/])/, '/')));
        const tokens = tokensOf(text);
        const pattern = patterns[tokens.section];
        const path = fillPattern(
          typeof pattern === 'string' ? pattern : '/:sections/:slugorcontentbasename/',
          text.date,
          tokens,
        );
        if (path === undefined) return undefined;
        const inLetters = typeof pattern === 'string' ? path : path.toLowerCase();
        return `${prefix}${isUgly ? inLetters.replace(/\/?$/, '.html') : inLetters.replace(/\/?$/, '/')}`;
      },
    },
    options,
  );
}

/** Sections that have pages rather than stories, where a file has no date. */
const isPageSection = (path: string) => /^(?:pages?|about|static|legal)\//i.test(path);

/** A word of an address, as Hugo writes it: https://gohugo.io/functions/urls/urlize/ */
const urlize = (words: string): string =>
  words
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}._~+@\s-]/gu, '')
    .replace(/\s*-\s*|\s+/gu, '-');
