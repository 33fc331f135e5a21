import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { smallPaper } from '../small-paper.ts';
import { galleyWarm } from '../warm-program.ts';

const settings = `newsletter: { stories: 2 }
newsSitemap: true
hosts: [nginx, caddy, apache, netlify]
cms: { repo: ridge/herald }
`;

const page = (path: string) => `template: text\npath: ${path}\ntitle: Own\ndescription: Own.\nbody: Own.\n`;
/** Runs the program on the small paper with a desk, a newsletter and some more files; what it reports. */
async function reportsOf(files: Readonly<Record<string, string>>) {
  const folder = await smallPaper();
  appendFileSync(join(folder, 'content', 'site.yaml'), settings);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, 'content', path)), { recursive: true });
    writeFileSync(join(folder, 'content', path), text);
  }
  const { status, stdout } = await galleyWarm(folder, ['build', '--format', 'json']);
  const { problems } = JSON.parse(stdout) as { problems: Record<'file' | 'line', string>[] };
  return { status, problems };
}

const problemsOf = (problems: readonly Record<'file' | 'line', string>[], path: string) =>
  problems.filter(({ file }) => file === `content/${path}`);

it('no page is at an address at which the program makes a file', async () => {
  const own = 'admin newsletter api api/live assets assets/site media media/bridge 404 blog/heron-count';
  const files = Object.fromEntries(
    own.split(' ').map((path, i) => [`pages/own-${i}.yaml`, page(`/${path}`)]),
  );
  const authors = 'template: authors\npath: /authors\ntitle: Authors\ndescription: Who writes.\n';
  const { status, problems } = await reportsOf({
    ...files,
    'pages/authors.yaml': authors,
    'pages/ada.yaml': page('/authors/ada-lund'),
  });
  const places = [...Object.keys(files), 'pages/ada.yaml'];
  expect(places.filter((path) => problemsOf(problems, path).length === 0)).toEqual([]);
  expect(problemsOf(problems, 'pages/own-0.yaml')).toEqual([
    expect.objectContaining({ line: 2, rule: 'duplicate-address', message: 'Galley makes `/admin` itself.' }),
  ]);
  expect(status).toBe(1);
});

it.each([
  [
    'answers by itself',
    `Newsletter/ 404.html admin admin/config.yml admin/desk.js favicon.ico feed.json logo.png
     apple-touch-icon.png media/bridge.png news-sitemap.xml newsletter.txt robots.txt rss.txt rss.xml sitemap.xml`,
  ],
  ['writes later', '_headers/ _redirects/x share/about-ddbac5f8.png/ assets assets/x.css api/live/'],
])('no former address is one that the program %s', async (_, own) => {
  const addresses = own.split(/\s+/);
  const redirects = addresses.map((path) => `- { from: /${path}, to: /about }\n`).join('');
  const { status, problems } = await reportsOf({ 'redirects.yaml': redirects });
  expect(problemsOf(problems, 'redirects.yaml').map(({ line }) => line)).toEqual(
    addresses.map((_, i) => i + 1),
  );
  expect(status).toBe(1);
});
