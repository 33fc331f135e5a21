import { describe, expect, it } from 'vitest';
import { type Change, problemsWith, replace, where } from '../changed-site.ts';

const heron = 'blog/heron-count.md';

const partnersPage: Change = () =>
  'template: partners\npath: /partners\ntitle: Partners\ndescription: For partners.\nkeywords: [partners]\n';

describe('an embed that leads to no page of the paper', () => {
  it('is reported once, at the id of the embed, with the address of the provider', async () => {
    const problems = await problemsWith({
      'pages/partners.yaml': partnersPage,
      'data/partners.yaml': replace('id: rates', 'id: rate'),
      'pages/contact.yaml': replace('id: contact', 'id: contct'),
    });
    expect(problems.map(where)).toEqual([
      'data/partners.yaml:3 dead-link rates',
      'pages/contact.yaml:8 dead-link contact',
    ]);
    const [other, ...more] = await problemsWith({
      'pages/partners.yaml': partnersPage,
      'embeds.yaml': replace('/document/{id}', '/documents/{id}'),
    });
    expect(more).toEqual([]);
    expect(other).toMatchObject({ file: 'content/data/partners.yaml', line: 3, rule: 'dead-link' });
    expect(other?.hint).toContain('its provider in embeds.yaml');
  });
});

describe('a suggestion', () => {
  it.each([
    ['/about/', '/about'],
    ['/about.html', '/about'],
    ['about', '/about'],
    ['./About', '/about'],
    ['/blog/bridge-toll-ends.md', '/blog/bridge-toll-ends'],
    ['https://alderferry.example/About/', 'https://alderferry.example/about'],
    ['/index.html', '/'],
    ['/media/Bridge.png', '/media/bridge.png'],
    ['/faq/#delivery', '/faq#delivery'],
  ])('for a link to %s is %s', async (written, meant) => {
    const problems = await problemsWith({ [heron]: replace('(/blog/bridge-toll-ends)', `(${written})`) });
    expect(problems.map(({ suggestion }) => suggestion)).toEqual([meant]);
  });

  it.each([
    ['/privacy/', '/privacy'],
    ['https://alderferry.example/privacy.html', '/privacy'],
    ['/index', '/'],
    ['/news/index', '/news'],
  ])('for a page at %s is %s', async (written, meant) => {
    const problems = await problemsWith({ 'pages/privacy.md': replace('/privacy', written) });
    expect(problems.map(where)).toEqual([`pages/privacy.md:3 invalid-address ${meant}`]);
  });
});

describe('a page whose path is misspelt', () => {
  it('is reported once, at that path, with the places of the links to it', async () => {
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

  it('is not reported where the link is misspelt instead', async () => {
    const problems = await problemsWith({ 'navigation.yaml': replace('path: /privacy', 'path: /privcy') });
    expect(problems.map(({ file }) => file)).toEqual(['content/navigation.yaml']);
  });
});
