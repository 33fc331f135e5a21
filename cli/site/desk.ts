import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { stringify } from 'yaml';
import { type DeskFile, deskBackends, deskLibrary } from '../content/desk.ts';
import type { Edition, OutputFile, Records } from '../content/model.ts';
import { noticeSchema } from '../content/notice.ts';
import { postSchema } from '../content/post.ts';
import { publishedAt } from '../content/published-paths.ts';
import { type DeskField, deskFields, deskWidgets } from '../content/schema/desk-fields.ts';
import type { AnySchema } from '../content/schema/schema-keys.ts';
import { dataKinds, pathOf } from '../content/single-files.ts';
import { alertSchema, languageOf } from '../content/site.ts';
import type { SourceFile } from '../content/source-file.ts';
import { escapeXml } from '../lib/escape.ts';
import { namesOf } from '../pages/editor-schemas.ts';
import { text } from '../pages/kinds/text.ts';
import { frontMatterOf } from '../pages/kinds.ts';
import { yamlIn } from '../problems/locate.ts';
import { type Outcome, problem } from '../problems/problem.ts';

/** The page `/admin` and its configuration, if site.yaml wants a desk. Its library is a file of `public/`. */
export function desk(records: Records, edition: Edition, folder: string, script = ''): Outcome<OutputFile[]> {
  const { data: site, source } = records.shared.site;
  const { cms } = site;
  if (!cms) return { value: [], problems: [] };
  const hasLibrary = records.sources.publicFiles.some(({ path }) => path === deskLibrary.path);
  const missing = problem(source, ['cms'], {
    rule: 'missing-file',
    message: `The desk runs ${deskLibrary.path}, which is missing.`,
    hint: 'Run `galley cms`: it gets the file from the registry of npm. Commit it with the paper.',
  });
  const value = [
    { path: 'admin.html', content: pageOf(edition, cms) },
    { path: 'admin/config.yml', content: stringify(configuration(records, edition, cms, basename(folder))) },
    { path: 'admin/desk.js', content: script },
  ];
  return { value, problems: hasLibrary ? [] : [missing] };
}

/** The desk starts in no frame, since some hosts cannot send the header against that; and the library does not ask for a newer one, which the policy forbids. */
const first = `if (top !== self) { stop(); document.documentElement.remove(); }
const ask = fetch;
window.fetch = (to, ...more) => (String(to).startsWith('https://unpkg.com/') ? Promise.reject() : ask(to, ...more));`;

/** What a person who writes needs, in this order; all else is folded away. The text comes second. */
const usual =
  'title body imageUrl imageAlt imageCaption imageCredit excerpt category author publishedDate tags draft'.split(
    ' ',
  );

const rankOf = ({ name }: DeskField): number =>
  usual.includes(String(name)) ? usual.indexOf(String(name)) : usual.length;

/** The page has a policy of its own: a desk makes styles and pictures as it runs, and asks whoever keeps the paper's files. */
function pageOf({ shared }: Edition, { backend }: DeskFile): string {
  const { name, language } = shared.site.data;
  const { desk: words, boxes } = languageOf(shared.site.data).words;
  const { kinds, ...blocks } = words.blocks;
  const origins = deskBackends[backend].join(' ');
  const policy = [
    "default-src 'none'",
    `script-src 'self' 'sha256-${createHash('sha256').update(first).digest('base64')}'`,
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob: ${origins}`,
    "font-src 'self' data: https://cdn.jsdelivr.net",
    `connect-src 'self' data: blob: ${origins}`,
    "form-action 'none'",
    "base-uri 'none'",
  ].join('; ');
  const folded = Object.keys(postSchema.shape)
    .filter((key) => !usual.includes(key))
    .map((key) => `[data-key-path="${key}"]`);
  // The library takes its form apart and puts it together as it likes; these are its own names.
  const styles = `#more { position: fixed; bottom: 0; right: 0; z-index: 9; padding: 0.5em 1em; background: Canvas; color: CanvasText; font: 1rem sans-serif }
body:not(:has([data-key-path])) #more { display: none }
body:not(:has(#more :checked)) section:is(${folded.join(', ')}) { display: none }`;
  return `<!DOCTYPE html>
<html lang="${escapeXml(language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<script>${first}</script>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeXml(`${words.title} · ${name}`)}</title>
<style>${styles}</style>
<link rel="cms-config-url" type="text/yaml" href="/admin/config.yml">
<script src="/${publishedAt(deskLibrary.path)}" defer></script>
<script type="module" src="/admin/desk.js"></script>
</head>
<body data-words="${escapeXml(JSON.stringify({ ...blocks, kinds: { ...boxes, ...kinds } }))}">
<noscript>${escapeXml(words.needsScript)}</noscript>
<label id="more"><input type="checkbox"> ${escapeXml(words.more)}</label>
</body>
</html>
`;
}

/** A name as the front matter has it: in the data, quotation marks are curly. */
const asWritten = (name: string, source: SourceFile): string =>
  !/[‘’“”]/.test(name) || yamlIn(source).includes(name)
    ? name
    : name.replace(/[‘’]/g, "'").replace(/[“”]/g, '"');

/** https://sveltiacms.app/en/docs/config-basics */
function configuration(records: Records, edition: Edition, cms: DeskFile, folder: string) {
  const { backend, repo, branch, signIn } = cms;
  const { words } = languageOf(edition.shared.site.data);
  const { posts, post, pages, page, notices, team, events, alert, other, labels, headline, yes } = words.desk;
  // The file is public: who writes what is not published yet is nobody's business.
  const published = [...edition.posts, ...edition.endedPosts].map(({ parsed }) => parsed);
  const authors = published.flatMap(({ data: { author, authors }, source }) =>
    [author ?? [], authors].flat().map((name) => asWritten(name, source)),
  );
  const names = namesOf(records);
  const known = { ...names, author: [...new Set([...(names.author ?? []), ...authors])].sort() };
  const fieldsOf = (schema: AnySchema, changes: Readonly<Record<string, object>> = {}) =>
    deskFields(schema, { names: known, labels, yes }).map((field) => ({
      ...field,
      ...changes[String(field.name)],
    }));
  const body = { name: 'body', label: labels.body, required: false, ...deskWidgets.markdown };
  // Who paid for a story is an object or a word, which no field of the desk can be. It keeps what it does not know.
  const fields = [
    ...fieldsOf(postSchema, { id: { widget: 'uuid', required: false }, title: { label: headline } }),
    body,
  ]
    .filter(({ name }) => name !== 'sponsored')
    .toSorted((a, b) => rankOf(a) - rankOf(b));
  const markdown = { create: true, extension: 'md', format: 'frontmatter' };
  const file = (name: 'team' | 'events' | 'alert', label: string, schema: AnySchema) => ({
    name,
    label,
    file: `${folder}/${pathOf(name)}`,
    fields: fieldsOf(schema),
  });
  const usesAlert = records.sources.files.some(({ path }) => path === pathOf('alert'));
  const ofNotices = {
    ...markdown,
    name: 'notices',
    label: notices,
    folder: `${folder}/notices`,
    fields: [...fieldsOf(noticeSchema), body],
  };
  return {
    backend: { name: backend, repo, branch, ...(signIn && { base_url: signIn }) },
    publish_mode: 'editorial_workflow',
    site_url: edition.baseUrl,
    media_folder: `${folder}/media`,
    public_folder: 'media',
    media_libraries: { default: { config: { slugify_filename: true } } },
    slug: { encoding: 'ascii', clean_accents: true },
    editor: { preview: false },
    output: { omit_empty_optional_fields: true },
    collections: [
      {
        ...markdown,
        name: 'posts',
        label: posts,
        label_singular: post,
        folder: `${folder}/blog`,
        sortable_fields: ['publishedDate', 'title'],
        fields,
      },
      {
        ...markdown,
        name: 'pages',
        label: pages,
        label_singular: page,
        folder: `${folder}/pages`,
        filter: { field: 'template', value: text.name },
        fields: fieldsOf(frontMatterOf(text.schema), {
          template: { widget: 'hidden', default: text.name, required: undefined },
        }),
      },
      ...(edition.shared.site.data.notices ? [ofNotices] : []),
      {
        name: 'data',
        label: other,
        files: [
          file('team', team, dataKinds.team),
          file('events', events, dataKinds.events),
          ...(usesAlert ? [file('alert', alert, alertSchema)] : []),
        ],
      },
    ],
  };
}
