import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import type { Archive } from '../../../cli/commands/import/archive.ts';
import { pictureTaker } from '../../../cli/commands/import/pictures.ts';
import type { Report } from '../../../cli/commands/import/report.ts';
import { type FeedClient, openClient } from '../../../cli/commands/pull/feed-client.ts';
import { fetchFeed } from '../../../cli/commands/pull/fetch-feed.ts';
import { type Files, folderOf } from '../../audit/archive-floods.ts';
import { temporaryFolder } from '../../helpers.ts';
import { startServer } from '../pull/bad-server.ts';

const photo = await sharp({ create: { width: 8, height: 6, channels: 3, background: 'teal' } })
  .jpeg()
  .toBuffer();
const other = await sharp({ create: { width: 9, height: 6, channels: 3, background: 'red' } })
  .png()
  .toBuffer();

/** An archive with these files, and an empty content folder. */
function setUp(files: Files, more: Partial<Archive> = {}) {
  const root = join(temporaryFolder(), 'archive');
  const content = join(dirname(root), 'content');
  for (const folder of [root, content]) mkdirSync(folder);
  folderOf(files, root);
  const archive: Archive = {
    ...{ kind: 'hugo', root, hosts: ['old.example'], basePath: '', publicFolders: ['static', ''] },
    ...{ posts: [], pages: [], lists: [], menu: [], attachments: new Map(), people: [], notes: [], ...more },
  };
  return { archive, content };
}

const post = { folder: 'content/posts/flood', where: 'content/posts/flood/index.md' };

/** What some addresses of a post become, and why others become nothing. */
async function taken(
  { archive, content }: ReturnType<typeof setUp>,
  addresses: readonly string[],
  client?: FeedClient,
) {
  const missing: string[] = [];
  const report: Report = (cause, _where, address) => {
    if (address !== undefined) missing.push(`${address}: ${cause.replace('a picture not taken: ', '')}`);
  };
  const request = client && ((url: string) => fetchFeed(url, client, { userAgent: 'Galley/test' }));
  const take = pictureTaker(archive, { content, request, report });
  const paths: (string | undefined)[] = [];
  for (const address of addresses) paths.push(await take(post, address, 'picture'));
  return { paths, missing, take, content };
}

it('finds the file of an address, however it is written', async () => {
  const files = {
    'static/img/Elm Street.JPG': photo,
    'content/posts/flood/river.jpg': photo,
    'wp-content/uploads/2019/05/dam.png': other,
    'wp-content/uploads/2019/05/small-300x200.jpg': photo,
    'static/plan.pdf': '%PDF-1.4',
  };
  const { paths, missing } = await taken(setUp(files), [
    '/img/Elm%20Street.jpg',
    'http://www.old.example/img/elm street.jpg?w=300',
    'river.jpg',
    '/posts/flood/river.jpg',
    'https://old.example/wp-content/uploads/2019/05/dam-300x200.png',
    'https://old.example/wp-content/uploads/2019/05/small-300x200.jpg',
    '/plan.pdf',
    '/../../../etc/passwd.jpg',
  ]);
  expect(paths).toEqual([
    'media/img/elm-street.jpg',
    'media/img/elm-street.jpg',
    'media/posts/flood/river.jpg',
    'media/posts/flood/river.jpg',
    'media/2019/05/dam.png',
    'media/2019/05/small-300x200.jpg',
    'media/plan.pdf',
    undefined,
  ]);
  expect(missing).toEqual(['/../../../etc/passwd.jpg: it is on another host; `--fetch` fetches it']);
});

it('gives files the ending of what they hold, and refuses what pages cannot show', async () => {
  const files = {
    'static/photo.png': photo,
    'static/cut.jpg': photo.subarray(0, photo.length - 60),
    'static/old.tiff': await sharp(photo).tiff().toBuffer(),
    'static/words.jpg': 'words',
    'static/bad.svg': '<svg xmlns="http://www.w3.org/2000/svg"><script>x()</script></svg>',
    'static/good.svg': '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1"/></svg>',
    'static/no.pdf': 'words',
  };
  const { paths, missing } = await taken(
    setUp(files),
    Object.keys(files).map((path) => path.slice('static'.length)),
  );
  expect(paths).toEqual([
    'media/photo.jpg',
    undefined,
    undefined,
    undefined,
    undefined,
    'media/good.svg',
    undefined,
  ]);
  expect(missing.map((line) => line.split(':')[0])).toEqual([
    '/cut.jpg',
    '/old.tiff',
    '/words.jpg',
    '/bad.svg',
    '/no.pdf',
  ]);
});

it('follows no link of the archive', async () => {
  const paper = setUp({ 'static/a.jpg': photo });
  const outside = temporaryFolder();
  writeFileSync(join(outside, 'secret.jpg'), photo);
  symlinkSync(outside, join(paper.archive.root, 'static/folder'));
  symlinkSync(join(outside, 'secret.jpg'), join(paper.archive.root, 'static/file.jpg'));
  const { paths } = await taken(paper, ['/a.jpg', '/folder/secret.jpg', '/file.jpg']);
  expect(paths).toEqual(['media/a.jpg', undefined, undefined]);
});

it('never replaces a file, and finds those of an earlier import', async () => {
  const paper = setUp({ 'static/a/x.jpg': photo, 'static/b/x.png': other, 'static/a.b/x.jpg': photo });
  mkdirSync(join(paper.content, 'media/a'), { recursive: true });
  writeFileSync(join(paper.content, 'media/a/x.jpg'), 'mine');
  const addresses = ['/a/x.jpg', '/b/x.png', '/a.b/x.jpg'];
  const first = await taken(paper, addresses);
  expect(first.paths).toEqual(['media/a/x-2.jpg', 'media/b/x.png', 'media/a-b/x.jpg']);
  expect((await taken(paper, addresses)).paths).toEqual(first.paths);
  expect(readFileSync(join(paper.content, 'media/a/x.jpg'), 'utf8')).toBe('mine');
  expect(
    readdirSync(join(paper.content, 'media'), { recursive: true }).filter((name) =>
      String(name).endsWith('~'),
    ),
  ).toEqual([]);
});

it('fetches pictures of other hosts, and says why not', async () => {
  const server = await startServer(({ url }, response) => {
    if (url === '/hang.jpg') return;
    if (url === '/moved.jpg') response.writeHead(302, { location: '/photo.jpg' }).end();
    else if (url === '/page.jpg') response.writeHead(200, { 'content-type': 'image/jpeg' }).end('<html>');
    else if (url?.startsWith('/photo')) response.end(photo);
    else response.writeHead(404).end();
  });
  const hanging = await startServer(() => {});
  const client = openClient({ allowPrivate: true, limits: { time: 500 } });
  const paths = ['/photo.jpg?w=1', '/moved.jpg', '/page.jpg', '/gone.jpg'].map((path) => server.url + path);
  const silent = [0, 1, 2].map((i) => `${hanging.url}/${i}.jpg`);
  const all = await taken(setUp({}), [...silent, ...paths, ...paths], client);
  const link = await all.take(post, `${server.url}/photo-link.jpg`, 'link');
  await client.close();
  const found = ['media/photo.jpg', 'media/moved.jpg', undefined, undefined];
  expect(all.paths).toEqual([...silent.map(() => undefined), ...found, ...found]);
  expect(all.missing.slice(0, 3)).toEqual([
    `${silent[0]}: its host did not answer in time`,
    `${silent[1]}: its host does not answer`,
    `${silent[2]}: its host does not answer`,
  ]);
  expect(all.missing).toContain(`${server.url}/gone.jpg: it answered 404 Not Found`);
  expect([link, server.requests.length]).toEqual([undefined, 5]);
});
