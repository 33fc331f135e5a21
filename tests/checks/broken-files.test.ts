import { describe, expect, it } from 'vitest';
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

describe('a mistake without which others would not be there', () => {
  it.each<[name: string, file: string, from: string, to: string]>([
    [
      'in a post that leads the front page, and that others link to',
      'blog/bridge-toll-ends.md',
      'title: ',
      'titel: ',
    ],
    ['in the lines of such a post', 'blog/bridge-toll-ends.md', 'title: ', 'title: "'],
    ['in the slug of a post', 'blog/heron-count.md', 'title:', 'slug: Herons\ntitle:'],
    ['in a page of the menu', 'pages/about.yaml', 'path: /about\n', ''],
    ['in the lines of such a page', 'pages/about.yaml', 'title: ', 'title: "'],
    ['in the page of a category', 'pages/local-news.md', 'template: category', 'template: categorie'],
    ['in the front page', 'pages/home.yaml', 'block: lead', 'block: laed'],
    ['in the only page that shows a file', 'pages/faq.yaml', 'template: faq', 'template: faqq'],
    ['in the category of a post', 'site.yaml', '- name: River Life', '- nmae: River Life'],
    ['in the address of the paper', 'site.yaml', 'https://alderferry.example', 'https://alderferry.example/'],
    ['in the list of missing pages', 'site.yaml', 'knownMissing: ', 'knownMising: '],
    ['in a provider', 'embeds.yaml', 'sandbox: [', 'sandbox: [alow-forms, '],
    ['in the only station', 'radio.yaml', 'source: http', 'source: htp'],
    [
      'in a department that a page names',
      'data/departments.yaml',
      'name: Group Orders',
      'nmae: Group Orders',
    ],
    ['in questions with a heading that others link to', 'data/faq.yaml', 'items:', 'itemz:'],
  ])('is reported alone: %s', async (_, file, from, to) => {
    const problems = await problemsWith({ [file]: replace(from, to) });
    expect(problems.map((problem) => problem.file)).toEqual([`content/${file}`]);
  });
});

describe('mistakes in other files', () => {
  it.each(shared)('are told beside one in %s', async (path) => {
    const problems = await problemsWith({ [heron]: misleading, [path]: unclosed });
    // While site.yaml is broken, nobody knows which pages it lists as missing.
    expect(ofHeron(problems)).toEqual(path === 'site.yaml' ? itsProblems.slice(1) : itsProblems);
    const others = problems.filter(({ file }) => !file.endsWith(heron));
    expect(others.map(({ file }) => file)).toEqual([`content/${path}`]);
  });

  it.each([
    ['no YAML', unclosed],
    ['lists', list],
  ])('are told where all shared files are %s', async (_, change) => {
    const broken = Object.fromEntries(shared.map((path) => [path, change]));
    const problems = await problemsWith({ [heron]: misleading, ...broken });
    expect(ofHeron(problems)).toEqual(itsProblems.slice(1));
    const errors = problems.filter(({ file, severity }) => severity === 'error' && !file.endsWith(heron));
    expect(errors.map(({ file }) => file).sort()).toEqual(shared.map((path) => `content/${path}`).sort());
  });

  it('are told where all shared files are gone, and pages that need one say so', async () => {
    const broken = Object.fromEntries(shared.map((path) => [path, gone]));
    const problems = await problemsWith({ [heron]: misleading, ...broken });
    expect(ofHeron(problems)).toEqual(itsProblems.slice(1));
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
});

it('other mistakes in the same file are told, each at its line', async () => {
  const problems = await problemsWith({
    'data/faq.yaml': replace('- q:', '- question:'),
    'data/team.yaml': (text) =>
      text.replace('role: Editor', 'rol: Editor').replace('bridge.png', 'brige.png'),
    'navigation.yaml': (text) =>
      text.replace('title: Friends', 'name: Friends').replace('/privacy', '/privcy'),
    'site.yaml': (text) =>
      text.replace('established: 1921', 'established: old').replace('icon-32', 'icon-23'),
    'blog/bridge-toll-ends.md': (text) => `${text.replace('title:', 'titel:')}\n# A [heading](\n`,
    'pages/contact.yaml': (text) =>
      text.replace('title: ', 'titel: ').replace('provider: form', 'provider: from'),
  });
  expect(problems.map(where)).toEqual([
    'blog/bridge-toll-ends.md:3 unknown-key title',
    'blog/bridge-toll-ends.md:20 heading-level',
    'blog/bridge-toll-ends.md:20 markdown-slip',
    'data/faq.yaml:4 unknown-key q',
    'data/team.yaml:3 unknown-key role',
    'data/team.yaml:8 missing-media media/bridge.png',
    'navigation.yaml:24 dead-link /privacy',
    'navigation.yaml:26 unknown-key title',
    'pages/contact.yaml:3 unknown-key title',
    'pages/contact.yaml:7 unknown-reference form',
    'site.yaml:10 wrong-type',
    'site.yaml:43 missing-media media/icon-32.png',
  ]);
});

it('what was not checked is said once', async () => {
  const problems = await problemsWith({
    'embeds.yaml': unclosed,
    'pages/about.yaml': unclosed,
    [heron]: misleading,
  });
  const hints = problems.flatMap(({ file, hint = '' }) =>
    hint.includes('Some links and names') ? [file] : [],
  );
  expect(hints).toEqual(['content/embeds.yaml']);
  expect(ofHeron(problems)).toEqual(itsProblems.slice(1));
});
