import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import type { Archive } from '../cli/commands/import/archive.ts';
import { readText } from '../cli/commands/import/archive-files.ts';
import { pictureTaker } from '../cli/commands/import/pictures.ts';
import { filesFor } from '../cli/commands/init/workflow.ts';
import { createSiteServer, resolvePath } from '../cli/commands/serve/site-server.ts';
import { readFeed } from '../cli/headlines/read-feed.ts';
import { openFileCache } from '../cli/lib/file-cache.ts';
import { serveHere } from './commands/serve/requests.ts';
import { buildInMemory, galley, now, root, smallContent, temporaryFolder } from './helpers.ts';
import { galleyWarm } from './warm-program.ts';

const rulesWith = async (files: Readonly<Record<string, string>>) =>
  (await buildInMemory(smallContent(files))).report.problems.map(({ rule }) => rule);

const heron = readFileSync(join(root, 'tests/sites/small/content/blog/heron-count.md'), 'utf8');
const bridge = join(root, 'tests/sites/small/content/media/bridge.png');
const outside = temporaryFolder();
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16);

/** The promises of docs/security.md, in its order. */
const promises: Readonly<Record<string, () => void | Promise<void>>> = {
  'Text of content reaches a page without scripts, handlers and addresses that run': async () => {
    const hostile =
      '<script>alert(1)</script> <b onclick="alert(2)">b</b> <a href="javascript:alert(3)">c</a>\n';
    const { files } = await buildInMemory(smallContent({ 'blog/heron-count.md': heron + hostile }));
    expect([...files.values()].filter((text) => /<script>alert|<b onclick|"javascript:/.test(text))).toEqual(
      [],
    );
    expect(await rulesWith({ 'blog/heron-count.md': `${heron}[d](javascript:alert(4))` })).toEqual([
      'unsafe-link',
    ]);
  },
  'Pages allow only scripts of the paper itself': async () => {
    const { files } = await buildInMemory(smallContent());
    expect(files.get('index.html')).toMatch(/script-src &#x27;self&#x27;(?![^;]*unsafe)/);
  },
  'custom.css loads nothing from other hosts': async () => {
    expect(await rulesWith({ 'custom.css': 'a{background:url(//a.example/x)}' })).toEqual(['unsafe-link']);
    // What a build does not recognize as an address, browsers refuse: tests/browser/custom-css.test.ts.
    const { files } = await buildInMemory(smallContent());
    expect(files.get('index.html')).toMatch(
      /default-src &#x27;none&#x27;;.* img-src &#x27;self&#x27;; font-src/,
    );
  },
  'Files in public/ neither run nor steer the host': async () => {
    const files = {
      'public/a.html': '<p>',
      'public/_redirects': '/* //a.example 200',
      'public/.htaccess': 'x',
    };
    expect(await rulesWith(files)).toEqual(['unsafe-file', 'unsafe-file', 'unsafe-file']);
  },
  'Content that would exhaust the program is a problem with a place': async () => {
    expect(await rulesWith({ 'custom.css': 'a{'.repeat(4000) })).toContain('css-syntax');
    const aliases = heron.replace('\n---\n', `\naliases: [${'/a,'.repeat(10_001)}]\n---\n`);
    expect(await rulesWith({ 'blog/heron-count.md': aliases })).toContain('too-large');
  },
  'A site with errors is not written': async () => {
    const { report, files } = await buildInMemory(
      smallContent({ 'redirects.yaml': '- { from: /a, to: /nowhere }' }),
    );
    expect([report.written, files.size]).toEqual([undefined, 0]);
  },
  'Headlines are plain text with web addresses': () => {
    const item =
      '<item><title>&lt;b onclick="a()"&gt;T&lt;/b&gt;</title><link>javascript:alert(1)</link></item>';
    const read = readFeed(`<rss version="2.0"><channel>${item}</channel></rss>`, {
      url: 'https://a.example/',
      now: new Date(0),
    });
    expect(JSON.stringify(read)).not.toMatch(/javascript|onclick/);
    expect(read).toMatchObject({ feed: { items: [{ title: 'T' }] } });
  },
  'Texts and data of an archive are read only from ordinary files in it, of at most 5 MB': () => {
    const files = { root: temporaryFolder(), notes: [] };
    const at = (name: string) => join(files.root, name);
    writeFileSync(at('post.md'), 'Words.');
    writeFileSync(at('large.md'), 'a'.repeat(5 * 1024 * 1024 + 1));
    symlinkSync('/etc/hostname', at('link.md'));
    symlinkSync('/etc', at('folder'));
    spawnSync('mkfifo', [at('pipe.md')]);
    const names = ['post.md', 'large.md', 'link.md', 'folder/hostname', 'pipe.md'];
    expect(names.map((name) => readText(files, name))).toEqual(['Words.', ...Array(4).fill(undefined)]);
  },
  'An export of WordPress takes pictures from wp-content/uploads beside it, and from nowhere else':
    async () => {
      const folder = temporaryFolder();
      for (const path of ['private.png', 'wp-content/private.png', 'wp-content/uploads/shop.png'])
        cpSync(bridge, join(folder, path));
      const archive: Archive = {
        ...{ kind: 'wordpress', root: folder, hosts: ['a.example'], basePath: '', publicFolders: [''] },
        ...{ posts: [], pages: [], lists: [], menu: [], attachments: new Map(), people: [], notes: [] },
      };
      const options = { content: temporaryFolder(), request: undefined, report: () => 0 };
      const take = pictureTaker(archive, options);
      const addresses = ['/private.png', '/wp-content/private.png', '/wp-content/uploads/shop.png'];
      const taken = addresses.map((address) => take({ folder: '', where: 'item 1' }, address, 'picture'));
      expect(await Promise.all(taken)).toEqual([undefined, undefined, 'media/shop.png']);
    },
  'Files for servers and for the next build go to no host that would serve them': () => {
    for (const host of ['github-pages', 'netlify', 'cloudflare-pages', 's3'])
      expect(filesFor(host, 'content')[0]?.text).toMatch(
        /run: rm -rf dist\/\.galley-site dist\/\.hosts[\s\S]*(?:deploy|sync)/,
      );
    expect(
      filesFor('rsync', 'content')[0]
        ?.text.match(/rsync -.*/g)
        ?.join(),
    ).toMatch(/(?:.*exclude \/\.galley-site){2}/);
  },
  'They listen only to this machine unless --host says more': () => {
    for (const command of ['dev', 'preview'])
      expect(galley(outside, [command, '--help']).stdout).toMatch(
        /--host <host>[^-]*default: "127\.0\.0\.1"/,
      );
  },
  'They send no hidden file and nothing outside the site': () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, '.galley-site'), 'x');
    writeFileSync(join(outside, 'secret.txt'), 'x');
    symlinkSync(outside, join(folder, 'out'));
    for (const path of ['/.galley-site', '/out/secret.txt', `/..%2f${outside}/secret.txt`])
      expect(resolvePath(folder, path)).toEqual({ kind: 'missing' });
  },
  'Other sites can neither frame the pages nor hold on to their windows': async () => {
    const folder = temporaryFolder();
    for (const name of ['index.html', 'a.mp3']) writeFileSync(join(folder, name), 'x');
    const port = await serveHere(createSiteServer(folder, { names: [], onMissing() {}, first: () => false }));
    const kept = ['content-security-policy', 'cross-origin-opener-policy', 'cross-origin-resource-policy'];
    for (const [path, opener] of [
      ['', 'same-origin'],
      ['a.mp3', null],
    ]) {
      const { headers } = await fetch(`http://127.0.0.1:${port}/${path}`);
      expect(kept.map((name) => headers.get(name))).toEqual(["frame-ancestors 'self'", opener, opener]);
    }
  },
  'A drawing from the cache with a script in it is drawn anew': async () => {
    const folder = dirname(smallContent());
    const [pictures, art] = [join(folder, '.galley', 'pictures'), join(folder, 'dist', 'art')];
    const build = async () => {
      expect(await galleyWarm(folder, ['build', '--now', now.toISOString()])).toMatchObject({ status: 0 });
      return readdirSync(art).map((name) => readFileSync(join(art, name), 'latin1'));
    };
    const drawn = await build();
    for (const name of readdirSync(pictures).filter((name) => name.endsWith('.svg'))) {
      const text = readFileSync(join(pictures, name), 'utf8').replace('</svg>', '<script>a()</script></svg>');
      rmSync(join(pictures, name));
      writeFileSync(join(pictures, name.replace(/\.\w+\.svg$/, `.${hashOf(text)}.svg`)), text);
    }
    rmSync(join(folder, 'dist'), { recursive: true });
    expect(await build()).toEqual(drawn);
  },
  'A link in place of a cache folder is refused': () => {
    const folder = temporaryFolder();
    symlinkSync(outside, join(folder, '.galley'));
    expect(() => openFileCache(join(folder, '.galley', 'pictures'), '')).toThrow('is a link');
    symlinkSync(outside, join(folder, 'fonts'));
    expect(() => openFileCache(join(folder, 'fonts'), '')).toThrow('is a link');
  },
  '--fresh takes no picture, drawing or font from the cache': async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, `key.${hashOf('old')}.png`), 'old');
    const file = await openFileCache(folder, '', { isFresh: true }).file('key', 'png', () => 'new');
    expect([readFileSync(file, 'utf8'), readdirSync(folder).length]).toEqual(['new', 1]);
  },
};

/** Promises that another file holds: a part of the name of its test. */
const heldBy: Readonly<Record<string, string>> = {
  'Drawings are published only with what an allow-list names': 'with %s is refused, and the problem names it',
  'Links to files outside the content are refused': 'are no links to other files',
  'What only drafts and scheduled stories name in media/ is not published before them':
    'pictures that only drafts and scheduled stories name',
  'pull connects only to addresses of the public internet': 'an address is not of the public internet',
  'The program of the desk is the one file that is known by its hash, and public/ holds no other script':
    'publishes no other script in its place',
  "/admin runs only this program and the desk's own script, compiles no code, and starts in no frame of another site":
    'runs its own scripts alone',
  'Its public file names no authors of drafts': 'does not name the authors of drafts in its public file',
  'No step of a workflow that has a key installs anything, and actions are pinned by their commits':
    'is one that GitHub can run, for %s',
  "The hook of a paper's own machine runs nothing that is pushed, and follows no link":
    'runs nothing that is pushed, follows no link',
  'A push with an error changes nothing for readers': 'refuses what has an error',
  'A paper keeps the address that it had in the last build, whoever else claims it':
    'are an address that another paper had in the last build, which keeps it',
  "A site.yaml that is a link to another paper's is refused, and claims nothing":
    'are an address that another paper had in the last build, which keeps it',
  'They answer only to names of this machine, so that no other site reads along':
    'refuses %s under another host name',
  'The relay serves its own stations and nothing else': 'and opens no connection',
  'A file as a station is an ordinary file of the content': 'is not %s; the reason is given at the start',
};

const lines = [...readFileSync(join(root, 'docs/security.md'), 'utf8').matchAll(/^- (?!\*)(.*)\.$/gm)].map(
  ([, line = '']) =>
    / \(\[test\]\(\.\.\/(.*)\)\)$/.exec(line) ?? { index: line.length, 1: undefined, input: line },
);
const promised = lines.map(({ input, index, 1: file }) => ({ sentence: input.slice(0, index), file }));

it.each(Object.entries(promises))('%s', (_, keep) => keep());

it('docs/security.md promises that, and what tests of other files hold, and nothing else', () => {
  const here = promised.filter(({ file }) => file === undefined);
  const elsewhere = promised.filter(({ file }) => file !== undefined);
  expect(here.map(({ sentence }) => sentence)).toEqual(Object.keys(promises));
  expect(elsewhere.map(({ sentence }) => sentence)).toEqual(Object.keys(heldBy));
  for (const { sentence, file = '' } of elsewhere)
    expect(readFileSync(join(root, file), 'utf8')).toContain(heldBy[sentence]);
});
