import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { cpuOfEndedChildren } from '../../bench/process.ts';
import type { ArchiveKind } from '../../cli/commands/import/archive.ts';
import { splitText } from '../../cli/commands/import/archive-files.ts';
import { convertText } from '../../cli/commands/import/convert-text.ts';
import { recognize } from '../../cli/commands/import/recognize.ts';
import { markdown } from '../../cli/content/markdown/markdown.ts';
import { compile } from '../../cli/galley.mjs';
import { root, smallContent } from '../helpers.ts';
import { type Files, floods, folderOf, item, wordpress } from './archive-floods.ts';
import { some } from './scope.ts';

const words = [
  'Mayor: "No" to the tax',
  "It's Ann's, and Bob's",
  'A # in the middle - and a dash',
  'Ñandú, 50 % off; {braces} [brackets]',
  'A back\\slash and a tab',
  'Words that go on, and on, and on: until the line must be broken somewhere in the middle of it',
];
const inTwo = (text: string, gap: string) => text.replace(/ (?=\S+$)/, gap);
/** How YAML may write a text; the last two go on at column 1. */
const styles: Readonly<Record<string, (text: string) => string>> = {
  'double quotes': (text) => JSON.stringify(text),
  'single quotes': (text) => `'${text.replaceAll("'", "''")}'`,
  folded: (text) => `>-\n  ${text}`,
  'folded in two': (text) => `>-\n  ${inTwo(text, '\n  ')}`,
  'double quotes at column 1': (text) => inTwo(JSON.stringify(text), '\n'),
  'single quotes at column 1': (text) => inTwo(`'${text.replaceAll("'", "''")}'`, '\n'),
};

describe('front matter', () => {
  const cases = words.flatMap((text) => Object.keys(styles).map((style) => [style, text] as const));
  it.each(cases)('in %s is whole: %s', (style, text) => {
    const written = `---\ntitle: ${styles[style]?.(text)}\ncover: a.jpg\ndate: 2019-05-04\n---\nBody\n`;
    const { fields, flaw, body } = splitText(written);
    expect([fields, flaw, body]).toEqual([
      { title: text, cover: 'a.jpg', date: '2019-05-04' },
      undefined,
      'Body\n',
    ]);
  });

  it.each([
    ['title: Mayor: no\ncover: a.jpg', { title: 'Mayor: no', cover: 'a.jpg' }, /Lost|All its fields/],
    ['title: "A" and b\ntags: [a, b]', { title: '"A" and b', tags: ['a', 'b'] }, /All its fields/],
    ['title: a\nlist:\n - a\n  b: c\n- d\nx: 1', { title: 'a', x: '1' }, /Lost: list/],
    ['title: %a\nx: 1', { title: '%a', x: '1' }, /All/],
    ['title: @ann\nx: 1', { title: '@ann', x: '1' }, /All/],
    ['title: a\nx: {a: [}\ny: 1', { title: 'a', y: '1' }, /Lost: x/],
    ['title: a\nx: *b\ny: 1', { title: 'a', y: '1' }, /Lost: x/],
  ])('that is damaged loses nothing untold: %s', (yaml, fields, flaw) => {
    const read = splitText(`---\n${yaml}\n---\nBody\n`);
    expect(read.fields).toEqual(fields);
    expect(read.flaw).toMatch(flaw);
  });
});

/** How each system writes a shortcode, alone and around a text. */
const grammars: readonly (readonly [
  ArchiveKind,
  (name: string, rest: string) => string,
  (name: string) => string,
])[] = [
  ['hugo', (name, rest) => `{{< ${name} ${rest} >}}`, (name) => `{{< /${name} >}}`],
  ['jekyll', (name, rest) => `{% ${name} ${rest} %}`, (name) => `{% end${name} %}`],
  ['eleventy', (name, rest) => `{% ${name} ${rest} %}`, (name) => `{% end${name} %}`],
  ['wordpress', (name, rest) => `[${name} ${rest}]`, (name) => `[/${name}]`],
];
const media = { has: (path: string) => path.startsWith('media/'), get: () => undefined };

describe('shortcodes', () => {
  const convert = (kind: ArchiveKind, body: string, rules = new Map()) =>
    convertText(body, {
      ...{ kind, address: '/', shortcodes: rules, attached: [], attachmentOf: () => undefined },
      format: kind === 'wordpress' ? 'html' : 'markdown',
      linkTo: () => undefined,
      pictureAt: (address) => (address.includes('/pic') ? 'media/pic.jpg' : undefined),
    }).text;
  const left = (text: string) =>
    markdown(text, media).findings.filter(({ rule }) => rule === 'shortcode').length;
  describe.each(grammars)('of %s', (kind, start, end) => {
    it.each(['photo', 'fig-large', 'lightbox'])('%s with a source and words is a picture', (name) => {
      const text = convert(
        kind,
        `Before\n\n${start(name, 'src="/pic.jpg" alt="A pier" caption="At noon"')}\n\nAfter`,
      );
      expect(text).toBe('Before\n\n![A pier](media/pic.jpg "At noon")\n\nAfter\n');
    });
    it.each(['movie', 'player', 'clip'])('%s with a known address is its frame', (name) => {
      expect(convert(kind, start(name, 'url="https://vimeo.com/12"'))).toBe('<https://vimeo.com/12>\n');
    });
    it.each(['infobox', 'lead', 'dropcap'])('%s around a text keeps it', (name) => {
      expect(convert(kind, `${start(name, 'x="1"')}The pier${end(name)} is old.`)).toBe('The pier is old.\n');
    });
    it.each(['chart', 'tide-table', 'weather'])('%s that nobody knows is counted', (name) => {
      const text = convert(kind, `One ${start(name, 'x="1" y="a_b"')} two\n\n${start(name, 'x="2"')}`);
      expect([text.match(/shortcode/g)?.length, left(text)]).toEqual([2, 2]);
    });
    it('is what --shortcode says', () => {
      const rules = new Map([
        ['aside', 'note'],
        ['pull', 'quote'],
        ['ad', 'drop'],
        ['w', 'text'],
      ]);
      const body = `${start('aside', 'x="1"')}Mind the gap.${end('aside')}\n\n${start('pull', 'by="Ann"')}Yes.${end('pull')}\n\n${start('ad', 'x="1"')}\n\n${start('w', 'text="word"')} end`;
      const text = convert(kind, body, rules);
      expect(text).toBe('> [!note]\n>\n> Mind the gap.\n\n> Yes.\n>\n> Ann\n\nword end\n');
    });
  });
  it.each([
    '[toc]',
    '[ad]',
    '[vc_row][vc_column width="1/2"]Words[/vc_column][/vc_row]',
    '[row][one_half]Words[/one_half][/row]',
    '[et_pb_text]Words[/et_pb_text]',
    '[fusion_text]Words[/fusion_text]',
  ])('%s has no frame', (body) => {
    expect(convert('wordpress', `<p>${body}</p><p>End</p>`)).toMatch(/^(?:Words\n\n)?End\n$/);
  });
  it.each(['[poll 12]', '[contact-form-7]', '[newsletter_signup]', '[events]', '[gallery]', '[map 3]'])(
    '%s is counted',
    (body) => {
      expect(left(convert('wordpress', `<p>${body}</p><p>End</p>`))).toBe(1);
    },
  );
  it.each(['[sic]', '[laughs]', '[1]', '[the mayor]', '[AP]', '[…]', '[a] or [b]'])('%s is words', (body) => {
    expect(convert('wordpress', `<p>He said ${body} it.</p>`).replaceAll('\\', '')).toBe(
      `He said ${body} it.\n`,
    );
  });
});

describe('people', () => {
  const read = (files: Files) =>
    recognize([folderOf(files)])
      .read({ map: {} })
      .posts.map(({ authors }) => authors);
  const names = ['Ann Lee', 'José Ñúñez', 'Dr. O’Neil', 'van der Berg'];
  const post = (author: string) => `---\ntitle: A\ndate: 2019-05-04\nauthors: [${author}]\n---\nText.\n`;
  const forms: Readonly<Record<string, (name: string) => Files>> = {
    'Jekyll data': (name) => ({
      '_config.yml': '',
      '_data/authors.yml': `x1:\n  name: ${name}\n`,
      '_posts/2019-05-04-a.md': post('x1'),
    }),
    'Jekyll list': (name) => ({
      '_config.yml': '',
      '_data/authors.yml': `- username: x1\n  name: ${name}\n`,
      '_posts/2019-05-04-a.md': post('x1'),
    }),
    'Jekyll collection': (name) => ({
      '_config.yml': '',
      '_authors/any.md': `---\nshort_name: x1\nname: ${name}\n---\n`,
      '_posts/2019-05-04-a.md': post('x1'),
    }),
    'Hugo pages': (name) => ({
      'hugo.toml': '',
      'content/authors/x1/_index.md': `---\ntitle: ${name}\n---\nBio.\n`,
      'content/post/a.md': post('x1'),
    }),
    'Hugo data': (name) => ({
      'hugo.toml': '',
      'data/authors/x1.yaml': `name: ${name}\n`,
      'content/post/a.md': post('x1'),
    }),
    'Eleventy data': (name) => ({
      '.eleventy.js': '',
      'src/_data/authors.json': JSON.stringify({ x1: { name } }),
      'src/posts/a.md': post('x1'),
    }),
    'WordPress users': (name) =>
      wordpress(
        item(1, 'Text.'),
        `<wp:author><wp:author_login>ann</wp:author_login><wp:author_display_name>${name}</wp:author_display_name></wp:author>`,
      ),
    'guests of Co-Authors Plus': (name) =>
      wordpress(
        `${item(1, 'Text.', '<category domain="author" nicename="cap-x1">x1</category>')}<item><title>${name}</title><wp:post_type>guest-author</wp:post_type><wp:post_name>cap-x1</wp:post_name><wp:postmeta><wp:meta_key>cap-display_name</wp:meta_key><wp:meta_value>${name}</wp:meta_value></wp:postmeta></item>`,
      ),
  };
  it.each(Object.keys(forms).flatMap((form) => names.map((name) => [form, name] as const)))(
    'in %s: %s',
    (form, name) => {
      expect(read(forms[form]?.(name) ?? {})).toEqual([[name]]);
    },
  );
});

describe('what is outside', () => {
  const secret = '---\nname: SECRET\ntitle: SECRET\ndate: 2019-05-04\n---\nSECRET\n';
  const config: Files = {
    '_config.yml': 'title: A',
    '_posts/2019-05-04-a.md': '---\nauthor: ann\n---\nText.\n',
  };
  const paths = [
    '_data/authors.yml',
    '_data/authors',
    '_data',
    '_authors',
    '_authors/ann.md',
    '_posts/2019-05-05-b.md',
    '_posts/x',
    '_drafts',
    'data',
    'data/authors.json',
    'content/authors',
    'b.md',
  ];
  it.each(
    paths.flatMap(
      (path) =>
        [
          [path, 'link'],
          [path, 'pipe'],
        ] as const,
    ),
  )('is not read: %s is a %s', (path, kind) => {
    const outside = folderOf({
      'ann.md': secret,
      'authors.yml': 'ann: SECRET\n',
      'authors.json': '{"ann":"SECRET"}',
      '2019-05-06-c.md': secret,
    });
    const folder = folderOf(config);
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    const isFolder = !/\.\w+$/.test(path);
    if (kind === 'pipe') spawnSync('mkfifo', [join(folder, path)]);
    else
      symlinkSync(
        isFolder
          ? outside
          : join(
              outside,
              path.endsWith('json') ? 'authors.json' : path.endsWith('yml') ? 'authors.yml' : 'ann.md',
            ),
        join(folder, path),
      );
    const { posts, people } = recognize([folder]).read({ map: {} });
    expect(JSON.stringify([posts, people])).not.toContain('SECRET');
  });
});

describe('a flood', () => {
  beforeAll(async () => void (await compile()));
  it.each(some(Object.entries(floods)))('of %s ends in time, with the good post and a report', (_, files) => {
    const content = smallContent();
    const folder = folderOf(files);
    const before = cpuOfEndedChildren();
    const { status, stderr } = spawnSync(
      process.execPath,
      [
        join(root, 'cli', 'galley.mjs'),
        'import',
        folder,
        '--content',
        content,
        '--now',
        '2026-11-20T18:00:00Z',
      ],
      { encoding: 'utf8', timeout: 120_000, cwd: dirname(content) },
    );
    expect([0, 1], stderr.slice(-2000)).toContain(status);
    expect(cpuOfEndedChildren() - before).toBeLessThan(10);
    expect(readFileSync(join(dirname(content), 'import-report.md'), 'utf8')).toContain('written: ');
    expect(readdirSync(join(content, 'blog')).some((name) => /^(?:good|post-[17]|.*good)/.test(name))).toBe(
      true,
    );
    expect(existsSync(join(content, 'site.yaml'))).toBe(true);
  });
});
