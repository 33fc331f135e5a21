import { type CheerioAPI, load } from 'cheerio';
import { describe, expect, test } from 'vitest';
import { withoutPosts } from '../changed-site.ts';
import { buildInMemory, smallContent } from '../helpers.ts';
import { textsOf, valuesOf } from '../parsed-pages.ts';

interface Draft {
  readonly slug: string;
  readonly category: string;
  readonly tags?: string;
  readonly author?: string;
}

/** The small site with posts of its own only, the first the newest, and pages by their address. */
async function build(posts: readonly Draft[]) {
  const own = posts.map(({ slug, category, tags = '', author = 'Nobody' }, i) => {
    const date = new Date(Date.UTC(2026, 9, 30 - i)).toISOString();
    return [
      `blog/${slug}.md`,
      `---\nid: ${slug}\ntitle: Title of ${slug}\nexcerpt: x\nauthor: ${author}\npublishedDate: ${date}\ncategory: ${category}\ntags: [${tags}]\n---\nText.\n`,
    ];
  });
  const content = smallContent({ ...withoutPosts, ...Object.fromEntries(own) });
  const { report, files } = await buildInMemory(content);
  expect(report.problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  return (address: string) => load(files.get(`${address}.html`) ?? '');
}

const more = ($: CheerioAPI) => ({
  title: $('.article__more h2').text(),
  slugs: valuesOf($, '.article__more a', 'href').map((href) => href?.replace('/blog/', '')),
});

describe('an article ends', () => {
  test('with the newest of its category', async () => {
    const of = ['a', 'b', 'c', 'd', 'e'].map((slug) => ({ slug, category: 'Business', tags: 'x' }));
    const at = await build([...of, { slug: 'other', category: 'River Life', tags: 'x' }]);
    expect(more(at('blog/e'))).toEqual({ title: 'More from Business', slugs: ['a', 'b', 'c'] });
    expect(more(at('blog/a')).slugs).toEqual(['b', 'c', 'd']);
  });

  test('with those that have the most tags in common, the newest first, where it is alone in its category', async () => {
    const business = (slug: string, tags: string) => ({ slug, tags, category: 'Business' });
    const at = await build([
      business('newest', 'ice'),
      business('none', 'bread'),
      business('newer', 'ice, ice, ice'),
      business('both', 'Ferry, ICE'),
      business('older', 'ferry'),
      { slug: 'alone', tags: 'ice, ferry', category: 'River Life' },
    ]);
    expect(more(at('blog/alone'))).toEqual({ title: 'Related stories', slugs: ['both', 'newest', 'newer'] });
  });

  test('with the newest of all where nothing is in common, and with none where it is the only one', async () => {
    const at = await build([
      { slug: 'a', category: 'Business' },
      { slug: 'alone', category: 'River Life' },
    ]);
    expect(more(at('blog/alone'))).toEqual({ title: 'More stories', slugs: ['a'] });
    const only = await build([{ slug: 'alone', category: 'River Life' }]);
    expect(only('blog/alone')('.article__more')).toHaveLength(0);
  });

  test('with those of the team who wrote it, and with the newsletter', async () => {
    const at = await build([
      { slug: 'two', category: 'Business', author: 'ben ortiz and Ada Lund' },
      { slug: 'stranger', category: 'Business', author: 'Ada Lundquist' },
    ]);
    const authors = at('blog/two')('.article__author');
    expect(textsOf(at('blog/two'), '.article__author')).toEqual([
      expect.stringMatching(/Ben Ortiz Reporter.*Ben writes about the river\./),
      expect.stringContaining('Ada Lund'),
    ]);
    expect(authors.last().find('a').attr('href')).toBe('/about#Team');
    expect(at('blog/stranger')('.article__author')).toHaveLength(0);
    expect(at('blog/stranger')('.newsletter a').attr('href')).toBe('/subscribe#Newsletter');
  });
});

test('a section is above its articles, and the blog above those of a category without a page', async () => {
  const at = await build([
    { slug: 'a', category: 'Business' },
    { slug: 'b', category: 'River Life' },
  ]);
  const crumbs = (address: string) => valuesOf(at(address), '.breadcrumbs a', 'href');
  expect([crumbs('blog/a'), crumbs('blog/b')]).toEqual([
    ['/', '/business'],
    ['/', '/blog'],
  ]);
  expect(at('blog/a')('.breadcrumbs a').last().text()).toBe(at('business')('h1').text());
});
