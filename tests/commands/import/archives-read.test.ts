import { describe, expect, it } from 'vitest';
import { splitText } from '../../../cli/commands/import/archive-files.ts';
import { isoDate, recognizeFields } from '../../../cli/commands/import/fields.ts';
import { recognize } from '../../../cli/commands/import/recognize.ts';
import { type Files, folderOf } from '../../audit/archive-floods.ts';

const readFolder = (files: Files, permalink?: string) =>
  recognize([folderOf(files)]).read({ map: {}, permalink });

/** The addresses of posts by their file. */
const addressesIn = (files: Files, permalink?: string) =>
  Object.fromEntries(readFolder(files, permalink).posts.map(({ where, addresses }) => [where, addresses]));

const post = (fields: string) => `---\n${fields}\n---\nWords.\n`;

describe('what an archive is', () => {
  it.each([
    ['Jekyll', { '_config.yml': 'title: A' }],
    ['Hugo', { 'hugo.toml': '', 'content/a.md': '' }],
    ['Hugo', { 'config.yaml': '', 'content/a.md': '' }],
    ['Hugo', { 'config/_default/hugo.toml': '' }],
    ['Eleventy', { 'eleventy.config.mjs': '' }],
    ['Eleventy', { 'package.json': '{"devDependencies":{"@11ty/eleventy":"3"}}' }],
    ['WordPress', { 'part-1.xml': '<rss xmlns:wp="http://wordpress.org/export/1.2/"/>' }],
  ])('is %s by its files', (kind, files) => {
    expect(recognize([folderOf(files)]).words).toMatch(new RegExp(`^${kind} \\(.+\\)$`));
  });

  it('is an error that says what was looked for, where nothing or more than one fits', () => {
    expect(() => recognize([folderOf({ 'a.txt': '' })])).toThrow(
      /is no archive that Galley knows.*`_config\.yml`/,
    );
    expect(() => recognize([folderOf({ '_config.yml': '', 'hugo.toml': '' })])).toThrow(/Jekyll .* and Hugo/);
  });
});

describe('front matter', () => {
  it.each([
    [
      'YAML as it is written',
      '---\ntitle: 1984\ndate: 2014-05-06 12:00:00 -0500\n---\n',
      { title: '1984', date: '2014-05-06 12:00:00 -0500' },
    ],
    [
      'keys that are there twice, and tabs',
      '---\ntitle: A\ntitle: B\ncover:\n\timage: a.jpg\n---\n',
      { title: 'B', cover: { image: 'a.jpg' } },
    ],
    [
      'TOML with dates',
      '+++\ndate = 2019-04-02\nat = 2019-04-02T10:00:00-05:00\n+++\n',
      { date: '2019-04-02', at: '2019-04-02T10:00:00.000-05:00' },
    ],
    ['JSON', '{\n"title": "A",\n"tags": ["b"]\n}\n', { title: 'A', tags: ['b'] }],
    ['a program as no fields', '---js\n{ title: "A" }\n---\n', {}],
    ['broken YAML, as far as it goes', '---\nslug: c\ntitle: "A" b\n---\n', { slug: 'c' }],
    [
      'a billion laughs as no fields',
      `---\na: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: [*b,*b,*b,*b,*b,*b,*b,*b,*b,*b,*b,*b]\n---\n`,
      {},
    ],
  ])('is read: %s', (_, text, fields) => {
    expect(splitText(`${text}Words.\n`)).toMatchObject({ fields, body: 'Words.\n' });
  });

  it.each([
    ['2014-05-06', '2014-05-06'],
    ['2014/5/6', '2014-05-06'],
    ['2014-05-06 7:05', '2014-05-06T07:05:00'],
    ['2014-05-06 12:00:00 -0500', '2014-05-06T12:00:00-05:00'],
    ['2014-05-06 12:00:00 +0000 UTC', '2014-05-06T12:00:00+00:00'],
    ['May 6, 2014', '2014-05-06'],
    ['2019-02-30', undefined],
    ['0000-00-00 00:00:00', undefined],
  ])('has the date %s', (written, date) => expect(isoDate(written)).toBe(date));

  it('has our fields under many names, and those of --map first', () => {
    const fields = {
      title: 'A',
      lead: 'B',
      heading: 'C',
      author: { name: 'Ann Lee' },
      tags: 'a b, c',
      header: { image: 'a.jpg', caption: 'D' },
    };
    const { values, authors, tags, taken } = recognizeFields(fields, { title: ['heading'] });
    expect(values).toMatchObject({ title: 'C', excerpt: 'B', imageUrl: 'a.jpg', imageCaption: 'D' });
    expect([authors, tags, taken.includes('title')]).toEqual([['Ann Lee'], ['a b', 'c'], false]);
  });
});

describe('the addresses of an archive', () => {
  it('follow the rules of Jekyll', () => {
    const files = {
      '_config.yml': 'permalink: pretty\nbaseurl: /log',
      '_posts/2014-05-06-Ferry.md': post('title: A\ncategories: [News, River]\nredirect_from: /old/'),
      'council/_posts/2014-05-07-b.md': post('permalink: /:year/b.html'),
      '_drafts/c.md': post('title: C'),
    };
    expect(addressesIn(files)).toMatchObject({
      '_posts/2014-05-06-Ferry.md': ['/log/news/river/2014/05/06/Ferry/', '/log/old/'],
      'council/_posts/2014-05-07-b.md': ['/log/2014/b.html'],
    });
    expect(addressesIn(files, '/:year/:title/')['_posts/2014-05-06-Ferry.md']).toEqual([
      '/log/2014/Ferry/',
      '/log/old/',
    ]);
  });

  it('follow the rules of Hugo', () => {
    expect(
      addressesIn({
        'config.toml':
          'baseURL = "https://a.example/blog/"\n[permalinks]\nposts = "/:year/:month/:slug/"\n[languages.es]\nweight = 2',
        'content/posts/a.md': post('title: "The Ferry, again"\ndate: 2019-04-02'),
        'content/posts/b/index.es.md': post('title: B\ndate: 2019-04-02\nslug: own'),
        'content/news/Deep Water.md': post('title: C\ndate: 2019-04-02\naliases: [old, /older/]'),
        'content/news/u.md': post('url: /u.html\ndate: 2019-04-02'),
        'content/news/_index.md': post('title: News'),
      }),
    ).toEqual({
      'content/posts/a.md': ['/blog/2019/04/the-ferry-again/'],
      'content/posts/b/index.es.md': ['/blog/es/2019/04/own/'],
      'content/news/Deep Water.md': ['/blog/news/deep-water/', '/blog/news/old', '/blog/older/'],
      'content/news/u.md': ['/blog/u.html'],
    });
  });

  it('follow the rules of Hugo where each language has a folder', () => {
    expect(
      addressesIn({
        'config/_default/hugo.toml': '[permalinks]\npost = "/:year/:slug/"',
        'config/_default/languages.en.toml': 'contentDir = "content/en"',
        'config/_default/languages.es.toml': 'contentDir = "content/es"',
        'content/en/post/a.md': post('date: 2019-04-02'),
        'content/es/post/a.md': post('date: 2019-04-02'),
      }),
    ).toEqual({ 'content/en/post/a.md': ['/2019/a/'], 'content/es/post/a.md': ['/es/2019/a/'] });
  });

  it('follow the rules of Eleventy that are data, and what programs compute is reported', () => {
    const computed = post(
      'title: C\ndate: 2021-01-01\neleventyComputed: { permalink: "/{{ x }}/", lead: y }',
    );
    const { posts, notes } = readFolder({
      '.eleventy.js': 'export default () => ({ dir: { input: "src" } });',
      'src/_includes/blog/layout.md': post('title: Layout'),
      'src/posts/posts.json':
        '{ "tags": ["posts"], "permalink": "/{{ page.date.year }}/{{ title | slugify }}/" }',
      'src/posts/2021-09-01-a.md': post(
        'title: First apples\ntags: [apples]\npermalink: "/{{ title | slug }}.html"',
      ),
      'src/posts/2021-09-04-d.md': post('title: D'),
      'src/blog/2021-09-02-b/index.md': post('title: B'),
      'src/blog/hidden.md': post('title: H\ndate: 2021-01-01\npermalink: false'),
      'src/blog/c.md': computed,
      'src/notes/notes.11tydata.js': 'module.exports = { permalink: (data) => data.x };',
      'src/notes/2021-09-03-n.md': post('title: N'),
    });
    expect(posts.map(({ where, addresses, isDraft, tags }) => [where, addresses, isDraft, tags])).toEqual([
      ['src/blog/2021-09-02-b/index.md', ['/blog/b/'], false, []],
      ['src/blog/c.md', [], false, []],
      ['src/blog/hidden.md', [], true, []],
      ['src/notes/2021-09-03-n.md', [], false, []],
      ['src/posts/2021-09-01-a.md', ['/first-apples.html'], false, ['apples']],
      ['src/posts/2021-09-04-d.md', [], false, []],
    ]);
    const program = expect.stringContaining('programs are not run');
    const unknown = expect.stringContaining('--permalink /:year/:month/:title/');
    expect(notes).toEqual([
      { where: '.eleventy.js', message: program },
      { where: 'src/blog/c.md', message: expect.stringMatching(/computed.*: permalink, lead\.$/) },
      { where: 'src/blog/c.md', message: unknown },
      { where: 'src/notes/2021-09-03-n.md', message: unknown },
      { where: 'src/notes/notes.11tydata.js', message: program },
      { where: 'src/posts/2021-09-04-d.md', message: unknown },
    ]);
  });
});

it('takes what has no day for a page, but not in a folder of stories', () => {
  const { posts, pages } = recognize([
    folderOf({
      'hugo.toml': '',
      'content/about.md': post('title: A'),
      'content/team/ann.md': post('title: Ann'),
      'content/news/a.md': post('title: B\ndate: 2019-01-01'),
      'content/news/b/c.md': post('title: C'),
    }),
  ]).read({ map: {} });
  expect([posts, pages].map((texts) => texts.map(({ where, isPage }) => [where, isPage]))).toEqual([
    [
      ['content/news/a.md', false],
      ['content/news/b/c.md', false],
    ],
    [
      ['content/about.md', true],
      ['content/team/ann.md', true],
    ],
  ]);
});

it('gives people of Jekyll their full names, and leaves other collections out', () => {
  const { posts, pages, notes } = readFolder({
    '_config.yml': '',
    '_authors/ann.md': post('name: ann\nfull_name: Ann Lee'),
    '_notices/dog.md': post('title: A dog\ndate: 2019-08-08'),
    '_posts/2014-05-06-a.md': post('author: ann'),
  });
  expect([posts, pages]).toMatchObject([[{ authors: ['Ann Lee'] }], []]);
  expect(notes).toMatchObject([{ where: '_notices/dog.md' }]);
});

it('knows the host of an export of Ghost by links to its posts', () => {
  const html = ['a', 'b', 'a'].map((slug) => `<a href="https://g.example/${slug}/">x</a>`).join('');
  const posts = [
    { slug: 'a', html },
    { slug: 'b', markdown: '*Old*' },
  ];
  const archive = readFolder({ 'a.json': `\uFEFF{ "data": ${JSON.stringify({ posts })} }` });
  expect([archive.hosts, archive.posts[1]?.format]).toEqual([['g.example'], 'markdown']);
});

it('reads texts in Latin-1 and with a byte order mark', () => {
  const latin = Buffer.from(post('title: Caf\u00e9'), 'latin1');
  const { posts } = readFolder({
    '_config.yml': '',
    '_posts/2020-01-01-a.md': latin,
    '_posts/2020-01-02-b.md': `\uFEFF${post('title: Café')}`,
  });
  expect(posts.map(({ values }) => values.title)).toEqual(['Café', 'Café']);
});

describe('an export of WordPress', () => {
  const item = (title: string, text: string) =>
    `<item><title>${title}</title><link>https://a.example/x/</link><wp:post_type>post</wp:post_type><wp:status>publish</wp:status><content:encoded><![CDATA[${text}]]></content:encoded></item>`;
  const read = (...items: readonly string[]) => {
    const all = `<rss xmlns:wp="http://wordpress.org/export/1.2/"><channel>${items.join('\n')}`;
    const { posts, notes } = readFolder({ 'export.xml': all });
    return { posts: posts.map(({ values, body }) => [values.title, body]), notes };
  };

  it('is read with characters that no XML may have', () => {
    const end = '<wp:category><wp:category_parent/></wp:category></channel></rss>';
    expect(read(item('Mill & Bridge < 1900', '<p>A\v & B.</p>'), item('Next', 'C'), end)).toEqual({
      posts: [
        ['Mill & Bridge < 1900', '<p>A\v & B.</p>'],
        ['Next', 'C'],
      ],
      notes: [],
    });
  });

  it('that was cut off has all posts but the last, and says so', () => {
    expect(read(item('Whole', 'A'), item('Half', 'B and so on').slice(0, -30))).toEqual({
      posts: [['Whole', 'A']],
      notes: [{ where: 'export.xml', message: expect.stringContaining('is cut off') }],
    });
  });
});
