import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { type Files, folderOf, item, wordpress } from '../../audit/archive-floods.ts';
import { sites, temporaryFolder, write } from '../../helpers.ts';
import { galleyWarm } from '../../warm-program.ts';

const now = ['--now', '2026-11-20T18:00:00Z'];
const archives = join(import.meta.dirname, 'archives');

/** A folder with a paper in `content/`, and an archive in `old/`. */
function paper(files: Files = {}): string {
  const folder = temporaryFolder();
  cpSync(join(sites, 'small', 'content'), join(folder, 'content'), { recursive: true });
  folderOf(files, join(folder, 'old'));
  return folder;
}

const run = (folder: string, ...args: string[]) => galleyWarm(folder, ['import', 'old', ...now, ...args]);
const read = (folder: string, path: string) => readFileSync(join(folder, path), 'utf8');
const posts = (folder: string) => readdirSync(join(folder, 'content/blog')).sort();

const ferry = {
  '_config.yml': 'permalink: /:year/:month/:title.html',
  '_data/authors.yml': 'ann: { name: Ann Lee }',
  '_posts/2014-05-06-ferry.md':
    '---\ntitle: "The ferry &#8211; again"\nauthor: ann\ncategories: [Boats, Old]\ntags: river\nmood: glad\n---\nIt runs. See [the bell]({% post_url 2015-05-06-ferry %}).\n',
  '_posts/2015-05-06-ferry.md': '---\ntitle: The bell\ncategory: boats\n---\nIt rings.\n',
  '_posts/undated.md': '---\ntitle: No day\n---\nSome day.\n',
};

describe('galley import', () => {
  it('writes posts with their old addresses, in sections of their own, and finds links between them', async () => {
    const folder = paper(ferry);
    const site = read(folder, 'content/site.yaml');
    const { status, stderr } = await run(folder);
    expect([status, stderr]).toEqual([0, 'reading old: Jekyll (_config.yml)\n']);
    expect(read(folder, 'content/blog/ferry.md')).toBe(`---
id: /2014/05/ferry.html
title: The ferry – again
excerpt: It runs. See the bell.
author: Ann Lee
publishedDate: 2014-05-06T00:00:00-05:00
category: Boats
tags:
  - Old
  - river
aliases:
  - /2014/05/ferry.html
---
It runs. See [the bell](/blog/ferry-2015).
`);
    expect(read(folder, 'content/blog/ferry-2015.md')).toContain('\ncategory: Boats\n');
    const after = read(folder, 'content/site.yaml');
    expect(after).toContain('- name: Boats\n');
    expect(after).toMatch(/importedBefore: 2015-05-07\n$/);
    for (const comment of site.match(/^ *#.*$/gm) ?? []) expect(after).toContain(comment);
  });

  it('reports what was dropped and changed, and what became of each file', async () => {
    const folder = paper(ferry);
    await run(folder);
    const report = read(folder, 'import-report.md');
    expect(report).toContain('- 1 × the field `mood` not taken\n  - `_posts/2014-05-06-ferry.md`: glad\n');
    expect(report).toContain('ferry → ferry-2015');
    expect(report).toContain('- written: 2 posts (0 drafts among them), 0 pages\n');
    expect(report).toContain('- left out or unclear: 1\n');
    expect(report).toMatch(/## Not in the paper\n\n(?:.*\n)*?.*`_posts\/undated\.md`: It has no date/);
    const list = read(folder, 'import-report.csv');
    expect(list).toContain('\r\n"imported as","_posts/2014-05-06-ferry.md","blog/ferry.md"');
    await run(folder, '--dry-run');
    expect(read(folder, 'import-report-1.md')).toBe(report);
  });

  it('adds only what is new at a second run, and never overwrites', async () => {
    const folder = paper(ferry);
    await run(folder, '--limit', '1');
    expect(posts(folder)).toContain('ferry.md');
    const edited = `${read(folder, 'content/blog/ferry.md')}Edited.\n`;
    writeFileSync(join(folder, 'content/blog/ferry.md'), edited);
    const { stdout } = await run(folder);
    expect(stdout).toMatch(/written: 1 post .*\n.*\nthere from an earlier import: 1\n/);
    expect(read(folder, 'content/blog/ferry.md')).toBe(edited);
    expect(read(folder, 'content/blog/ferry-2014.md')).toContain('The ferry – again');
    expect((await run(folder)).stdout).toMatch(/written: 0 posts .*\n.*\nthere from an earlier import: 2\n/);
  });

  it('rewrites with --update what nobody has edited, and leaves deleted what was deleted', async () => {
    const post = (title: string, text: string) => `---\ntitle: ${title}\ndate: 2020-01-01\n---\n${text}\n`;
    const names = ['a', 'b', 'c', 'd'];
    const folder = paper({
      'hugo.toml': '',
      ...Object.fromEntries(names.map((name) => [`content/news/${name}.md`, post(name, 'One.')])),
    });
    await run(folder);
    const edit = (path: string, from: string, to: string) =>
      writeFileSync(join(folder, path), read(folder, path).replace(from, to));
    edit('old/content/news/a.md', 'One', 'Two');
    edit('old/content/news/b.md', 'One', 'Two');
    edit('content/blog/b.md', 'One', 'Mine');
    edit('content/blog/c.md', 'One', 'Mine');
    rmSync(join(folder, 'content/blog/d.md'));
    writeFileSync(join(folder, 'old/content/e.md'), post('e', 'New. See [a](/news/a/) and [d](/news/d/).'));
    const state = () =>
      names.map(
        (name) =>
          posts(folder).includes(`${name}.md`) && read(folder, `content/blog/${name}.md`).split('---\n')[2],
      );
    expect((await run(folder)).stdout).toContain('written: 1 post ');
    expect(state()).toEqual(['One.\n', 'Mine.\n', 'Mine.\n', false]);
    expect(read(folder, 'content/blog/e.md')).toContain('See [a](/blog/a) and [d](/news/d/).');
    expect((await run(folder, '--update', '--only', 'content/other')).stderr).toContain(
      'No post of the archive',
    );
    expect((await run(folder, '--update', '--only', 'old/content/news')).stdout).toContain(
      'written: 1 post ',
    );
    expect(state()).toEqual(['Two.\n', 'Mine.\n', 'Mine.\n', false]);
    const report = read(folder, 'import-report.md');
    expect(report).toMatch(
      /1 × edited in the paper and in the archive.*\n {2}- `content\/news\/b\.md`: blog\/b\.md/,
    );
    expect(report).toContain('1 × Somebody deleted it here after an earlier import');
    expect((await run(folder, '--update')).stdout).toContain('written: 0 posts ');
  });

  // The other archives are in archives.test.ts.
  it('brings an archive into a paper that passes check, and completes what a killed run leaves behind', async () => {
    const folder = paper();
    cpSync(join(archives, 'wordpress'), join(folder, 'old'), { recursive: true });
    expect(await run(folder)).toMatchObject({ status: 0 });
    const written = posts(folder);
    const report = read(folder, 'import-report.md');
    expect(report).toContain(' × a picture not taken: ');
    expect(report).toContain('`comments`: Comments of readers, which Galley does not have: 1.\n');
    expect(await galleyWarm(folder, ['check', '--drafts', ...now])).toMatchObject({ status: 0 });
    const [gone = ''] = written.filter((name) => /aliases:\n/.test(read(folder, `content/blog/${name}`)));
    const text = read(folder, `content/blog/${gone}`);
    rmSync(join(folder, 'content/blog', gone));
    // A killed run has none.
    rmSync(join(folder, 'import-record.json'));
    await run(folder);
    expect([posts(folder), read(folder, `content/blog/${gone}`)]).toEqual([written, text]);
  });

  it('brings pages, the addresses of lists, a menu, and what a new paper has', async () => {
    const post = (n: number, more: string) => item(n, '<p>See <a href="/about/">us</a>.</p>', more);
    const sport = '<category domain="category" nicename="sport">Sport</category>';
    const page = (path: string, id: number, body = 'We are us.') =>
      item(id, `<p>${body}</p>`, '')
        .replace('<wp:post_type>post', '<wp:post_type>page')
        .replace(/old\.example\/[^<]*/, `old.example${path}`);
    const line = (order: number, meta: Readonly<Record<string, string>>) =>
      `<item><title></title><wp:post_type>nav_menu_item</wp:post_type><wp:menu_order>${order}</wp:menu_order>${Object.entries(
        meta,
      )
        .map(
          ([key, value]) =>
            `<wp:postmeta><wp:meta_key>_menu_item_${key}</wp:meta_key><wp:meta_value>${value}</wp:meta_value></wp:postmeta>`,
        )
        .join('')}</item>`;
    const channel =
      '<wp:author><wp:author_login>ann</wp:author_login><wp:author_display_name>Ann Lee</wp:author_display_name><wp:author_email>a@old.example</wp:author_email></wp:author>' +
      '<wp:category><wp:term_id>4</wp:term_id><wp:category_nicename>games</wp:category_nicename><wp:category_parent/><wp:cat_name>Games</wp:cat_name></wp:category>' +
      '<wp:category><wp:term_id>5</wp:term_id><wp:category_nicename>sport</wp:category_nicename><wp:category_parent>games</wp:category_parent><wp:cat_name>Sport</wp:cat_name></wp:category>' +
      '<wp:tag><wp:term_id>6</wp:term_id><wp:tag_slug>the-cup</wp:tag_slug><wp:tag_name>Cup</wp:tag_name></wp:tag>';
    const items = [
      post(
        1,
        `${sport}<category domain="post_tag" nicename="the-cup">Cup</category><wp:postmeta><wp:meta_key>_wp_old_slug</wp:meta_key><wp:meta_value>first</wp:meta_value></wp:postmeta>`,
      ),
      post(2, sport),
      page('/about/', 7),
      page('/staff/desk/', 8),
      page('/sport/', 6),
      page('/empty/', 9, '&nbsp;'),
      page('/search/', 10),
      line(2, { type: 'taxonomy', object_id: '5' }),
      line(1, { type: 'post_type', object_id: '7' }),
      line(3, { type: 'custom', url: 'https://else.example/' }),
    ];
    const folder = paper(wordpress(items.join(''), channel));
    const { status, stdout } = await run(folder);
    expect([status, stdout]).toEqual([
      0,
      expect.stringContaining('written: 2 posts (0 drafts among them), 3 pages\n'),
    ]);
    expect(read(folder, 'content/pages/about-2.md')).toBe(
      '---\ntemplate: text\npath: /about-2\ntitle: Post 7\nimported: true\n---\nWe are us.\n',
    );
    expect(read(folder, 'content/pages/staff/desk.md')).toContain('\npath: /staff/desk\n');
    expect(read(folder, 'content/blog/post-1.md')).toMatch(
      /\n {2}- \/2019\/05\/first\/\n---\nSee \[us]\(\/about-2\)\./,
    );
    expect(parse(read(folder, 'content/redirects.yaml'))).toEqual([
      { from: '/category/games/sport/', to: '/sport' },
      { from: '/category/games/sport/feed/', to: '/sport/rss.xml' },
      { from: '/tag/the-cup/', to: '/topics/cup' },
      { from: '/author/ann/', to: '/writers/ann-lee' },
      { from: '/feed/', to: '/rss.xml' },
    ]);
    expect(read(folder, 'content/pages/sport.yaml')).toMatch(/^template: category\npath: "?\/sport"?\n/);
    expect(read(folder, 'content/navigation.yaml')).toMatch(/title: Sport\n +path: \/sport\n/);
    const report = read(folder, 'import-report.md');
    expect(report).toMatch(
      /header:\n +- title: Post 7\n +path: \/about-2\n +- title: Sport\n +path: \/sport\n +- title: https:\/\/else|path: https:\/\/else/,
    );
    expect(report).toContain('`item 9: Post 9`: It is a page without a text of its own.');
    expect((await run(folder)).stdout).toContain('written: 0 posts (0 drafts among them), 0 pages\n');
    rmSync(join(folder, 'content/pages/staff/desk.md'));
    expect((await run(folder, '--update')).stdout).toContain(
      'written: 0 posts (0 drafts among them), 0 pages\n',
    );
  });

  it('brings an export of Ghost with its cards, people, tags and pages', async () => {
    const card = (name: string, html: string) => `<div class="kg-card kg-${name}-card">${html}</div>`;
    const html = [
      '<p>One <a href="__GHOST_URL__/two/">two</a>.</p>',
      card(
        'callout',
        '<div class="kg-callout-emoji">💡</div><div class="kg-callout-text">Mind <b>it</b>.</div>',
      ),
      '<figure class="kg-card kg-bookmark-card"><a class="kg-bookmark-container" href="https://else.example/a"><div class="kg-bookmark-content"><div class="kg-bookmark-title">Else</div><div class="kg-bookmark-description">What it is.</div><div class="kg-bookmark-metadata"><img src="https://else.example/icon.png"></div></div></a></figure>',
      '<figure class="kg-card kg-gallery-card"><div class="kg-gallery-row"><div class="kg-gallery-image"><img src="__GHOST_URL__/content/images/a.png" alt="A"></div><div class="kg-gallery-image"><img src="__GHOST_URL__/content/images/b.png" alt="B"></div></div><figcaption>Both</figcaption></figure>',
      '<figure class="kg-card kg-embed-card"><iframe src="https://www.youtube.com/embed/abc_1abc_1-"></iframe></figure>',
      card(
        'toggle',
        '<div class="kg-toggle-heading"><h4 class="kg-toggle-heading-text">Why</h4></div><div class="kg-toggle-content"><p>So.</p></div>',
      ),
      card(
        'audio',
        '<div><div class="kg-audio-title">Talk</div><audio src="__GHOST_URL__/content/media/t.ogg"></audio><div class="kg-audio-player-container">0:00 / 1:00</div></div>',
      ),
    ].join('');
    const row = (id: string, more: object) => ({
      ...{
        id,
        uuid: `u-${id}`,
        slug: id,
        title: id,
        html: '<p>Text.</p>',
        type: 'post',
        status: 'published',
      },
      ...{ visibility: 'public', published_at: '2021-03-24 04:34:10', ...more },
    });
    const data = {
      posts: [
        row('one', { html, feature_image: '__GHOST_URL__/content/images/a.png' }),
        row('two', { visibility: 'paid' }),
        row('staff', { type: 'page' }),
      ],
      posts_meta: [{ post_id: 'one', feature_image_alt: 'Alt', feature_image_caption: '<i>By</i> Ann' }],
      tags: [
        { id: 't', name: 'Town', slug: 'town' },
        { id: 'h', name: '#hidden', slug: 'hash-hidden' },
        { id: 'r', name: 'River', slug: 'river' },
      ],
      posts_tags: ['h', 't', 'r'].map((tag_id, sort_order) => ({ post_id: 'one', tag_id, sort_order })),
      users: [
        { id: '1', name: 'Ann Lee', slug: 'ann', email: 'ann@old.example', bio: 'Reports.' },
        { id: '2', name: 'Bo', slug: 'bo' },
      ],
      posts_authors: ['2', '1'].map((author_id, i) => ({ post_id: 'one', author_id, sort_order: 1 - i })),
      settings: [
        { key: 'navigation', value: '[{"label":"Staff","url":"/staff/"}]' },
        { key: 'codeinjection_head', value: '<script>x()</script>' },
      ],
    };
    const folder = paper({ 'export.json': JSON.stringify({ db: [{ meta: { version: '5.0.0' }, data }] }) });
    const png = readFileSync(join(archives, 'eleventy/src/img/press.png'));
    write(join(folder, 'old/content/images/a.png'), png);
    const { status, stdout } = await run(folder);
    expect([status, stdout]).toEqual([
      0,
      expect.stringContaining('written: 2 posts (1 draft among them), 1 page\n'),
    ]);
    expect(read(folder, 'content/blog/one.md')).toBe(`---
id: u-one
title: one
excerpt: One two.
authors:
  - Ann Lee
  - Bo
publishedDate: 2021-03-23T23:34:10-05:00
category: Town
tags:
  - River
imageUrl: media/images/a.png
imageAlt: Alt
imageCaption: By Ann
aliases:
  - /one/
---
One [two](/blog/two).

> [!note]
>
> Mind **it**.

[Else](https://else.example/a)

What it is.

![A](media/images/a.png)

[B](/content/images/b.png)

Both

<https://www.youtube.com/watch?v=abc_1abc_1->

#### Why

So.

[/content/media/t.ogg](/content/media/t.ogg)
`);
    expect(read(folder, 'content/pages/staff.md')).toContain('\npath: /staff\n');
    expect(read(folder, 'content/data/team.yaml')).toContain('Ann Lee');
    expect(read(folder, 'content/redirects.yaml')).toContain('from: /tag/town/\n  to: /town\n');
    expect(read(folder, 'import-report.md')).toContain('1 × Only members could read it');
    expect(read(folder, 'import-report.md')).toContain('`codeinjection_head`, is left out.');
  });

  it('takes the category of a field or a name, and fields by --map', async () => {
    const folder = paper({
      'hugo.toml': '',
      'content/posts/a.md': '---\ntitle: A\ndate: 2020-01-01\ntopic: Sports\ndek: Deep.\n---\nText.\n',
      'content/posts/b.md': '---\ntitle: B\ndate: 2020-01-02\n---\nText.\n',
    });
    await run(folder, '--category', 'topic', '--map', 'dek=deck');
    expect(read(folder, 'content/blog/a.md')).toMatch(/\ndeck: Deep\.\n(?:.*\n)*category: Sports\n/);
    const second = paper({
      'hugo.toml': '',
      'content/posts/b.md': '---\ntitle: B\ndate: 2020-01-02\n---\nText.\n',
    });
    await run(second, '--category', 'Notes');
    expect(read(second, 'content/blog/b.md')).toContain('\ncategory: Notes\n');
  });

  it('keeps what the schema refuses out of the paper, and names it', async () => {
    const folder = paper({
      'hugo.toml': '',
      'content/posts/a.md': `---\ntitle: ${'Long '.repeat(100)}\ndate: 2020-01-01\naliases: ['/a b:c', /api/x]\nsubtitle: ${'x'.repeat(6000)}\n---\nText.\n`,
    });
    expect(await run(folder)).toMatchObject({ status: 0 });
    const [name = ''] = posts(folder).filter((post) => post.startsWith('a'));
    const text = read(folder, `content/blog/${name}`);
    expect(/^title: (.*)$/m.exec(text)?.[1]?.length).toBeLessThanOrEqual(300);
    expect(text).not.toMatch(/deck:|\/api\/x/);
    expect(read(folder, 'import-report.md')).toMatch(/- 1 × the field `deck` not taken: /);
  });

  it('says how to begin where there is no paper, and what --map may name', async () => {
    const empty = temporaryFolder();
    expect(await galleyWarm(empty, ['import', '.'])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('`galley init`'),
    });
    const folder = paper(ferry);
    const { status, stderr } = await run(folder, '--map', 'hero=imageurl');
    expect([status, stderr]).toEqual([2, expect.stringContaining('imageUrl, imageAlt')]);
    expect(existsSync(join(folder, 'import-report.md'))).toBe(false);
  });
});
