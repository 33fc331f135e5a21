import { describe, expect, it } from 'vitest';
import type { Problem } from '../../cli/problems/problem.ts';
import { type Change, problemsWith, replace, where } from '../changed-site.ts';

const unclosed: Change = (text) => `${text}\n  : [unclosed\n`;
const heron = 'blog/heron-count.md';

describe('what cannot be checked beside a broken file', () => {
  const notChecked = (problems: readonly Problem[]) =>
    problems.flatMap(({ file, rule, hint = '' }) => {
      const what = /some things are not checked: (.*)$/.exec(hint)?.[1];
      return what ? [[file, rule, what]] : [];
    });

  it('is reported once, at that file', async () => {
    const problems = await problemsWith({
      'site.yaml': replace('name: River Life', 'nmae: River Life'),
      'data/departments.yaml': replace('name: Group Orders', 'nmae: Group Orders'),
      'embeds.yaml': unclosed,
      'data/faq.yaml': replace('title: Delivery', 'titel: Delivery'),
    });
    expect(notChecked(problems)).toEqual([
      ['content/data/departments.yaml', 'unknown-key', 'the department that a page names.'],
      ['content/embeds.yaml', 'yaml-syntax', 'the providers of embeds, the placements of advertisements.'],
      [
        'content/site.yaml',
        'unknown-key',
        'the categories of posts, links to parts of pages that are not there.',
      ],
    ]);
    expect(problems).toHaveLength(4);
  });

  it('is not reported where everything was checked', async () => {
    const problems = await problemsWith({
      'site.yaml': replace('established: 1921', 'established: old'),
      'data/departments.yaml': replace('phone: (555) 555-0141', 'phone: none'),
      'embeds.yaml': replace('feed: 300', 'feed: 30'),
      'data/faq.yaml': replace('(/contact)', '(/faq#delivery)'),
    });
    expect(problems.map(({ rule }) => rule)).toEqual(['invalid-value', 'invalid-value', 'wrong-type']);
  });

  it('does not include references that the rest of the file can answer', async () => {
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
    const linking = replace(
      'The count',
      '[Sports](/sports) [None](/nothing-here) [About](/abuot). The count',
    );
    const problems = await problemsWith({ 'site.yaml': unclosed, [heron]: linking });
    const inPost = problems.filter(({ file }) => file.endsWith(heron));
    expect(inPost.map(where)).toEqual([
      'blog/heron-count.md:10 dead-link',
      'blog/heron-count.md:10 dead-link /about',
    ]);
    expect(notChecked(problems).join()).toContain('links to pages that are not there');
  });
});
