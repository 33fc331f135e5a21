import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesOf, galleyBeside, now, write } from '../../helpers.ts';
import { galleyWarm, type Run } from '../../warm-program.ts';
import { startServer } from '../pull/bad-server.ts';
import { newNetwork } from './small-network.ts';

const names = ['birch', 'elm', 'pine'];

const edit = (file: string, change: (text: string) => string) =>
  writeFileSync(file, change(readFileSync(file, 'utf8')));

const galley = (folder: string, ...args: string[]) =>
  galleyWarm(folder, [...args, '--now', now.toISOString()]);
const build = (folder: string, ...flags: string[]) =>
  galley(folder, 'build', '--network', 'papers', ...flags);

const aboutPage = 'papers/shared/pages/about.yaml';
const filledLine = 'description: "{{name}}, {{contact.city}}: {{place}}"';

describe('a network of papers', () => {
  it('has the sites that each paper has of its own, with the shared files filled in', async () => {
    const folder = await newNetwork(names);
    edit(join(folder, aboutPage), (text) => text.replace(/^description: .*/m, filledLine));
    write(join(folder, 'papers/shared/theme.yaml'), 'colors: { light: { accent: "#14532d" } }\n');
    write(join(folder, 'papers/elm/theme.yaml'), 'colors: { light: { accent: "#7c2d12" } }\n');
    write(join(folder, 'papers/shared/public/notes.txt'), '{{name}} stays as it is.\n');
    const { status, stdout, stderr } = await build(folder);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toContain('3 papers: 3 built, 0 of them as before');
    for (const name of names) {
      const alone = join(folder, 'alone', name);
      cpSync(join(folder, 'papers/shared'), alone, { recursive: true });
      cpSync(join(folder, 'papers', name), alone, { recursive: true });
      edit(join(alone, 'pages/about.yaml'), (text) =>
        text.replace(
          filledLine,
          `description: "The \\"${name}\\": news, Alder Ferry: Alder Ferry, Minnesota"`,
        ),
      );
      const flags = ['--content', join('alone', name), '--out', join('out', name), '--cache', '.galley'];
      expect(await galley(folder, 'build', ...flags)).toMatchObject({ status: 0 });
      expect(filesOf(join(folder, 'dist', name))).toEqual(filesOf(join(folder, 'out', name)));
    }
  });

  it('fills texts of every form with values of every form', async () => {
    const folder = await newNetwork(names);
    const form = (name: string, before: RegExp, after: string) =>
      edit(join(folder, `papers/${name}/site.yaml`), (text) => text.replace(before, after));
    form('birch', /^name: .*/m, "'name' : The Birch # for short");
    form('elm', /^name: .*/m, 'name: &name The Elm');
    form('elm', /^publisher: .*/m, 'publisher: *name');
    const description = 'description: >-\n  Who says\n  "{{name}}" means {{publisher}}.';
    edit(join(folder, aboutPage), (text) => text.replace(/^description: .*/m, description));
    expect(await build(folder)).toMatchObject({ status: 0, stderr: '' });
    const described = (name: string) =>
      /name="description" content="([^"]*)/.exec(
        readFileSync(join(folder, 'dist', name, 'about.html'), 'utf8'),
      )?.[1];
    expect(names.map(described)).toEqual([
      'Who says “The Birch” means Alder Ferry Press.',
      'Who says “The Elm” means The Elm.',
      'Who says “The “pine”: news” means Alder Ferry Press.',
    ]);
  });

  it('counts what came with the archives of all papers, and says when the next story is to come', async () => {
    const folder = await newNetwork(names);
    for (const name of ['birch', 'elm']) {
      edit(join(folder, `papers/${name}/site.yaml`), (text) => `${text}importedBefore: 2026-06-30\n`);
      write(join(folder, `papers/${name}/imported.yaml`), 'date: 2026-06-30\ncounts: { dead-link: 1 }\n');
      const post = (id: string, date: string) =>
        `---\nid: ${id}\ntitle: ${id}\nexcerpt: It was.\npublishedDate: ${date}T06:00:00-06:00\ncategory: Business\n---\n[Here](/gone).\n`;
      write(join(folder, `papers/${name}/blog/old.md`), post('old', '2020-01-02'));
      write(join(folder, `papers/${name}/blog/next.md`), post('next', '2026-12-24'));
    }
    const { stdout, stderr } = await build(folder);
    expect(stderr).toBe('2 dead links in posts from before 2026-06-30 (--all lists them)\n');
    expect(stdout).toContain('left out: 2 to come (next: Dec 24, 2026');
  });

  it('has one file on the disk for what is the same in several papers, whichever worker builds them', async () => {
    const many = [...names, 'ash', 'oak'];
    const folder = await newNetwork(many);
    await build(folder);
    const inodeOf = (path: string) => many.map((name) => statSync(join(folder, 'dist', name, path)).ino);
    const picture = readdirSync(join(folder, 'dist/elm/assets')).find((name) => name.endsWith('.avif'));
    for (const path of ['media/bridge.png', `assets/${picture}`])
      expect(new Set(inodeOf(path)).size, path).toBe(1);
    expect(new Set(inodeOf('index.html')).size).toBe(5);

    const store = join(folder, '.galley/store');
    const linked = readdirSync(store);
    for (const name of ['of-another-shard~', 'unused']) write(join(store, name), 'a file');
    const old = Date.now() / 1000 - 2 * 24 * 60 * 60;
    for (const name of [...linked, 'unused']) utimesSync(join(store, name), old, old);
    await build(folder);
    expect(readdirSync(store).sort()).toEqual([...linked, 'of-another-shard~'].sort());
  });

  it('builds only the papers that have changed, also after a shared file', async () => {
    const folder = await newNetwork(names);
    await build(folder);
    expect((await build(folder)).stdout).toContain('3 papers: 3 built, 3 of them as before');
    edit(join(folder, 'papers/elm/blog/heron-count.md'), (text) => `${text}\nMore herons came.\n`);
    expect((await build(folder)).stdout).toContain('3 papers: 3 built, 2 of them as before');
    edit(join(folder, aboutPage), (text) => text.replace('first by hand', 'first by foot'));
    expect((await build(folder)).stdout).toContain('3 papers: 3 built, 0 of them as before');
    const changed = filesOf(join(folder, 'dist'));
    await build(folder, '--out', 'fresh');
    expect(changed).toEqual(filesOf(join(folder, 'fresh')));
  });
});

describe('a shard of a network', () => {
  /** The papers that a command with `--shard` has built. */
  const papersOf = async (folder: string, shard: string) => {
    rmSync(join(folder, 'dist'), { recursive: true, force: true });
    const { status, stdout } = await build(folder, '--shard', shard);
    const built = existsSync(join(folder, 'dist')) ? readdirSync(join(folder, 'dist')) : [];
    expect(stdout).toContain(`${built.length} paper${built.length === 1 ? '' : 's'} in shard ${shard}: `);
    expect(status).toBe(0);
    return built;
  };

  it('has its papers whichever others there are, and may have none', async () => {
    const folder = await newNetwork(names);
    expect(await papersOf(folder, '1/2')).toEqual(['pine']);
    expect(await papersOf(folder, '2/2')).toEqual(['birch', 'elm']);
    rmSync(join(folder, 'papers/pine'), { recursive: true });
    expect(await papersOf(folder, '1/2')).toEqual([]);
    expect(await papersOf(folder, '2/2')).toEqual(['birch', 'elm']);
  });

  it('tells of papers of one address in other shards, and only of what is in it', async () => {
    const folder = await newNetwork(names);
    edit(join(folder, 'papers/elm/site.yaml'), (text) => text.replace('https://elm.', 'https://birch.'));
    write(join(folder, 'papers/notes.txt'), 'mine');
    const checks: Run[] = [];
    for (const shard of ['1/3', '2/3', '3/3'])
      checks.push(await galley(folder, 'check', '--network', 'papers', '--shard', shard));
    const telling = (text: string) => checks.map(({ stderr }) => stderr.includes(text));
    expect(telling('2 papers have the address `birch.example`')).toEqual([true, false, true]);
    expect(telling('papers/notes.txt')).toEqual([true, false, false]);
    expect(checks.map(({ status }) => status)).toEqual([1, 0, 1]);
  });

  it.each(['0/4', '5/4', '3', '1/4/2'])('is refused as %s', async (shard) => {
    const { status, stderr } = await galleyWarm('.', ['build', '--network', 'papers', '--shard', shard]);
    expect(status).toBe(2);
    expect(stderr).toContain('It looks like 3/20: the third of 20 parts.');
  });

  it('is refused without a network', async () => {
    for (const command of ['build', 'check', 'pull']) {
      const { status, stderr } = await galleyWarm('.', [command, '--shard', '1/4']);
      expect(status).toBe(2);
      expect(stderr).toContain('name its folder with --network.');
    }
  });
});

describe('a pull for a network', () => {
  /** The network, with the feeds of its shared pages and one of the paper `elm` at a server. */
  async function withFeeds(answer: string) {
    const folder = await newNetwork(names);
    const server = await startServer((_, response) => void response.end(answer));
    const pages = join(folder, 'papers/shared/pages');
    for (const name of readdirSync(pages).filter((name) => /\.(?:md|yaml)$/.test(name)))
      edit(join(pages, name), (text) => text.replace(/https:\/\/(\w+)\.example\/rss/g, `${server.url}/$1`));
    const shared = 'home.yaml';
    const own = join(folder, 'papers/elm/pages', shared);
    cpSync(join(pages, shared), own, { recursive: true });
    edit(own, (text) => text.replaceAll(`${server.url}/`, `${server.url}/elm-`));
    const pull = (...flags: string[]) =>
      galleyBeside(folder, ['pull', '--network', 'papers', '--allow-private', ...flags]);
    return { folder, server, shared, pull };
  }

  const rss =
    '<rss version="2.0"><channel><title>Wire</title><item><title>A ferry comes back</title></item></channel></rss>';

  it('requests each feed once, and saves it where all papers are built from', async () => {
    const { folder, server, pull } = await withFeeds(rss);
    const { status, stdout } = await pull();
    expect(status).toBe(0);
    const requested = server.requests.map((request) => request.split(' ')[1]);
    expect(requested.length).toBeGreaterThan(1);
    expect(new Set(requested).size).toBe(requested.length);
    expect(stdout).toContain(`pulled ${requested.length} feeds`);
    expect(readdirSync(join(folder, '.galley/feeds'))).toHaveLength(requested.length);
    expect(await build(folder)).toMatchObject({ status: 0 });
    for (const name of names) {
      const pages = [...filesOf(join(folder, 'dist', name))].filter(([path]) => path.endsWith('.html'));
      expect(pages.some(([, html]) => html.includes('A ferry comes back'))).toBe(true);
    }
    const ofElm = readdirSync(join(folder, '.galley/feeds')).find((name) => name.includes('elm-')) ?? '';
    edit(join(folder, '.galley/feeds', ofElm), (text) => text.replace('comes back', 'is late'));
    expect((await build(folder)).stdout).toContain('3 papers: 3 built, 2 of them as before');
  });

  it('requests the feeds of a shard alone', async () => {
    const { server, pull } = await withFeeds(rss);
    const ofElm = () => server.requests.filter((request) => request.includes('/elm-')).length;
    await pull('--shard', '1/2');
    expect(server.requests).not.toHaveLength(0);
    expect(ofElm()).toBe(0);
    await pull('--shard', '2/2');
    expect(ofElm()).toBeGreaterThan(0);
  });

  it('tells once of a feed that fails, in the shared file, with the papers that show it', async () => {
    const { shared, pull } = await withFeeds('<p>no feed');
    const json = JSON.parse((await pull('--format', 'json')).stdout);
    const files = json.problems.map(({ file }: { file: string }) => file);
    expect(files).toContain(`papers/shared/pages/${shared}`);
    expect(files).toContain(`papers/elm/pages/${shared}`);
    expect(json.problems).toHaveLength(json.summary.feeds);
    const ofPapers = new Set(json.problems.map(({ papers }: { papers: object }) => JSON.stringify(papers)));
    expect(ofPapers).toContain(undefined);
    expect(ofPapers).toContain('{"count":2,"first":["birch","pine"]}');
  });
});

describe('mistakes in a network', () => {
  it('are told once for a shared file, in its own line and column, with the papers that have it', async () => {
    const folder = await newNetwork(names);
    const own = readFileSync(join(folder, aboutPage), 'utf8');
    write(join(folder, 'papers/pine/pages/about.yaml'), own);
    edit(join(folder, aboutPage), (text) =>
      text.replace(
        /^keywords: .*/m,
        'keywords: [{{region}}, a{{nobody}}, {{no.one}}, {{gone}}, {{away}}]\ncolour: red',
      ),
    );
    const { status, stderr, stdout } = await build(folder);
    expect(status).toBe(1);
    expect(stderr).toContain('missing-key papers/shared/pages/about.yaml:5:1\n');
    expect(stderr).toContain(
      '  5 | keywords: [{{region}}, a{{nobody}}, {{no.one}}, {{gone}}, {{away}}]\n    | ^^^^',
    );
    for (const field of ['nobody', 'no.one', 'gone', 'away'])
      expect(stderr).toContain(`  \`{{${field}}}\` is filled from`);
    expect(stderr).toContain('unknown-key papers/shared/pages/about.yaml:6:1\n');
    expect(stderr).toContain('  in 2 papers: birch, elm\n');
    expect(stderr).toContain('5 errors in 1 file\n');
    expect(stdout).toContain('3 papers: 1 built');
    expect(readdirSync(join(folder, 'dist'))).toEqual(['pine']);
    const json = JSON.parse((await build(folder, '--format', 'json')).stdout);
    expect(json.problems[0].papers).toEqual({ count: 2, first: ['birch', 'elm'] });
    const github = (await galley(folder, 'check', '--network', 'papers', '--format', 'github')).stdout;
    expect(github).toContain('::error file=papers/shared/pages/about.yaml,line=5,');
    expect(github).toContain('%0Ain 2 papers: birch, elm%0A');
  });

  it('are told apart where papers lack different keys of one line', async () => {
    const folder = await newNetwork(names);
    const shared = '{{region}}, {{publisher}}, [us]({{baseUrl}}/contakt)';
    edit(join(folder, 'papers/shared/pages/local-news.md'), (text) => `${text}\n${shared}\n`);
    const without = (name: string, line: RegExp) =>
      edit(join(folder, `papers/${name}/site.yaml`), (text) => text.replace(line, ''));
    without('birch', /^region: .*\n/m);
    without('birch', /^publisher: .*\n/m);
    without('elm', /^publisher: .*\n/m);
    const { stdout } = await galley(folder, 'check', '--network', 'papers', '--format', 'json');
    const problems = JSON.parse(stdout).problems.map(
      ({ message, suggestion, papers }: Record<string, unknown>) => [message, suggestion, papers],
    );
    const missing = (key: string) =>
      `\`{{${key}}}\` is filled from the \`${key}\` of each paper’s site.yaml, which has no such text.`;
    expect(problems).toEqual([
      ['There is no page at `/contakt`.', undefined, { count: 1, first: ['pine'] }],
      [missing('publisher'), undefined, { count: 2, first: ['birch', 'elm'] }],
      [missing('region'), undefined, { count: 1, first: ['birch'] }],
    ]);
  });

  it('are named as they are in the network, also where each paper is a repository of its own', async () => {
    const folder = await newNetwork(names);
    for (const name of names) {
      write(join(folder, 'papers', name, '.git'), 'gitdir: elsewhere');
      edit(join(folder, `papers/${name}/site.yaml`), (text) => `${text}colour: red\n`);
    }
    cpSync(join(folder, aboutPage), join(folder, 'papers/shared/pages/about-2.yaml'));
    write(join(folder, '.git'), 'gitdir: elsewhere');
    const { stderr } = await galley(folder, 'check', '--network', 'papers');
    for (const name of names) expect(stderr).toContain(`unknown-key papers/${name}/site.yaml:`);
    expect(stderr).toContain('  `papers/shared/pages/about.yaml` already has the address');
    expect(stderr).toContain('  in 3 papers: birch, elm, pine\n');
    // The folder itself has a name of its own, too.
    rmSync(join(folder, '.git'));
    const { stderr: inside } = await galley(join(folder, 'papers'), 'check', '--network', '.');
    expect(inside).toMatch(/unknown-key birch\/site\.yaml:\d+:1\n.*\n\n.*\n *\d+ \| colour: red\n/);
  });

  it('in a site.yaml are told alone, and not the texts that are filled from it', async () => {
    const folder = await newNetwork(names);
    edit(join(folder, aboutPage), (text) => text.replace(/^description: .*/m, filledLine));
    const site = join(folder, 'papers/elm/site.yaml');
    edit(site, (text) => text.replace(/^( +street: ).*/m, '$1Road: two'));
    const { stderr } = await build(folder);
    expect(stderr).toContain('yaml-syntax papers/elm/site.yaml:');
    expect(stderr).toContain('1 error in 1 file\n');
    writeFileSync(site, '');
    expect((await build(folder)).stderr).toContain('1 error in 1 file\n');
  });

  it('in one paper alone may be acknowledged in the shared file', async () => {
    const folder = await newNetwork(names);
    edit(join(folder, 'papers/elm/site.yaml'), (text) =>
      text.replace(/^name: .*/m, "name: 'Elm *Star*' # meant: markdown-slip"),
    );
    const faq = join(folder, 'papers/shared/pages/faq.yaml');
    edit(faq, (text) => text.replace(/^title: .*/m, 'title: "Questions to {{name}}" # meant: markdown-slip'));
    expect(await build(folder)).toMatchObject({ status: 0, stderr: '' });
    rmSync(join(folder, 'papers/elm'), { recursive: true });
    expect((await build(folder)).stderr).toContain('needless-comment papers/shared/pages/faq.yaml:');
  });

  it('leave the other papers built, and the old site of the one with the mistake', async () => {
    const folder = await newNetwork(names);
    await build(folder);
    const before = filesOf(join(folder, 'dist/birch'));
    for (const name of ['birch', 'elm'])
      edit(join(folder, `papers/${name}/blog/heron-count.md`), (text) => `${text}\nMore herons came.\n`);
    edit(join(folder, 'papers/birch/site.yaml'), (text) => `${text}colour: red\n`);
    const { status, stderr, stdout } = await build(folder);
    expect(status).toBe(1);
    expect(stderr).toContain('unknown-key papers/birch/site.yaml:');
    expect(stdout).toContain('3 papers: 2 built, 1 of them as before');
    expect(filesOf(join(folder, 'dist/birch'))).toEqual(before);
    expect(readFileSync(join(folder, 'dist/elm/blog/heron-count.html'), 'utf8')).toContain('More herons');
  });

  it('in an output folder leave the other papers built', async () => {
    const folder = await newNetwork(names);
    write(join(folder, 'dist/elm/diary.txt'), 'mine');
    const { status, stderr, stdout } = await build(folder);
    expect(status).toBe(3);
    expect(stderr).toMatch(/^error elm: .*dist\/elm holds files that Galley did not make/);
    expect(stdout).toContain('3 papers: 2 built');
  });

  it('are two papers with one address, of which none is built, and what is no paper', async () => {
    const folder = await newNetwork(names);
    edit(join(folder, 'papers/elm/site.yaml'), (text) =>
      text.replace('baseUrl: https://elm.', 'baseUrl:\n  https://Birch.'),
    );
    write(join(folder, 'papers/notes.txt'), 'mine');
    const { status, stderr } = await build(folder);
    expect(status).toBe(1);
    expect(stderr).toContain('2 papers have the address `birch.example`');
    expect(stderr).toContain('error duplicate-address papers/birch/site.yaml:6:10\n');
    expect(stderr).toContain('Another paper with it: papers/elm/site.yaml:7:3\n');
    expect(stderr).toContain('warning stray-file papers/notes.txt:1:1\n');
    expect(readdirSync(join(folder, 'dist'))).toEqual(['pine']);
  });

  it('are an address that another paper had in the last build, which keeps it', async () => {
    const folder = await newNetwork(names);
    const claim = (name: string, address: string) =>
      edit(join(folder, `papers/${name}/site.yaml`), (text) =>
        text.replace(/^baseUrl: .*/m, `baseUrl: ${address}`),
      );
    const built = async (...flags: string[]) => {
      rmSync(join(folder, 'dist'), { recursive: true, force: true });
      const { status, stderr } = await build(folder, ...flags);
      return [status, existsSync(join(folder, 'dist')) ? readdirSync(join(folder, 'dist')) : [], stderr];
    };
    expect(await built()).toEqual([0, names, '']);
    claim('birch', 'https://elm.example');
    const told = expect.stringContaining(
      'The paper `elm` had the address `elm.example` in the last build and keeps it; this one is left out',
    );
    expect(await built()).toEqual([1, ['elm', 'pine'], told]);
    // A mistake in its site.yaml does not give it away, nor do two who want it, nor the record of a shard.
    claim('elm', '"htps://elm.example"');
    claim('pine', 'https://elm.example');
    expect(await built('--shard', '2/2')).toEqual([1, [], expect.stringContaining('2 others are left out')]);
    claim('elm', 'https://elm.example');
    expect(await built()).toEqual([1, ['elm'], expect.stringContaining('papers/birch/site.yaml')]);
    claim('elm', 'https://larch.example');
    claim('pine', 'https://pine.example');
    expect(await built()).toEqual([0, names, '']);
    // A link to the site.yaml of another paper claims nothing.
    rmSync(join(folder, 'papers/pine/site.yaml'));
    symlinkSync('../elm/site.yaml', join(folder, 'papers/pine/site.yaml'));
    expect(await built()).toEqual([
      1,
      ['birch', 'elm'],
      expect.stringContaining('symlink papers/pine/site.yaml'),
    ]);
    write(join(folder, '.galley/builds/addresses.json'), '[1');
    expect((await built()).slice(0, 2)).toEqual([1, ['birch', 'elm']]);
  });

  it('are flags for one paper, and an output folder among the papers', async () => {
    const folder = await newNetwork(names);
    expect(await build(folder, '--base-url', 'https://a.example')).toMatchObject({ status: 2 });
    expect(await galley(folder, 'check', '--network', 'papers', '--fix')).toMatchObject({ status: 2 });
    expect(await build(folder, '--out', 'papers/shared')).toMatchObject({ status: 3 });
    expect(await build(folder, '--cache', 'papers/shared/cache')).toMatchObject({ status: 2 });
    expect(existsSync(join(folder, 'papers/shared/birch'))).toBe(false);
    for (const name of names) rmSync(join(folder, 'papers', name), { recursive: true });
    const { status, stderr } = await build(folder);
    expect([status, stderr]).toEqual([2, expect.stringContaining('There is no paper in papers: ')]);
  });
});
