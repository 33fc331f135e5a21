import { readdirSync } from 'node:fs';
import { posix } from 'node:path';
import { isTimeZone } from '../../content/site.ts';
import { cached } from '../../lib/cached.ts';
import { isRecord } from '../../lib/is-record.ts';
import { lstatOf } from '../../lib/ordinary-file.ts';
import { valueAt } from '../../lib/value-at.ts';
import { listAt } from './archive.ts';
import { type ArchiveFiles, readConfig, readData, readText } from './archive-files.ts';
import { type Fields, isTrue, textOf } from './fields.ts';
import { hostAndPath, type StaticGenerator } from './static-site.ts';

/** https://jekyllrb.com/docs/permalinks/#built-in-formats */
const namedPermalinks: Readonly<Record<string, string>> = {
  date: '/:categories/:year/:month/:day/:title.html',
  pretty: '/:categories/:year/:month/:day/:title/',
  ordinal: '/:categories/:year/:y_day/:title.html',
  none: '/:categories/:title.html',
};

export function jekyll(files: ArchiveFiles): StaticGenerator {
  const config = readConfig(files, ['_config']);
  const source = textOf(config.source) ?? '';
  const timeZone = textOf(config.timezone) ?? '';
  return {
    kind: 'jekyll',
    hosts: hostAndPath(config.url).hosts,
    basePath: hostAndPath(config.baseurl).basePath,
    publicFolders: [source],
    textFolder: source,
    // Without a zone it was that of the machine, mostly UTC.
    zone: isTimeZone(timeZone) ? timeZone : 'UTC',
    listsOf: () => [listAt('/feed.xml', 'feed', '')],
    fieldsOf: (path, own) => {
      const fields = { ...jekyllDefaults(config, path), ...own };
      const folders = /^(.*)\/_(?:posts|drafts)\//.exec(path)?.[1]?.split('/') ?? [];
      const categories = [...folders, wordsOf(fields.categories) ?? fields.category ?? []].flat();
      const areMore = folders.length > 0 || fields.categories !== undefined;
      return { ...fields, ...(areMore && { categories }), tags: wordsOf(fields.tags) };
    },
    postOf: ({ path, name, values, categories, fields }) => {
      const type = typeOf(path);
      if (!/^(?:pages|posts|drafts)$/.test(type)) return undefined;
      const isPage = type === 'pages';
      const rule = textOf(fields.permalink) ?? (isPage ? '/:path' : (textOf(config.permalink) ?? 'date'));
      const title = (values.slug ?? name)
        .replace(/[^\p{L}\p{N}\p{M}._~!$&'()+,;=@]+/gu, '-')
        .replace(/^-+|-+$/g, '');
      return {
        permalink: namedPermalinks[rule] ?? rule,
        isPage,
        tokens: {
          categories: [...new Set(categories.map((word) => word.toLowerCase()))],
          title,
          slug: title.toLowerCase(),
          name,
          path: path.replace(/\.\w+$/, '').replace(/(?:^|\/)index$/, ''),
          output_ext: '.html',
        },
      };
    },
  };
}

/** `posts`, `drafts`, `pages` or a collection of the site's own. */
const typeOf = (path: string) => /(?:^|\/)_([\w-]+)\//.exec(path)?.[1] ?? 'pages';

/** Jekyll takes the words of `tags: a b c` for three. */
const wordsOf = (value: unknown) =>
  typeof value === 'string' && !value.includes(',') ? value.split(/\s+/) : value;

/** The front matter that `defaults` gives to a path; later ones count more. */
function jekyllDefaults(config: Fields, path: string): Fields {
  const fitting = [config.defaults].flat().filter((rule) => {
    const folder = textOf(valueAt(rule, ['scope', 'path'])) ?? '';
    const type = textOf(valueAt(rule, ['scope', 'type'])) ?? typeOf(path);
    return path.startsWith(folder.replace(/\*+$/, '')) && type === typeOf(path);
  });
  return Object.assign({}, ...fitting.map((rule) => valueAt(rule, ['values'])));
}

/** Files and folders of Hugo that have pages rather than stories, with a date or without. */
const pageNames = /^(?:pages?|about|contact|legal|privacy|imprint|search|archives?)\//i;

export function hugo(files: ArchiveFiles): StaticGenerator {
  const config = hugoConfig(files);
  const language = textOf(config.defaultcontentlanguage) ?? 'en';
  const textFolder = textOf(config.contentdir) ?? 'content';
  const languages = Object.keys(Object(config.languages));
  const homeOf = (name: string) => textOf(valueAt(config.languages, [name, 'contentDir']));
  const languageOf = (stem: string) => languages.find((name) => stem.endsWith(`.${name}`));
  const isDated = JSON.stringify(config.frontmatter ?? {}).includes(':filename');
  const taxonomies = isRecord(config.taxonomies) ? Object.values(config.taxonomies).map(String) : [];
  const further = taxonomies.filter((name) => !/^(?:categories|tags|authors?|series)$/.test(name));
  return {
    kind: 'hugo',
    ...hostAndPath(config.baseurl),
    publicFolders: [textOf(config.staticdir) ?? 'static', 'assets', ''],
    textFolder,
    listsOf: (posts) => [
      ...(['categories', 'tags'] as const).flatMap((kind) =>
        posts.flatMap((post) => post[kind].map((name) => listAt(`/${kind}/${urlize(name)}/`, 'term', name))),
      ),
      listAt('/index.xml', 'feed', ''),
    ],
    // The words of its own taxonomies are tags.
    fieldsOf: (_, own) => {
      const more = further.flatMap((name) => own[name] ?? []);
      const others = Object.entries(own).filter(([name]) => !further.includes(name));
      return more.length > 0 ? { ...Object.fromEntries(others), tags: [own.tags ?? [], more].flat(2) } : own;
    },
    postOf: ({ stem, name, values, fields }) => {
      const whole = posix.join(textFolder, stem);
      const atHome = languages.find((name) => whole.startsWith(`${homeOf(name) ?? whole}/`));
      const inside = posix.relative(homeOf(atHome ?? language) ?? textFolder, whole);
      if (/(?:^|\/)_index[./]/.test(`${inside}/`)) return undefined;
      const sections = posix.dirname(inside).split('/').map(urlize);
      const [section = ''] = sections;
      const ending = languageOf(stem);
      const own = ending ?? atHome ?? language;
      const isBelow = own !== language || isTrue(config.defaultcontentlanguageinsubdir);
      const rule =
        valueAt(config.permalinks, ['page', section]) ??
        valueAt(config.permalinks, [section]) ??
        '/:sections/:slugorcontentbasename/';
      const usual = `${isBelow ? `/${own}` : ''}${rule}`;
      const filename = urlize(posix.basename(isDated ? name : stem, `.${ending}`));
      const title = urlize(values.title ?? filename);
      const slug = values.slug && urlize(values.slug);
      const slugorfilename = slug ?? filename;
      return {
        isPage: pageNames.test(`${inside}/`),
        permalink: textOf(fields.url) ?? usual.replace(/\/?$/, isTrue(config.uglyurls) ? '.html' : '/'),
        tokens: {
          title,
          slug: slug ?? title,
          filename,
          contentbasename: filename,
          slugorfilename,
          slugorcontentbasename: slugorfilename,
          section,
          sections,
        },
      };
    },
  };
}

/** The settings of Hugo by their names in small letters: of its file, or of several, such as `languages.en.toml` for a part of `languages`. */
function hugoConfig(files: ArchiveFiles): Fields {
  const folder = posix.join(files.root, 'config/_default');
  const config: Record<string, unknown> = {};
  for (const file of lstatOf(folder)?.isDirectory() ? readdirSync(folder).sort() : []) {
    const [path, name = '', part] =
      /^(hugo|config|permalinks|languages|frontmatter|taxonomies)(?:\.([\w-]+))?(?=\.\w+$)/.exec(file) ?? [];
    if (path === undefined) continue;
    const data = readConfig(files, [`config/_default/${path}`]);
    if (/^(?:hugo|config)$/.test(name)) Object.assign(config, data);
    else config[name] = { ...Object(config[name]), ...(part ? { [part]: data } : data) };
  }
  Object.assign(config, readConfig(files, ['hugo', 'config']));
  return Object.fromEntries(Object.entries(config).map(([name, value]) => [name.toLowerCase(), value]));
}

/** A word of an address, as Hugo writes it: https://gohugo.io/functions/urls/urlize/ */
const urlize = (words: string): string =>
  words
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}._~+@\s-]/gu, '')
    .replace(/\s*-\s*|\s+/gu, '-');

export const eleventyConfigs = ['.eleventy.js'].concat(
  ['js', 'cjs', 'mjs', 'ts'].map((ending) => `eleventy.config.${ending}`),
);

/** Tags and folders that posts of Eleventy have. */
const postWords = /^(?:posts?|blog(?:posts?)?|articles?|news|stories|writing|journal|all)$/i;

/** The folders that texts are in, of which addresses do not have the name. */
const inputs = ['', 'src', 'content', 'site'];

/** The configuration of Eleventy and its computed data are programs, which are not run: what they say is reported as not imported. */
export function eleventy(files: ArchiveFiles): StaticGenerator {
  const configs = eleventyConfigs.filter((name) => readText(files, name) !== undefined);
  const message =
    'It is a program, and programs are not run. The addresses of posts are those of their files, without `src/`, `content/` or `site/`: if the program gives others, say the rule with `--permalink`.';
  files.notes.push(...configs.map((where) => ({ where, message })));
  const names = inputs.flatMap((folder) =>
    ['site', 'metadata', 'meta'].map((name) => posix.join(folder, '_data', name)),
  );
  const site = readConfig(files, names);
  const dataBeside = cached((path: string) => readDataBeside(files, path));
  return {
    kind: 'eleventy',
    ...hostAndPath(site.url),
    publicFolders: ['public', 'static', ...inputs],
    textFolder: '',
    zone: 'UTC',
    fieldsOf: (path, own) => {
      const folders = path.split('/').slice(0, -1);
      const stems = folders.map((name, i) => posix.join(...folders.slice(0, i + 1), name));
      stems.push(path.replace(/\.\w+$/, ''));
      const all = [...stems.flatMap(dataBeside), own];
      const fields: Fields = Object.assign({}, ...all);
      const isComputed = isRecord(fields.eleventyComputed) && fields.eleventyComputed.permalink !== undefined;
      // The tags of a folder and of its files are joined.
      return { ...fields, ...(isComputed && computedAddress), tags: all.flatMap(({ tags }) => tags ?? []) };
    },
    postOf: ({ path, stem, name, date, tags, fields: { permalink = '/{{ page.filePathStem }}/' } }) => {
      const words = [...posix.dirname(path).split('/'), ...tags];
      const [first = '', ...below] = posix.dirname(stem).split('/');
      const folder = inputs.includes(first) ? posix.join(...below) : posix.dirname(stem);
      return {
        isPage: date === undefined && !words.some((word) => postWords.test(word)),
        permalink: typeof permalink === 'string' ? permalink : undefined,
        tokens: { fileSlug: name, filePathStem: posix.join(folder, name) },
      };
    },
  };
}

/** Stands for an address that only a program knows. */
const computedAddress: Fields = { permalink: { computed: true } };

/** The fields of the data files of a text or folder. */
function readDataBeside(files: ArchiveFiles, path: string): Fields[] {
  const there = (endings: readonly string[]) =>
    endings.flatMap((ending) => readText(files, path + ending) ?? []);
  const data = there(['.json', '.11tydata.json']).map((text) => readData(text, 'json').fields);
  const programs = there(['.11tydata.js', '.11tydata.cjs', '.11tydata.mjs', '.11tydata.ts']);
  return programs.some((text) => text.includes('permalink')) ? [...data, computedAddress] : data;
}
