import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { openClient } from '../../cli/feeds/feed-client.ts';
import type { Archive } from '../../cli/import/archive.ts';
import { fetchLimits, openPictures } from '../../cli/import/pictures.ts';
import { startServer } from '../feeds/bad-server.ts';
import { temporaryFolder } from '../helpers.ts';

const photo = await sharp({ create: { width: 8, height: 6, channels: 3, background: 'teal' } })
  .jpeg()
  .toBuffer();
const other = await sharp({ create: { width: 9, height: 6, channels: 3, background: 'red' } })
  .png()
  .toBuffer();

/** An archive with these files, and an empty content folder. */
function setUp(files: Readonly<Record<string, Buffer | string>>, more: Partial<Archive> = {}) {
  const root = join(temporaryFolder(), 'archive');
  const content = join(dirname(root), 'content');
  for (const folder of [root, content]) mkdirSync(folder);
  for (const [path, bytes] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), bytes);
  }
  const archive: Archive = {
    ...{ kind: 'hugo', root, hosts: ['old.example'], basePath: '', publicFolders: ['static', ''] },
    ...{ posts: [], authors: [], attachments: [], notes: [], ...more },
  };
  return { archive, content };
}

const post = { folder: 'content/posts/flood', where: 'content/posts/flood/index.md' };

/** What some addresses of a post become. */
async function taken({ archive, content }: ReturnType<typeof setUp>, addresses: readonly string[]) {
  const pictures = openPictures(archive, { content });
  const all = () => addresses.map((address) => pictures.pictureAt(post, address));
  expect(all()).toEqual(addresses.map(() => undefined));
  await pictures.load();
  return {
    paths: all(),
    missing: pictures.missing().map(({ address, reason }) => `${address}: ${reason}`),
    content,
  };
}

it('finds the file of an address, however it is written', async () => {
  const files = {
    'static/img/Elm Street.JPG': photo,
    'content/posts/flood/river.jpg': photo,
    'wp-content/uploads/2019/05/dam.png': other,
    'wp-content/uploads/2019/05/small-300x200.jpg': photo,
    'static/plan.pdf': '%PDF-1.4',
  };
  const attachments = [{ id: '7', address: 'https://old.example/wp-content/uploads/2019/05/dam.png' }];
  const { paths, missing } = await taken(setUp(files, { attachments }), [
    '/img/Elm%20Street.jpg',
    'http://www.old.example/img/elm street.jpg?w=300',
    'river.jpg',
    '/posts/flood/river.jpg',
    'https://old.example/wp-content/uploads/2019/05/dam-300x200.png',
    'https://old.example/wp-content/uploads/2019/05/small-300x200.jpg',
    '/?attachment_id=7',
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
    'media/2019/05/dam.png',
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
  const { archive, content } = setUp({});
  const client = openClient({
    allowPrivate: true,
    environment: {},
    limits: { ...fetchLimits, time: 500, pause: 1 },
  });
  const pictures = openPictures(archive, { content, fetch: { client, userAgent: 'Galley/test' } });
  const paths = ['/photo.jpg?w=1', '/moved.jpg', '/page.jpg', '/gone.jpg'].map((path) => server.url + path);
  const silent = Array.from({ length: 20 }, (_, i) => `${hanging.url}/${i}.jpg`);
  for (const address of [...silent, ...paths]) pictures.pictureAt(post, address);
  pictures.pictureAt(post, `${server.url}/photo-link.jpg`, 'link');
  await pictures.load();
  await client.close();
  expect(paths.map((address) => pictures.pictureAt(post, address))).toEqual([
    'media/photo.jpg',
    'media/moved.jpg',
    undefined,
    undefined,
  ]);
  const reasons = new Map(pictures.missing().map(({ address, reason }) => [address, reason]));
  expect(reasons.get(`${server.url}/gone.jpg`)).toBe('it answered 404 Not Found');
  expect(reasons.get(silent[0] ?? '')).toBe('it took longer than 0.5 s');
  expect(reasons.get(silent[19] ?? '')).toBe('its host does not answer');
  expect(server.requests.some((head) => head.includes('photo-link'))).toBe(false);
});

it('fetches nothing from a private address', async () => {
  const server = await startServer((_, response) => void response.end(photo));
  const { archive, content } = setUp({});
  const client = openClient({ allowPrivate: false, environment: {} });
  const pictures = openPictures(archive, { content, fetch: { client, userAgent: 'Galley/test' } });
  pictures.pictureAt(post, `${server.url}/photo.jpg`);
  await pictures.load();
  await client.close();
  expect(pictures.missing()[0]?.reason).toContain('private address');
  expect(server.connections()).toBe(0);
});
