import { isRecord } from '../lib/is-record.ts';
import { valueAt } from '../lib/value-at.ts';
import { isTimeZone } from '../sources/site.ts';
import type { Archive, ReadOptions } from './archive.ts';
import { isTrue, textOf } from './fields.ts';
import type { Fields } from './front-matter.ts';
import { hostAndPath, readConfig, readStaticSite } from './static-site.ts';

/** https://jekyllrb.com/docs/permalinks/#built-in-formats */
const namedPermalinks: Readonly<Record<string, string>> = {
  date: '/:categories/:year/:month/:day/:title.html',
  pretty: '/:categories/:year/:month/:day/:title/',
  ordinal: '/:categories/:year/:y_day/:title.html',
  none: '/:categories/:title.html',
};

export function readJekyll(root: string, options: ReadOptions): Archive {
  const config = readConfig(root, ['_config']);
  const source = textOf(config.source) ?? '';
  const timeZone = textOf(config.timezone) ?? '';
  const ofCollection = (name: string, setting: string) => valueAt(config.collections, [name, setting]);
  return readStaticSite(
    root,
    {
      kind: 'jekyll',
      hosts: hostAndPath(config.url).hosts,
      basePath: hostAndPath(config.baseurl).basePath,
      publicFolders: [source],
      textFolder: source,
      // Without a zone it was that of the machine, mostly UTC.
      zone: isTimeZone(timeZone) ? timeZone : 'UTC',
      fieldsOf: (path, own) => withFolders(path, { ...defaultsOf(config, path), ...own }),
      isPost: ({ path }) => {
        const collection = collectionOf(path);
        return /^(?:posts|drafts)$/.test(collection) || isTrue(ofCollection(collection, 'output'));
      },
      permalinkOf: ({ path, fields }) => {
        const collection = collectionOf(path);
        const usual = isTrue(ofCollection(collection, 'output'))
          ? (ofCollection(collection, 'permalink') ?? '/:collection/:path.html')
          : (config.permalink ?? 'date');
        const permalink = textOf(fields.permalink) ?? String(usual);
        return namedPermalinks[permalink] ?? permalink;
      },
      tokensOf: ({ path, name, values, categories, fields }) => {
        const title = slugOf(values.slug ?? name);
        return {
          categories: [...new Set(categories.map((word) => word.toLowerCase()))],
          title,
          slug: title.toLowerCase(),
          name: slugOf(name),
          path: path.replace(/^.*?_[\w-]+\//, '').replace(/\.\w+$/, ''),
          basename: name,
          collection: collectionOf(path),
          output_ext: String(fields.permalink).endsWith('/') ? '' : '.html',
        };
      },
    },
    options,
  );
}

/** `posts`, `drafts` or another collection; empty for pages. */
const collectionOf = (path: string) => /(?:^|\/)_([\w-]+)\//.exec(path)?.[1] ?? '';

/** The fields with the folders above `_posts`, which are categories as well. */
function withFolders(path: string, fields: Fields): Fields {
  const folders = /^(.*)\/_(?:posts|drafts)\//.exec(path)?.[1]?.split('/');
  if (folders === undefined) return fields;
  const own = typeof fields.categories === 'string' ? fields.categories.split(/[\s,]+/) : fields.categories;
  return { ...fields, categories: [...folders, own ?? fields.category ?? []].flat() };
}

/** A word of an address, as Jekyll writes it: https://jekyllrb.com/docs/liquid/filters/#slugify */
const slugOf = (words: string) =>
  words.replace(/[^\p{L}\p{N}\p{M}._~!$&'()+,;=@]+/gu, '-').replace(/^-+|-+$/g, '');

/** The front matter that `defaults` gives to a path; a deeper path counts more. */
function defaultsOf(config: Fields, path: string): Fields {
  const rules = [config.defaults].flat().map((rule) => ({
    folder: (textOf(valueAt(rule, ['scope', 'path'])) ?? '').replace(/\/?\*?\*?\/?$/, ''),
    type: textOf(valueAt(rule, ['scope', 'type'])),
    values: valueAt(rule, ['values']),
  }));
  const fitting = rules.filter(
    ({ folder, type }) =>
      (folder === '' || path === folder || path.startsWith(`${folder}/`)) &&
      (type === undefined || type === collectionOf(path)),
  );
  fitting.sort((a, b) => a.folder.length - b.folder.length);
  return Object.assign({}, ...fitting.map(({ values }) => (isRecord(values) ? values : {})));
}
