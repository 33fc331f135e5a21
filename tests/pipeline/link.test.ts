import { describe, expect, it } from 'vitest';
import { printGithub } from '../../cli/problems/print.ts';
import { type Change, problemsWith, replace, where } from '../changed-site.ts';

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
