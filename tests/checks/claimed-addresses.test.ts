import { describe, expect, it } from 'vitest';
import { heron, itsProblems, misleading, ofHeron, problemsWith, replace, where } from '../changed-site.ts';

describe('a post or page with wrong front matter', () => {
  it.each([
    ['a key that nobody knows', replace('category:', 'categroy:')],
    ['no YAML', replace('tags: [herons]', 'tags: [herons')],
    ['no closing line', replace('---\nThe', '\nThe')],
    ['another language', replace('---\nid', '---js\nid')],
    ['a slug that climbs out', replace('tags: [herons]', 'slug: ../heron')],
    ['a date that is none', replace('2026-04-02T17:30:00-05:00', 'in spring')],
  ])('with %s has its text and its pictures checked, and links to it are not reported', async (_, change) => {
    const problems = await problemsWith({
      [heron]: (text) => change(misleading(text) ?? ''),
      'data/faq.yaml': replace('(/contact)', '(/blog/heron-count)'),
    });
    const line = itsProblems.map((words) => words.replace(/:\d+/, ''));
    const found = ofHeron(problems).map((words) => words.replace(/:\d+/, ''));
    expect(found.filter((words) => line.includes(words))).toEqual(line);
    expect(problems.filter(({ file }) => !file.endsWith(heron))).toEqual([]);
  });

  it.each([
    ['a key that nobody knows', replace('title:', 'titel:')],
    ['no YAML', replace('keywords: [privacy]', 'keywords: [privacy')],
    ['an unknown template', replace('template: text', 'template: prose')],
    ['a template that is nearly one', replace('template: text', 'template: txet')],
    ['an address with capitals', replace('path: /privacy', 'path: /Privacy')],
    ['an address at the wrong place', replace('path: /privacy', 'path: privacy policy')],
  ])('with %s has its text checked, and links to it are not reported', async (_, change) => {
    const problems = await problemsWith({
      'pages/privacy.md': (text) => change(text.replace('(/faq#delivery)', '(/faqs#delivery)')),
    });
    expect(problems.map(where)).toContainEqual('pages/privacy.md:13 dead-link /faq#delivery');
    expect(problems.filter(({ file }) => file !== 'content/pages/privacy.md')).toEqual([]);
  });

  it('keeps its address: a second one at it is reported, and its text is checked too', async () => {
    const problems = await problemsWith({
      'blog/otters.md': () =>
        `---\nid: "9"\ntitle: Otters\nexcerpt: Two otters.\nauthor: Ada\npublishedDate: 2026-01-02T00:00:00Z\ncategory: Business\nslug: heron-count\n---\nSee [them](/ottrs).\n`,
    });
    expect(problems.map(where)).toEqual([
      'blog/otters.md:8 duplicate-address',
      'blog/otters.md:10 dead-link',
    ]);
  });

  it('without an address leaves links unchecked that could lead to it, and no others', async () => {
    const problems = await problemsWith({
      'pages/embeds/contact-form.yaml': (text) => text.replace(/^path: .*\n/m, ''),
      [heron]: replace('(/blog/bridge-toll-ends)', '(/blog/bridge-tol-ends)'),
    });
    expect(problems.map(where)).toEqual([
      'blog/heron-count.md:10 dead-link /blog/bridge-toll-ends',
      'pages/embeds/contact-form.yaml:1 missing-key',
    ]);
  });

  it('leaves links to the pages of a list and to parts of the archives unchecked', async () => {
    const problems = await problemsWith({
      [heron]: replace('2026-04-02T17:30:00-05:00', 'in spring'),
      'pages/login.md': replace(
        '(/contact)',
        '(/blog/page/9), [old](/archives/1999) or [new](/archives#m-2026-04)',
      ),
    });
    expect(problems.map(where)).toEqual(['blog/heron-count.md:6 invalid-date']);
  });
});

it('a page with a space in its path keeps the address that was meant', async () => {
  const problems = await problemsWith({
    'pages/embeds/newsletter-form.yaml': replace('path: /', 'path: / '),
  });
  expect(problems.map(({ file, rule }) => [file, rule])).toEqual([
    ['content/pages/embeds/newsletter-form.yaml', 'invalid-address'],
  ]);
});
