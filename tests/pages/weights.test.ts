import { type CheerioAPI, load } from 'cheerio';
import { describe, expect, test } from 'vitest';
import type { Composed } from '../../cli/pipeline/compose.ts';
import { createComposedSite, frontPageOf } from '../../cli/pipeline/composed-site.ts';
import { buildInMemory, smallContent } from '../helpers.ts';

/** One story: its headline, its weight, and by how many hours it is older than the first. */
type Story = readonly [title: string, weight?: number, hours?: number];

/** The small paper with stories newer than its own. */
async function build(stories: readonly Story[], block = 'block: lead') {
  const posts = stories.map(([title, weight, hours = 0]) => {
    const published = new Date(Date.parse('2026-11-20T12:00:00Z') - hours * 3_600_000).toISOString();
    return [
      `blog/${title}.md`,
      `---\nid: ${title}\ntitle: ${title}\nexcerpt: About ${title}.\nauthor: Ada Lund\npublishedDate: ${published}\ncategory: Business\n${weight ? `weight: ${weight}\n` : ''}---\n\nA text of ${title}.\n`,
    ];
  });
  const content = smallContent({
    'pages/home.yaml': (text) => `${text.slice(0, text.indexOf('blocks:'))}blocks:\n  - { ${block} }\n`,
    ...Object.fromEntries(posts),
  });
  let composed: Composed | undefined;
  const { files, report } = await buildInMemory(content, { onComposed: (found) => (composed = found) });
  expect(report.problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  return { files, composed };
}

/** The stories of the lead block in the order of the page, each with its size. */
function outline(html = ''): string[] {
  const $: CheerioAPI = load(html);
  const banner = $('.front-page--banner').length > 0 ? 'banner' : 'lead';
  return $('.front-page :is(h2:not([id]), .post-list a)')
    .toArray()
    .map((element) => {
      const story = $(element).closest('.story, .lead');
      const size = /story--(\w+)/.exec(story.attr('class') ?? '')?.[1];
      return `${story.is('.lead') ? banner : story.length > 0 ? (size ?? 'story') : 'brief'} ${$(element).text()}`;
    });
}

const frontPage = async (stories: readonly Story[], block?: string) =>
  outline((await build(stories, block)).files.get('index.html'));

describe('the weight of a story', () => {
  test('is the usual one if it is left out, and changes nothing then', async () => {
    const [without, usual] = [
      await build([['a'], ['b', undefined, 1]]),
      await build([
        ['a', 3],
        ['b', 3, 1],
      ]),
    ];
    expect(usual.files.get('index.html')).toBe(without.files.get('index.html'));
    expect(usual.files.get('index.html')).not.toContain('weights');
  });

  test.each<[name: string, stories: readonly Story[], expected: readonly string[]]>([
    [
      'of the heaviest makes it lead, and 5 makes it a banner',
      [['a'], ['b', 5, 1], ['c', 4, 2]],
      ['banner b', 'large c', 'story a'],
    ],
    ['4 leads without a banner', [['a'], ['b', 4, 1], ['c', 4, 2]], ['lead b', 'large c', 'story a']],
    [
      'makes two others large at most, the newest of the heaviest first',
      [
        ['a', 4],
        ['b', 5, 1],
        ['c', 5, 2],
        ['d', 4, 3],
        ['e', 4, 4],
      ],
      ['banner b', 'large c', 'large a', 'story d', 'story e'],
    ],
    [
      'less than usual takes the picture, then all but the headline',
      [
        ['a', 1],
        ['b', 2, 1],
        ['c', undefined, 2],
        ['d', 1, 3],
        ['e', undefined, 4],
      ],
      ['lead c', 'story e', 'small b', 'brief a', 'brief d'],
    ],
    [
      'greater than usual holds until there is a story two days newer',
      [['a'], ['b', 5, 49], ['c', 4, 47]],
      ['lead c', 'story a', 'story b'],
    ],
  ])('%s', async (_, stories, expected) => {
    const shown = await frontPage(stories, `block: lead, stories: ${stories.length - 1}`);
    expect(shown).toEqual(expected);
  });

  test('does not count against a story that the block names', async () => {
    const shown = await frontPage([['a'], ['b', 5, 1]], 'block: lead, story: a, stories: 1');
    expect(shown).toEqual(['lead a', 'large b']);
  });
});

test('dev shows a quiet and a big day of the same stories', async () => {
  const { files, composed } = await build([['a'], ['b', 4, 1], ['c', 1, 2]], 'block: lead, stories: 2');
  if (!composed) throw new Error('nothing was composed');
  const site = createComposedSite(composed);
  const on = async (day: 'quiet' | 'big') => outline(String(await site.read(frontPageOf(day))));
  expect(outline(files.get('index.html'))).toEqual(['lead b', 'story a', 'brief c']);
  expect(await on('quiet')).toEqual(['lead a', 'story b', 'brief c']);
  expect(await on('big')).toEqual(['banner b', 'large a', 'brief c']);
  expect(site.paths.filter((path) => path.includes('day'))).toEqual([]);
});
