import { describe, expect, it } from 'vitest';
import { printGithub } from '../../cli/problems/print.ts';
import { type Change, problemsWith, replace, where } from './mistakes.ts';

const heron = 'blog/heron-count.md';

const partnersPage: Change = () =>
  'template: partners\npath: /partners\ntitle: Partners\ndescription: For partners.\nkeywords: [partners]\n';

/** A post of its own, dated as told. */
const post =
  (date: string, more: string, id = '9'): Change =>
  () =>
    `---\nid: "${id}"\ntitle: Otters\nexcerpt: Two otters.\nauthor: Ada\npublishedDate: ${date}T00:00:00Z\ncategory: Business\n${more}---\nOtters.\n`;

describe('a reference that leads nowhere', () => {
  it('is told once, where it is written: of an embed at its id, of a provider at its address', async () => {
    const problems = await problemsWith({
      'pages/partners.yaml': partnersPage,
      'data/partners.yaml': replace('id: rates', 'id: rate'),
      'pages/contact.yaml': replace('id: contact', 'id: contct'),
    });
    expect(problems.map(where)).toEqual([
      'data/partners.yaml:3 dead-link rates',
      'pages/contact.yaml:8 dead-link contact',
    ]);
    const others = await problemsWith({
      'pages/partners.yaml': partnersPage,
      'embeds.yaml': (text) =>
        text.replace('/embeds/form/{id}', '/embed/form/{id}').replace('/document/{id}', '/documents/{id}'),
    });
    expect(others.map(where)).toEqual([
      'embeds.yaml:10 dead-link /embeds/form/{id}?category={category}',
      'embeds.yaml:22 dead-link /embeds/document/{id}',
    ]);
  });

  it('is told once of a picture, whatever stands in for it', async () => {
    const problems = await problemsWith({
      'data/team.yaml': replace('bridge.png', 'brigde.png'),
      'data/books.yaml': (text) => `${text}    cover: media/bridge.jpg\n`,
      [heron]: replace('tags:', 'imageUrl: media/herons.png\nimageAlt: Herons\ntags:'),
    });
    expect(problems.map(where)).toEqual([
      'blog/heron-count.md:8 missing-media',
      'data/books.yaml:7 missing-media media/bridge.png',
      'data/team.yaml:8 missing-media media/bridge.png',
    ]);
  });

  it('is told of a category that no post has yet', async () => {
    const problems = await problemsWith({
      'site.yaml': replace(
        '  - name: River Life\n',
        '  - name: River Life\n  - name: Shops\n    path: /shps\n',
      ),
    });
    expect(problems.map(where)).toEqual(['site.yaml:56 dead-link']);
  });
});

describe('one thing claimed by two files', () => {
  it.each([
    ['slug', 'slug: heron-count\n', '9', 'duplicate-address', '`content/blog/heron-count.md` already has'],
    ['id', '', '2', 'duplicate-id', '`content/blog/heron-count.md` already has the id'],
  ])(
    'is told at the post that was published later, with the name of the other: %s',
    async (_, more, id, rule, words) => {
      const [problem, ...others] = await problemsWith({ 'blog/a-dam.md': post('2026-05-01', more, id) });
      expect(others).toEqual([]);
      expect(problem).toMatchObject({
        file: 'content/blog/a-dam.md',
        rule,
        message: expect.stringContaining(words),
      });
      expect(printGithub(problem ? [problem] : [])).toContain('The other one: content/blog/heron-count.md:');
    },
  );

  it('is told at the later post although its file comes first', async () => {
    const earlier = await problemsWith({ 'blog/otters.md': post('2026-01-01', '', '2') });
    expect(earlier.map(({ file }) => file)).toEqual(['content/blog/heron-count.md']);
    expect(earlier[0]?.message).toContain('`content/blog/otters.md` already');
  });

  it('belongs to the post or page whose file is called by it', async () => {
    const slugs = await problemsWith({ 'blog/otters.md': post('2026-01-01', 'slug: heron-count\n', '9') });
    expect(slugs.map(where)).toEqual(['blog/otters.md:8 duplicate-address']);
    const paths = await problemsWith({ 'pages/about.yaml': replace('path: /about', 'path: /privacy') });
    expect(paths.map(where)).toContainEqual('pages/about.yaml:2 duplicate-address');
    const later = await problemsWith({ 'pages/privacy.md': replace('path: /privacy', 'path: /about') });
    expect(later.map(where)).toContainEqual('pages/privacy.md:3 duplicate-address');
    const first = await problemsWith({ 'pages/about.yaml': replace('path: /about', 'path: /faq') });
    expect(first.map(where)).toContainEqual('pages/about.yaml:2 duplicate-address');
  });

  it('is told at the address that somebody wrote, not at the list whose second page stands there', async () => {
    const [problem, ...others] = await problemsWith({
      'pages/about.yaml': replace('path: /about', 'path: /blog/page/2'),
      'navigation.yaml': replace('path: /about', 'path: /blog/page/2'),
    });
    expect(others).toEqual([]);
    expect(problem).toMatchObject({ file: 'content/pages/about.yaml', line: 2, rule: 'duplicate-address' });
    expect(problem?.message).toContain('`content/pages/blog.yaml` already has');
  });
});

describe('a suggestion', () => {
  it.each([
    ['/about/', '/about'],
    ['/about.html', '/about'],
    ['/About', '/about'],
    ['about', '/about'],
    ['./About', '/about'],
    ['/blog/bridge-toll-ends.md', '/blog/bridge-toll-ends'],
    ['https://alderferry.example/About/', 'https://alderferry.example/about'],
    ['/index', '/'],
    ['/index.html', '/'],
    ['/media/Bridge.png', '/media/bridge.png'],
    ['/faq/#delivery', '/faq#delivery'],
  ])('for %s is %s', async (written, meant) => {
    const problems = await problemsWith({ [heron]: replace('(/blog/bridge-toll-ends)', `(${written})`) });
    expect(problems.map(({ suggestion }) => suggestion)).toEqual([meant]);
  });

  it.each([
    ['/privacy/', '/privacy'],
    ['/privacy.html', '/privacy'],
    ['https://alderferry.example/privacy', '/privacy'],
    ['/index', '/'],
    ['/news/index', '/news'],
  ])('for a page at %s is %s', async (written, meant) => {
    const problems = await problemsWith({ 'pages/privacy.md': replace('/privacy', written) });
    expect(problems.map(where)).toContain(`pages/privacy.md:3 invalid-address ${meant}`);
  });
});

describe('a page whose path is misspelt', () => {
  it('is told once, at that path, with the places of the links to where its file is called', async () => {
    const [problem, ...others] = await problemsWith({
      'pages/privacy.md': replace('path: /privacy', 'path: /privcy'),
    });
    expect(others).toEqual([]);
    expect(problem).toMatchObject({
      file: 'content/pages/privacy.md',
      line: 3,
      rule: 'dead-link',
      suggestion: '/privacy',
    });
    expect(problem?.related?.map(({ file }) => file)).toContain('content/navigation.yaml');
  });

  it('is not what a link is told of that is misspelt itself', async () => {
    const problems = await problemsWith({ 'navigation.yaml': replace('path: /privacy', 'path: /privcy') });
    expect(problems.map(({ file }) => file)).toEqual(['content/navigation.yaml']);
  });
});
