import { join } from 'node:path';
import { inZone, isDay } from '../lib/in-zone.ts';
import { isRecord } from '../lib/is-record.ts';
import { isTimeZone } from '../sources/site.ts';
import type { Archive, ReadOptions } from './archive.ts';
import { isTrue } from './fields.ts';
import type { Fields } from './front-matter.ts';
import { fillPattern } from './permalinks.ts';
import { hostAndPath, readConfig, readStaticSite, type StaticText } from './static-site.ts';

/** https://jekyllrb.com/docs/permalinks/#built-in-formats */
const namedPatterns: Readonly<Record<string, string>> = {
  date: '/:categories/:year/:month/:day/:title.html',
  pretty: '/:categories/:year/:month/:day/:title/',
  ordinal: '/:categories/:year/:y_day/:title.html',
  none: '/:categories/:title.html',
};

export function readJekyll(folder: string, options: ReadOptions): Archive {
  const config = readConfig(folder, ['_config']) ?? {};
  const root = typeof config.source === 'string' ? join(folder, config.source) : folder;
  const collections = isRecord(config.collections) ? config.collections : {};
  const published = Object.keys(collections).filter(
    (name) => isRecord(collections[name]) && isTrue(collections[name].output),
  );
  /** `posts`, `drafts` or another collection; none for pages. */
  const collectionOf = (path: string) => /(?:^|\/)_([\w-]+)\//.exec(path)?.[1];
  const patternOf = ({ path, fields }: StaticText): unknown => {
    const name = collectionOf(path) ?? '';
    if (fields.permalink !== undefined) return fields.permalink;
    if (!published.includes(name)) return config.permalink ?? 'date';
    return (collections[name] as Fields).permalink ?? '/:collection/:path.html';
  };
  const tokensOf = ({ path, name, values, categories, fields }: StaticText) => {
    const all = categories.map((word) => word.toLowerCase());
    const title = slugOf(values.slug ?? name);
    const collection = collectionOf(path);
    const inside = path.replace(/^.*?_[\w-]+\//, '').replace(/\.\w+$/, '');
    return {
      categories: [...new Set(all)],
      title,
      slug: title.toLowerCase(),
      name: slugOf(name),
      path: inside,
      basename: name,
      collection,
      output_ext: String(fields.permalink ?? '').endsWith('/') ? '' : '.html',
    };
  };
  return readStaticSite(
    root,
    {
      kind: 'jekyll',
      ...hostAndPath(config.url),
      basePath: hostAndPath(config.baseurl).basePath.replace(/^(?=[^/])/, '/'),
      publicFolders: [''],
      textFolder: '',
      withoutTexts: /^(?:_site|_includes|_layouts|_sass|_data|vendor)$/,
      languages: [],
      withDefaults: (path, own) =>
        withFolders(path, { ...defaultsOf(config, path, collectionOf(path)), ...own }),
      roleOf: ({ path, date, fields, values }) => {
        const collection = collectionOf(path);
        if (collection === 'posts' || collection === 'drafts') return 'post';
        if (collection === undefined) return Object.keys(fields).length > 0 ? 'page' : undefined;
        if (!published.includes(collection)) return undefined;
        return date === undefined || values.title === undefined ? 'page' : 'post';
      },
      datesOf: (date) => publishedAt(date, config.timezone),
      isDraft: ({ path }) => collectionOf(path) === 'drafts',
      tokensOf,
      addressOf: (text) => {
        const written = patternOf(text);
        if (typeof written !== 'string') return undefined;
        const isOwn =
          text.fields.permalink !== undefined && !written.includes(':') && !(written in namedPatterns);
        if (isOwn) return written.startsWith('/') ? written : `/${written}`;
        const pretty = /^pretty$|\/$/.test(String(config.permalink));
        const page = `/${text.path.replace(/(?:\/?index)?\.\w+$/, '')}`;
        if (collectionOf(text.path) === undefined)
          return page === '/' ? page : `${page}${pretty ? '/' : '.html'}`;
        return fillPattern(namedPatterns[written] ?? written, text.date, tokensOf(text));
      },
    },
    options,
  );
}

/** The fields with the folders above `_posts`, which are categories as well. */
function withFolders(path: string, fields: Fields): Fields {
  const folders = /^(.*)\/_(?:posts|drafts)\//.exec(path)?.[1]?.split('/') ?? [];
  if (folders.length === 0) return fields;
  const own = typeof fields.categories === 'string' ? fields.categories.split(/[\s,]+/) : fields.categories;
  return { ...fields, categories: [...folders, own ?? fields.category ?? []].flat() };
}

/**
 * A moment in the time zone of the configuration. Without one it was that of the machine: mostly UTC, or that of the writer. A moment
 * without a zone is in UTC, unless it has no seconds.
 */
function publishedAt(date: string, timeZone: unknown): readonly string[] {
  if (isDay(date)) return [date];
  const hasZone = date.length > 'yyyy-mm-ddThh:mm:ss'.length;
  const moment = new Date(hasZone ? date : `${date}Z`);
  if (typeof timeZone !== 'string' || !isTimeZone(timeZone))
    return hasZone ? [date, moment.toISOString()] : [date];
  return hasZone ? [inZone(moment, timeZone)] : [inZone(moment, timeZone), date];
}

/** A word of an address, as Jekyll writes it: https://jekyllrb.com/docs/liquid/filters/#slugify */
const slugOf = (words: string) =>
  words.replace(/[^\p{L}\p{N}\p{M}._~!$&'()+,;=@]+/gu, '-').replace(/^-+|-+$/g, '');

/** The front matter that `defaults` gives to a path; a deeper path counts more. */
function defaultsOf(config: Fields, path: string, collection: string | undefined): Fields {
  const type = collection === undefined ? 'pages' : collection;
  const rules = [config.defaults].flat().flatMap((rule) => {
    if (!isRecord(rule) || !isRecord(rule.values)) return [];
    const scope = isRecord(rule.scope) ? rule.scope : {};
    const folder = String(scope.path ?? '').replace(/\/?\*?\*?\/?$/, '');
    const fits =
      (folder === '' || path === folder || path.startsWith(`${folder}/`)) &&
      [undefined, '', type].includes(scope.type as string);
    return fits ? [{ folder, values: rule.values }] : [];
  });
  return Object.assign(
    {},
    ...rules.sort((a, b) => a.folder.length - b.folder.length).map(({ values }) => values),
  );
}
