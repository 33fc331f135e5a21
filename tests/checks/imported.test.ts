import { describe, expect, it } from 'vitest';
import { importedLines } from '../../cli/checks/imported.ts';
import { heron, where } from '../changed-site.ts';
import { buildInMemory, type Change, smallContent } from '../helpers.ts';

/** What an old blog brings along: two dead links, a dead part, an outdated link, two pictures without words, two first-level headings. */
const old = `
# The count

The [count](/2014/count.html) took [a morning](/nowhere), see [the ferry](/about#Ferry) and [help](/help).

![](media/bridge.png)

## Where

# Afterwards
`;
const oldCounts = {
  'dead-link': 3,
  'moved-link': 1,
  'missing-alt': 2,
  'heading-level': 2,
  'invalid-text': 1,
  shortcode: 0,
};

interface Archive {
  /** More lines of site.yaml. */
  readonly settings?: string;
  /** The text of imported.yaml. */
  readonly kept?: string | undefined;
  /** The text of the post of April 2, 2026; and of a younger one. */
  readonly text?: string;
  readonly younger?: string;
  readonly options?: Parameters<typeof buildInMemory>[1];
}

const keeps = (counts: Readonly<Record<string, number>> = oldCounts, date = '2026-11-01') =>
  `date: ${date}\ncounts:\n${Object.entries(counts)
    .map(([rule, n]) => `  ${rule}: ${n}\n`)
    .join('')}`;

/** Builds the small site after it was moved from an archive. */
async function build({
  settings = 'importedBefore: 2026-05-01',
  kept = keeps(),
  text = old,
  younger,
  options,
}: Archive = {}) {
  const body =
    (text: string): Change =>
    (post) =>
      post.replace(/(?<=\n---\n)[\s\S]*/, text);
  const content = smallContent({
    'site.yaml': (site) => `${site}${settings}\n`,
    [heron]: (post) => body(text)(post.replace('tags: [herons]', 'imageUrl: media/bridge.png')),
    'blog/ice-on-the-landing.md': body(''),
    ...(younger !== undefined && { 'blog/bridge-toll-ends.md': body(younger) }),
    'redirects.yaml': '- { from: /help, to: /faq }\n',
    ...(kept !== '' && { 'imported.yaml': kept }),
  });
  const { report, files } = await buildInMemory(content, options);
  return { report, files, rows: report.problems.map(where) };
}

describe('posts from before `importedBefore`', () => {
  it('are published whole, and their old mistakes are counted', async () => {
    const { report, files, rows } = await build();
    expect(rows).toEqual([]);
    expect(report.imported).toEqual({ before: '2026-05-01', counts: oldCounts });
    const html = files.get('blog/heron-count.html') ?? '';
    expect(html).toContain('<h2 id="the-count">The count</h2>');
    expect(html).toContain('<h3 id="where">Where</h3>');
    expect(html.match(/<h1/g)).toHaveLength(1);
    expect(html).toContain('<a href="/nowhere">a morning</a>');
    expect(html).toMatch(/<img src="\/media\/bridge.png"[^>]* alt=""/);
    expect(files.get('blog/ice-on-the-landing.html')).toContain('Ice');
    expect(importedLines(report.imported ?? { before: '', counts: oldCounts })[0]).toBe(
      '3 dead links in posts from before 2026-05-01 (--all lists them)',
    );
  });

  it('have them listed as warnings if somebody asks', async () => {
    const { report, rows } = await build({ options: { listImported: true } });
    expect(report.written).toBeDefined();
    expect(rows).toHaveLength(9);
    expect(rows.map((row) => row.split(' ')[1])).toContain('moved-link');
    expect(report.problems.every(({ severity }) => severity === 'warning')).toBe(true);
  });

  it.each<[name: string, text: string, row: string]>([
    ['raw HTML', `${old}\n<b>bold</b>\n`, 'raw-html'],
    ['unsafe links', `${old}\n[x](javascript:alert)\n`, 'unsafe-link'],
    ['pictures that are not there', `${old}\n![A bridge](media/brigde.jpg)\n`, 'missing-media'],
    ['invisible characters', `${old}\n&#x202E;\n`, 'invalid-text'],
  ])('have no pardon for %s', async (_, text, rule) => {
    const { rows, report } = await build({ text });
    expect(rows.map((row) => row.split(' ')[1])).toContain(rule);
    expect(report.written).toBeUndefined();
  });

  it('pardon no younger post', async () => {
    const { rows } = await build({ younger: '# No\n\n[x](/nowhere) ![](media/bridge.png)\n' });
    const younger = 'blog/bridge-toll-ends.md';
    expect(rows.filter((row) => row.startsWith(younger)).map((row) => row.split(' ')[1])).toEqual([
      'heading-level',
      'dead-link',
      'missing-alt',
    ]);
  });

  it('may not have more mistakes than at the import', async () => {
    const { rows, report } = await build({ text: `${old}\n[One more](/gone).\n` });
    expect(rows).toEqual(['imported.yaml:3 imported-count']);
    expect(report.problems[0]?.message).toBe(
      'Posts from before 2026-05-01 have 4 dead links now, and had 3.',
    );
    expect(report.written).toBeUndefined();
    const fewer = await build({ text: 'One [old](/gone) link.\n' });
    expect(fewer.rows).toEqual([]);
  });

  it.each<[name: string, archive: Archive, ...rows: string[]]>([
    ['counts are not kept', { kept: '' }, 'site.yaml:57 imported-count'],
    [
      'imported.yaml is broken',
      { kept: keeps().replace('dead-link', 'dead-lnk') },
      'imported.yaml:3 unknown-key dead-link',
    ],
    ['the day is after the import', { kept: keeps(oldCounts, '2026-04-30') }, 'site.yaml:57 invalid-date'],
    ['the day is to come', { kept: '', settings: 'importedBefore: 2026-11-21' }, 'site.yaml:57 invalid-date'],
    [
      'drafts are published as well, so that other links are dead',
      { kept: keeps({ 'dead-link': 0 }), options: { drafts: true } },
    ],
  ])('are counted, and it is said that %s', async (_, archive, ...expected) => {
    const { rows, report } = await build(archive);
    expect(rows).toEqual(expected);
    // While a file is broken, parts of pages are not checked.
    expect(report.imported?.counts).toMatchObject({ ...oldCounts, 'dead-link': expect.toBeOneOf([2, 3]) });
  });
});
