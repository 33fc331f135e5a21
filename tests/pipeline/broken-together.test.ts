import { describe, expect, it } from 'vitest';
import type { Problem } from '../../cli/problems/problem.ts';
import { type Change, problemsWith, replace, where } from './mistakes.ts';

const unclosed: Change = (text) => `${text}\n  : [unclosed\n`;
const list: Change = () => '- a list\n';
const gone: Change = () => undefined;

/** A post with three mistakes of its own, which only a look at the whole paper finds. */
const heron = 'blog/heron-count.md';
const misleading = replace(
  'The count took a morning.',
  'The [count](/blog/bridge-tol-ends) took [a morning](/nowhere). ![Herons](media/brige.png)',
);
const itsProblems = [
  'blog/heron-count.md:10 dead-link',
  'blog/heron-count.md:10 dead-link /blog/bridge-toll-ends',
  'blog/heron-count.md:10 missing-media',
];
const ofHeron = (problems: readonly Problem[]) =>
  problems
    .filter(({ file }) => file.endsWith(heron))
    .map((problem) => where(problem).replace(/(?<=missing-media) .*/, ''))
    .sort();

const shared = [
  'site.yaml',
  'navigation.yaml',
  'embeds.yaml',
  'radio.yaml',
  ...['books', 'departments', 'events', 'faq', 'partners', 'plans', 'team'].map(
    (name) => `data/${name}.yaml`,
  ),
];

describe('what is wrong in a file that all pages need', () => {
  it.each(shared)('hides nothing of the rest where it is in %s', async (path) => {
    const problems = await problemsWith({ [heron]: misleading, [path]: unclosed });
    expect(ofHeron(problems)).toEqual(itsProblems);
    const others = problems.filter(({ file }) => !file.endsWith(heron));
    expect(new Set(others.map(({ file }) => file))).toEqual(new Set([`content/${path}`]));
    expect(others.filter(({ severity }) => severity === 'error')).toHaveLength(1);
  });

  it.each([
    ['no YAML', unclosed],
    ['lists', list],
    ['gone', gone],
  ])('hides nothing where all such files are %s', async (_, change) => {
    const broken = Object.fromEntries(shared.map((path) => [path, change]));
    const problems = await problemsWith({ [heron]: misleading, ...broken });
    expect(ofHeron(problems)).toEqual(itsProblems);
    const errors = problems.filter(({ file, severity }) => severity === 'error' && !file.endsWith(heron));
    expect(errors.map(({ file }) => file).sort()).toEqual(shared.map((path) => `content/${path}`).sort());
  });

  it('hides nothing where it is a slash after the paper’s own host, whose links are checked all the same', async () => {
    const problems = await problemsWith({
      'site.yaml': replace('https://alderferry.example', 'https://alderferry.example/'),
      [heron]: replace('The count', '[The count](https://alderferry.example/abuot)'),
    });
    expect(problems.map(where)).toEqual([
      'blog/heron-count.md:10 dead-link https://alderferry.example/about',
      'site.yaml:6 invalid-url https://alderferry.example',
    ]);
  });

  it('leaves what was written beside it to be checked: texts, links and references', async () => {
    const problems = await problemsWith({
      'data/faq.yaml': (text) => text.replace('- q:', '- question:').replace('(/contact)', '(/contcat)'),
      'data/team.yaml': (text) =>
        text.replace('role: Editor', 'rol: Editor').replace('bridge.png', 'brige.png'),
      'navigation.yaml': (text) =>
        text.replace('title: Friends', 'name: Friends').replace('/privacy', '/privcy'),
      'site.yaml': (text) =>
        text.replace('established: 1921', 'established: old').replace('icon-32', 'icon-23'),
    });
    expect(problems.map(where)).toEqual([
      'data/faq.yaml:4 unknown-key q',
      'data/faq.yaml:5 dead-link /contact',
      'data/team.yaml:3 unknown-key role',
      'data/team.yaml:8 missing-media media/bridge.png',
      'navigation.yaml:24 dead-link /privacy',
      'navigation.yaml:26 unknown-key title',
      'site.yaml:10 wrong-type',
      'site.yaml:43 missing-media media/icon-32.png',
    ]);
  });
});

describe('what cannot be judged beside a broken file', () => {
  const notChecked = (problems: readonly Problem[]) =>
    problems.flatMap(({ file, rule, hint = '' }) => {
      const what = /not everything is checked: (.*)$/.exec(hint)?.[1];
      return what ? [[file, rule, what]] : [];
    });

  it('is said once, at that file', async () => {
    const problems = await problemsWith({
      'site.yaml': replace('name: River Life', 'nmae: River Life'),
      'data/departments.yaml': replace('name: Group Orders', 'nmae: Group Orders'),
      'embeds.yaml': unclosed,
      'data/faq.yaml': replace('title: Delivery', 'titel: Delivery'),
    });
    expect(notChecked(problems)).toEqual([
      ['content/data/departments.yaml', 'unknown-key', 'the department that a page names.'],
      ['content/data/faq.yaml', 'unknown-key', 'links to parts of `/faq`.'],
      ['content/embeds.yaml', 'yaml-syntax', 'the providers of embeds.'],
      ['content/site.yaml', 'unknown-key', 'the categories of posts.'],
    ]);
    expect(problems).toHaveLength(4);
  });

  it('is not said where nothing was left out', async () => {
    const problems = await problemsWith({
      'site.yaml': replace('established: 1921', 'established: old'),
      'data/departments.yaml': replace('phone: (555) 555-0141', 'phone: none'),
      'embeds.yaml': replace('feed: 300', 'feed: 30'),
      'data/faq.yaml': replace('(/contact)', '(/faq#delivery)'),
    });
    expect(problems.map(({ rule }) => rule)).toEqual(['invalid-value', 'invalid-value', 'wrong-type']);
  });

  it('does not keep a reference from being judged by what is in order', async () => {
    const problems = await problemsWith({
      'site.yaml': replace('baseUrl: https://alderferry.example', 'baseUrl: alderferry'),
      [heron]: replace('category: River Life', 'category: Rivr Life'),
    });
    expect(problems.map(where)).toEqual([
      'blog/heron-count.md:7 unknown-reference River Life',
      'site.yaml:6 invalid-url',
    ]);
  });

  it('includes the addresses that site.yaml may list as missing, and no others', async () => {
    const linking = replace('The count', '[Sports](/sports) [None](/nothing-here). The count');
    const problems = await problemsWith({ 'site.yaml': unclosed, [heron]: linking });
    expect(ofHeron(problems)).toEqual(['blog/heron-count.md:10 dead-link']);
    expect(notChecked(problems).join()).toContain('whether `/sports` is listed as missing');
  });
});

describe('a post or page whose front matter is wrong', () => {
  it.each([
    ['a key that nobody knows', replace('category:', 'categroy:')],
    ['no YAML', replace('tags: [herons]', 'tags: [herons')],
    ['no closing line', replace('---\nThe', '\nThe')],
    ['another language', replace('---\nid', '---js\nid')],
    ['a slug that climbs out', replace('tags: [herons]', 'slug: ../heron')],
    ['a date that is none', replace('2026-04-02T17:30:00-05:00', 'in spring')],
  ])('with %s has its text and its pictures checked, and links to it are no mistakes', async (_, change) => {
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
  ])('with %s has its text checked, and links to it are no mistakes', async (_, change) => {
    const problems = await problemsWith({
      'pages/privacy.md': (text) => change(text.replace('(/faq#delivery)', '(/faqs#delivery)')),
    });
    expect(problems.map(where)).toContainEqual('pages/privacy.md:13 dead-link /faq#delivery');
    expect(problems.filter(({ file }) => file !== 'content/pages/privacy.md')).toEqual([]);
  });

  it('gives its address to no other: a second one at it is told apart, and its text is checked too', async () => {
    const problems = await problemsWith({
      'blog/otters.md': () =>
        `---\nid: "9"\ntitle: Otters\nexcerpt: Two otters.\nauthor: Ada\npublishedDate: 2026-01-02T00:00:00Z\ncategory: Business\nslug: heron-count\n---\nSee [them](/ottrs).\n`,
    });
    expect(problems.map(where)).toEqual([
      'blog/otters.md:8 duplicate-address',
      'blog/otters.md:10 dead-link',
    ]);
  });

  it('that does not say where it stands leaves links unjudged that could lead there, and no others', async () => {
    const problems = await problemsWith({
      'pages/embeds/contact-form.yaml': (text) => text.replace(/^path: .*\n/m, ''),
      [heron]: replace('(/blog/bridge-toll-ends)', '(/blog/bridge-tol-ends)'),
    });
    expect(problems.map(where)).toEqual([
      'blog/heron-count.md:10 dead-link /blog/bridge-toll-ends',
      'pages/embeds/contact-form.yaml:1 missing-key',
    ]);
  });

  it('leaves the pages of a list and the parts of the archive unjudged', async () => {
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
