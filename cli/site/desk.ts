import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { stringify } from 'yaml';
import { languageIn } from '../../templates/words/words.ts';
import { type DeskFile, deskBackends, deskLibraries, placeOfLibrary } from '../content/desk.ts';
import type { Edition, OutputFile, Records } from '../content/model.ts';
import { noticeSchema } from '../content/notice.ts';
import { postSchema } from '../content/post.ts';
import { publishedAt } from '../content/published-paths.ts';
import { type DeskField, deskFields } from '../content/schema/desk-fields.ts';
import type { AnySchema } from '../content/schema/schema-keys.ts';
import { dataKinds, pathOf } from '../content/single-files.ts';
import { alertSchema, languageOf } from '../content/site.ts';
import type { SourceFile } from '../content/source-file.ts';
import { escapeXml } from '../lib/escape.ts';
import { namesOf } from '../pages/editor-schemas.ts';
import { text } from '../pages/kinds/text.ts';
import { frontMatterOf } from '../pages/schema-for.ts';
import { yamlIn } from '../problems/locate.ts';
import { type Outcome, type Problem, problem } from '../problems/problem.ts';

/** The page `/admin` and its configuration, if site.yaml wants a desk. Its library is a file of `public/`. */
export function desk(
  records: Records,
  edition: Edition,
  content: string,
  script = '',
): Outcome<OutputFile[]> {
  const { data: site, source } = records.shared.site;
  const { cms } = site;
  if (!cms) return { value: [], problems: [] };
  const path = placeOfLibrary(deskLibraries[cms.library]);
  const problems: Problem[] = records.sources.publicFiles.some((file) => file.path === path)
    ? []
    : [
        problem(source, ['cms', 'library'], {
          rule: 'missing-file',
          message: `The desk runs ${path}, which is missing.`,
          hint: 'Run `galley cms`: it gets the file from the registry of npm. Commit it with the paper.',
        }),
      ];
  const value = [
    { path: 'admin.html', content: pageOf(edition, cms) },
    { path: 'admin/config.yml', content: stringify(configuration(records, edition, cms, basename(content))) },
    { path: 'admin/desk.js', content: script },
  ];
  return { value, problems };
}

/** Where `decap-server` listens, for a desk on one's own machine. */
const localServer = 'http://localhost:8081';

/** In the frame of another site the desk does not start; some hosts cannot send the header that forbids it. */
const unframed = 'if (top !== self) { stop(); document.documentElement.remove(); }';

/** The page has a policy of its own: a desk makes styles and pictures as it runs, and asks whoever keeps the paper's files. */
function pageOf({ shared }: Edition, { library, backend }: DeskFile): string {
  const { name, language } = shared.site.data;
  const { words } = languageOf(shared.site.data);
  const chosen = deskLibraries[library];
  const origins = deskBackends[backend].join(' ');
  const policy = [
    "default-src 'none'",
    [
      'script-src',
      "'self'",
      `'sha256-${createHash('sha256').update(unframed).digest('base64')}'`,
      ...chosen.scripts,
    ].join(' '),
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob: ${origins}`,
    ['font-src', "'self'", 'data:', ...chosen.fonts].join(' '),
    `connect-src 'self' data: blob: ${origins} ${localServer}`,
    "form-action 'none'",
    "base-uri 'none'",
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="${escapeXml(language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<script>${unframed}</script>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeXml(`${words.desk.title} · ${name}`)}</title>
<link rel="cms-config-url" type="text/yaml" href="/admin/config.yml">
<script src="/${publishedAt(placeOfLibrary(chosen))}" defer></script>
${library === 'decap' ? '<script type="module" src="/admin/desk.js"></script>' : ''}
</head>
<body><noscript>${escapeXml(words.desk.needsScript)}</noscript></body>
</html>
`;
}

/** A name as the front matter has it: in the data, quotation marks are curly. */
const asWritten = (name: string, source: SourceFile): string =>
  !/[‘’“”]/.test(name) || yamlIn(source).includes(name)
    ? name
    : name.replace(/[‘’]/g, "'").replace(/[“”]/g, '"');

/** https://decapcms.org/docs/configuration-options/ */
function configuration(records: Records, edition: Edition, cms: DeskFile, folder: string) {
  // Sveltia does by its settings what desk.js does for Decap; for scripts it would load a library from elsewhere.
  const isDecap = cms.library === 'decap';
  const { words } = languageOf(edition.shared.site.data);
  const { posts, post, pages, page, notices, team, events, alert, other, labels } = words.desk;
  // The file is public: who writes what is not published yet is nobody's business.
  const published = [...edition.posts, ...edition.endedPosts].map(({ parsed }) => parsed);
  const authors = published.flatMap(({ data: { author, authors }, source }) =>
    [author ?? [], authors].flat().map((name) => asWritten(name, source)),
  );
  const names = namesOf(records);
  const known = { ...names, author: [...new Set([...(names.author ?? []), ...authors])].sort() };
  const fieldsOf = (schema: AnySchema, changes: Readonly<Record<string, object>> = {}) =>
    deskFields(schema, { names: known, labels }).map((field) => ({
      ...field,
      ...changes[String(field.name)],
    }));
  // What every story has stands first, and its text before what few have.
  const fields = fieldsOf(postSchema, { id: { widget: isDecap ? 'hidden' : 'uuid', required: false } });
  const body = { name: 'body', label: labels.body, required: false, widget: 'markdown' };
  const rankOf = ({ name, required }: DeskField) => (required ? 0 : name === 'body' ? 1 : 2);
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
    backend: {
      name: cms.backend,
      repo: cms.repo,
      branch: cms.branch,
      ...(cms.signIn && { base_url: cms.signIn }),
    },
    local_backend: { url: `${localServer}/api/v1` },
    publish_mode: 'editorial_workflow',
    locale: languageIn(edition.shared.site.data.language),
    site_url: edition.baseUrl,
    media_folder: `${folder}/media`,
    public_folder: 'media',
    slug: { encoding: 'ascii', clean_accents: true },
    editor: { preview: false },
    ...(!isDecap && { output: { omit_empty_optional_fields: true } }),
    collections: [
      {
        ...markdown,
        name: 'posts',
        label: posts,
        label_singular: post,
        folder: `${folder}/blog`,
        sortable_fields: ['publishedDate', 'title'],
        fields: [...fields, body].toSorted((a, b) => rankOf(a) - rankOf(b)),
      },
      {
        ...markdown,
        name: 'pages',
        label: pages,
        label_singular: page,
        folder: `${folder}/pages`,
        filter: { field: 'template', value: text.name },
        fields: fieldsOf(frontMatterOf(text.schema), {
          template: { widget: 'hidden', default: text.name },
          path: { required: !isDecap },
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
