import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fix } from '../../cli/commands/check/fix.ts';
import { parse } from '../../cli/pipeline/parse.ts';
import { read } from '../../cli/pipeline/read.ts';
import { post } from '../content/problems-of-file.ts';
import { sites, smallContent, spoiledContent, temporaryFolder } from '../helpers.ts';
import { testCache } from '../test-cache.ts';
import { galleyWarm } from '../warm-program.ts';

/** A file's text after the fixes; the same text where nothing is certain. */
function fixed(path: string, text: string): string {
  const files = [{ path, file: `content/${path}`, text }];
  const sources = { files, media: [], publicFiles: [], refused: new Set<string>(), shownAs: 'content' };
  return fix(sources)[0]?.text ?? text;
}

const radio = (more: string) => `name: Ferry Radio
description: Tides
nowPlaying: News
port: 8000
stations:
  - port: 8000
    source: http://radio.example:8000/live
${more}`;
const schedule = (...entries: string[]) => radio(`schedule:\n${entries.map((e) => `  - ${e}\n`).join('')}`);
const tags = (list: string) => post.replace('tags: [herons, river]', list);

describe('fix', () => {
  it.each<[name: string, path: string, before: string, after: string]>([
    ['gives a mistyped key its name', 'radio.yaml', radio('scedule: []\n'), radio('schedule: []\n')],
    [
      'makes two changes in one line',
      'radio.yaml',
      schedule('{ tiem: Noon, titel: "Bulletin", about: x }'),
      schedule('{ time: Noon, title: "Bulletin", about: x }'),
    ],
    [
      'finds the template of a page',
      'pages/x.yaml',
      'tempalte: rss\npath: /x\ntitel: X\n',
      'template: rss\npath: /x\ntitle: X\n',
    ],
    [
      'writes the scheme of addresses, but not in code',
      'blog/x.md',
      `${post}\n[a](//a.example/b) \`[a](//a.example)\`\n\n[b]: //b.example\n`,
      `${post}\n[a](https://a.example/b) \`[a](//a.example)\`\n\n[b]: https://b.example\n`,
    ],
    [
      'writes the scheme of a value',
      'navigation.yaml',
      'header:\n  - { title: A, path: //a.example }\n',
      'header:\n  - { title: A, path: https://a.example }\n',
    ],
    ...(
      [
        ['The <b>ferry</b> sails "<i>now</i>".', 'The **ferry** sails "*now*".'],
        ['<p>A <strong>B</strong> &amp; “c”<br/>d</p>\n<p>E</p>', 'A **B** & “c”\\\nd\n\nE'],
        ['<h2>Tides</h2>\n\n<ol>\n <li>High</li>\n <li>Low</li>\n</ol>', '## Tides\n\n1. High\n2. Low'],
        ['<a href="/x?a=1&amp;b=2" target="_blank">w</a>', '[w](/x?a=1\\&b=2)'],
        ['<img src="/media/bridge.png" alt="A bridge" width="9"/>', '![A bridge](media/bridge.png)'],
        ['Run <code>a &lt; b</code> and <b><i>x</i></b>', 'Run `a < b` and **_x_**'],
        ['Bring:\n• boots\n• socks\n\n• <b>one</b>\n\n· no', 'Bring:\n- boots\n- socks\n\n- **one**\n\n· no'],
        ['`<b>x</b>` <b>y</b>\n\n```\n• a\n• b\n```', '`<b>x</b>` **y**\n\n```\n• a\n• b\n```'],
      ] as const
    ).map(
      ([before, after]) =>
        [`writes ${before} in Markdown`, 'blog/x.md', `${post}\n${before}\n`, `${post}\n${after}\n`] as [
          string,
          string,
          string,
          string,
        ],
    ),
    [
      'writes signs in plain fields, however often they were encoded',
      'blog/x.md',
      post.replace('title: Forty', 'title: Tom &amp; Ann&amp;#8217;s Forty'),
      post.replace('title: Forty', 'title: Tom & Ann’s Forty'),
    ],
    ['changes front matter', 'blog/x.md', post.replace('excerpt', 'exerpt'), post],
    ['goes by small letters and hyphens', 'blog/x.md', post.replace('publishedDate', 'published-date'), post],
    [
      'finds the number under a mistyped key',
      'radio.yaml',
      radio('').replace('port: 8000\nst', `prot: '8000'\nst`),
      radio(''),
    ],
    [
      'takes the quotation marks off a number',
      'radio.yaml',
      radio('').replace('port: 8000', 'port: "8000" # the first'),
      radio('').replace('port: 8000', 'port: 8000 # the first'),
    ],
    [
      'works through more problems than are listed',
      'radio.yaml',
      schedule(...Array<string>(101).fill('{ tiem: Noon, title: "Bulletin" }')),
      schedule(...Array<string>(101).fill('{ time: Noon, title: "Bulletin" }')),
    ],
  ])('%s', (_name, path, before, after) => {
    expect(fixed(path, before)).toBe(after);
    expect(fixed(path, after)).toBe(after);
  });

  it.each<[name: string, path: string, text: string]>([
    ['a key whose right name is there as well', 'radio.yaml', radio('descripton: x\n')],
    ['two keys that may be the same', 'blog/x.md', post.replace('title: Forty', 'tittle: x\ntitel: Forty')],
    ['a key that only means the same', 'blog/x.md', post.replace('publishedDate', 'date')],
    [
      'a number in words, with a unit or with zeros before it',
      'radio.yaml',
      radio('').replace('port: 8000', 'port: "08000"'),
    ],
    ['a repeated tag', 'blog/x.md', tags('tags: [river, river]')],
    ['a misspelt category', 'blog/x.md', post.replace('Local News', 'Local Nws')],
    [
      'an unfinished merge',
      'blog/x.md',
      `${post.replace('title', 'titel')}<<<<<<< a\nb\n=======\nc\n>>>>>>> d\n`,
    ],
    ['what cannot be read', 'radio.yaml', radio('x: "open  \n')],
    ...[
      'a<b> x </b>b',
      '<b>un<i>closed</b>',
      '<a class="b" href="/x">no</a>',
      'un <b>closed\n\nblock</b>',
      'a <b>[label][1]</b>\n\n[1]: /x',
      '<iframe src="/x"></iframe>',
      '- a\n\n  <b>below</b>',
      '> [!note] Boxes\n> have <b>lines</b>',
      '<img src="https://a.example/b.jpg" alt="B">',
      '<div style="x">y</div>',
      '• a\n• b\nand more',
      '• a\nand more\n• b',
      '5. <b>Plano</b>\n4. Allen',
      '| a |\n| -: |\n| <b>1</b> |',
      '    <b>code</b>',
      '<<<<<<< a\n<b>b</b>\n=======\nc\n>>>>>>> d',
    ].map((text) => [text, 'blog/x.md', `${post}\n${text}\n`] as [string, string, string]),
    ['a sign that would break the line', 'blog/x.md', post.replace('title: Forty', 'title: "&quot;Forty')],
  ])('leaves %s alone', (_name, path, text) => {
    expect(fixed(path, text)).toBe(text);
  });

  /** Of the broken sites, those whose mistake has a certain cure. */
  const curable = [
    'bom-page-with-a-misspelt-key',
    'misspelt-key',
    'misspelt-key-in-a-list-item',
    'price-with-a-dollar-sign',
  ];

  /** Those, and one of six of the others: all of them take long. */
  const tried = readdirSync(join(sites, 'broken')).filter((name, i) => i % 6 === 0 || curable.includes(name));

  it('changes a broken site only if its mistake has a certain cure, and then the problem is gone', () => {
    const changed = tried.filter((name) => {
      const without = join(sites, 'broken', name, 'without.txt');
      const gone = existsSync(without) ? readFileSync(without, 'utf8').split('\n').filter(Boolean) : [];
      const sources = read(spoiledContent(join(sites, 'broken', name, 'content'), gone), 'content').value;
      const files = fix(sources);
      const texts = new Map(files.map(({ source, text }) => [source.path, text]));
      const after = sources.files.map((file) => ({ ...file, text: texts.get(file.path) ?? file.text }));
      const left = parse({ ...sources, files: after }).problems;
      const before = parse(sources).problems.filter(({ fix }) => !fix);
      expect(left.map(({ message }) => message)).toEqual(before.map(({ message }) => message));
      return files.length > 0;
    });
    expect(changed).toEqual(curable);
  });
});

describe('check --fix', () => {
  const check = (folder: string, ...flags: string[]) =>
    galleyWarm(folder, ['check', '--cache', testCache, ...flags]);
  const spoiled = () => {
    const content = spoiledContent(join(sites, 'broken', 'misspelt-key', 'content'));
    return { folder: join(content, '..'), content };
  };

  it('shows the change, writes it, and checks what is there then', async () => {
    const { folder, content } = spoiled();
    const file = join(content, 'data/plans.yaml');
    const before = readFileSync(file, 'utf8').replaceAll('\n', '\r\n');
    writeFileSync(file, `\uFEFF${before}`);
    const tried = await check(folder, '--fix', '--dry-run');
    expect([tried.status, tried.stdout]).toEqual([1, expect.stringMatching(/^--- a\/.*\n\+\+\+ b\/.*\n@@ /)]);
    expect(readFileSync(file, 'utf8')).toBe(`\uFEFF${before}`);
    const { status, stdout } = await check(folder, '--fix');
    expect([status, stdout.startsWith('--- a/')]).toEqual([0, true]);
    expect(readFileSync(file, 'utf8')).toMatch(/^\uFEFF(?:[^\n]*\r\n)+$/);
  });

  it('puts the changes into the document for programs', async () => {
    const { folder } = spoiled();
    const { status, stdout } = await check(folder, '--fix', '--format', 'json');
    const { fixed, problems } = JSON.parse(stdout);
    expect([status, problems]).toEqual([0, []]);
    expect(fixed).toMatchObject([
      { problems: [{ rule: 'unknown-key' }], diff: expect.stringMatching(/^--- a\//) },
    ]);
  });

  it('writes the counts of an import, and lowers them when something is corrected', async () => {
    const content = smallContent();
    const [site, heron, counts] = ['site.yaml', 'blog/heron-count.md', 'imported.yaml'].map((name) =>
      join(content, name),
    ) as [string, string, string];
    const run = (...flags: string[]) => check(join(content, '..'), '--now', '2026-11-20T18:00:00Z', ...flags);
    const write = (text: string) =>
      writeFileSync(heron, readFileSync(heron, 'utf8').replace(/(?<=\n---\n)[\s\S]*/, text));
    writeFileSync(site, `${readFileSync(site, 'utf8')}importedBefore: 2026-05-01\n`);
    write('[A](/a) [B](/b)\n');
    const unkept = await run();
    expect([unkept.status, unkept.stderr]).toEqual([
      0,
      expect.stringMatching(
        /^2 dead links in posts from before 2026-05-01.*\nwarning imported-count .*site.yaml/,
      ),
    ]);
    const tried = await run('--fix', '--dry-run');
    expect([tried.stdout, existsSync(counts)]).toEqual([expect.stringContaining('+  dead-link: 2'), false]);
    expect((await run('--fix')).stderr).not.toContain('imported-count');
    const kept = (links: number) =>
      `date: 2026-11-20\ncounts:\n  dead-link: ${links}\n  moved-link: 0\n  missing-alt: 0\n  heading-level: 0\n  invalid-text: 0\n  shortcode: 0\n`;
    expect(readFileSync(counts, 'utf8')).toBe(kept(2));
    write('[A](/a)\n');
    await run('--fix');
    expect(readFileSync(counts, 'utf8')).toBe(kept(1));
    write('[A](/a) [B](/b) <b>bold</b>\n');
    expect(await run('--fix')).toMatchObject({ status: 1 });
    expect(readFileSync(counts, 'utf8')).toBe(kept(1));
    const all = await run('--all', '--format', 'json');
    const { problems, summary } = JSON.parse(all.stdout);
    expect(problems.map(({ rule }: { rule: string }) => rule)).toEqual([
      'dead-link',
      'dead-link',
      'imported-count',
    ]);
    expect(summary.imported).toMatchObject({ before: '2026-05-01', counts: { 'dead-link': 2 } });
    expect((await run('--format', 'github')).stderr).toContain('2 dead links in posts');
  });

  it('refuses --dry-run without --fix', async () => {
    expect(await galleyWarm(temporaryFolder(), ['check', '--dry-run'])).toMatchObject({ status: 2 });
  });
});
