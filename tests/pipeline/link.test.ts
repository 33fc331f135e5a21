import { describe, expect, it } from 'vitest';
import { printGithub } from '../../cli/problems/print.ts';
import {
  type Change,
  heron,
  itsProblems,
  misleading,
  ofHeron,
  problemsWith,
  replace,
  where,
} from '../changed-site.ts';

const unclosed: Change = (text) => `${text}\n  : [unclosed\n`;
const list: Change = () => '- a list\n';
const gone: Change = () => undefined;

const shared = [
  'site.yaml',
  'navigation.yaml',
  'embeds.yaml',
  'radio.yaml',
  ...['books', 'departments', 'events', 'faq', 'partners', 'plans', 'team'].map(
    (name) => `data/${name}.yaml`,
  ),
];

/** A post of its own with a date. */
const post =
  (date: string, more: string, id = '9'): Change =>
  () =>
    `---\nid: "${id}"\ntitle: Otters\nexcerpt: Two otters.\nauthor: Ada\npublishedDate: ${date}T00:00:00Z\ncategory: Business\n${more}---\nOtters.\n`;

describe('one thing claimed by two files', () => {
  it.each([
    ['slug', 'slug: heron-count\n', '9', 'duplicate-address', '`content/blog/heron-count.md` already has'],
    ['id', '', '2', 'duplicate-id', '`content/blog/heron-count.md` already has the id'],
  ])(
    'is reported at the post that was published later, with the name of the other: %s',
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

  it('is reported at the later post although its file comes first', async () => {
    const earlier = await problemsWith({ 'blog/otters.md': post('2026-01-01', '', '2') });
    expect(earlier.map(({ file }) => file)).toEqual(['content/blog/heron-count.md']);
    expect(earlier[0]?.message).toContain('`content/blog/otters.md` already');
  });

  it('belongs to the post or page whose file is named for it', async () => {
    const slugs = await problemsWith({ 'blog/otters.md': post('2026-01-01', 'slug: heron-count\n', '9') });
    expect(slugs.map(where)).toEqual(['blog/otters.md:8 duplicate-address']);
    const paths = await problemsWith({ 'pages/about.yaml': replace('path: /about', 'path: /privacy') });
    expect(paths.map(where)).toContainEqual('pages/about.yaml:2 duplicate-address');
    const later = await problemsWith({ 'pages/privacy.md': replace('path: /privacy', 'path: /about') });
    expect(later.map(where)).toContainEqual('pages/privacy.md:3 duplicate-address');
    const first = await problemsWith({ 'pages/about.yaml': replace('path: /about', 'path: /faq') });
    expect(first.map(where)).toContainEqual('pages/about.yaml:2 duplicate-address');
  });

  it('is reported at the address that an editor wrote, not at the list whose second page has it', async () => {
    const [problem, ...others] = await problemsWith({
      'pages/about.yaml': replace('path: /about', 'path: /blog/page/2'),
      'navigation.yaml': replace('path: /about', 'path: /blog/page/2'),
    });
    expect(others).toEqual([]);
    expect(problem).toMatchObject({ file: 'content/pages/about.yaml', line: 2, rule: 'duplicate-address' });
    expect(problem?.message).toContain('`content/pages/blog.yaml` already has');
  });
});
describe('a mistake in a file that all pages need', () => {
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
  ])('hides nothing where all such files are %s', async (_, change) => {
    const broken = Object.fromEntries(shared.map((path) => [path, change]));
    const problems = await problemsWith({ [heron]: misleading, ...broken });
    expect(ofHeron(problems)).toEqual(itsProblems);
    const errors = problems.filter(({ file, severity }) => severity === 'error' && !file.endsWith(heron));
    expect(errors.map(({ file }) => file).sort()).toEqual(shared.map((path) => `content/${path}`).sort());
  });

  it('hides nothing where all such files are gone, and pages that need one say so', async () => {
    const broken = Object.fromEntries(shared.map((path) => [path, gone]));
    const problems = await problemsWith({ [heron]: misleading, ...broken });
    expect(ofHeron(problems)).toEqual(itsProblems);
    const errors = problems.filter(({ file, severity }) => severity === 'error' && !file.endsWith(heron));
    expect(errors.map(where)).toEqual([
      'pages/contact.yaml:7 missing-file',
      'pages/embeds/wall.yaml:1 missing-file',
      'pages/faq.yaml:1 missing-file',
      'pages/home.yaml:17 missing-file',
      'pages/subscribe.yaml:18 missing-file',
      'pages/subscribe.yaml:26 missing-file',
      'site.yaml:1 missing-file',
    ]);
  });

  it.each([
    [
      'a template that is misspelt',
      'pages/faq.yaml',
      'template: faq',
      'template: faqq',
      'data/faq.yaml',
      'faq',
    ],
    [
      'a field that is misspelt',
      'pages/events.yaml',
      '',
      'template: events\npath: /events\ntitle: Events\nwal: { provider: form, id: x, title: X }\n',
      'data/events.yaml',
      'wall',
    ],
  ])(
    'is not told of a missing file where the page may not need it, because of %s',
    async (_, page, from, to, file, meant) => {
      const problems = await problemsWith({
        [page]: (text) => (from === '' ? to : text.replace(from, to)),
        [file]: gone,
        'pages/embeds/wall.yaml': gone,
      });
      const ofPage = problems.filter((problem) => problem.file === `content/${page}`);
      expect(ofPage.map(({ suggestion }) => suggestion)).toEqual([meant]);
      expect(problems.map(({ rule }) => rule)).not.toContain('missing-file');
    },
  );

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
