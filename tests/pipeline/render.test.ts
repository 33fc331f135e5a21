import { join } from 'node:path';
import { load } from 'cheerio';
import { describe, expect, test } from 'vitest';
import { buildInMemory, type Change, sites, smallContent } from '../helpers.ts';
import { buildPaper, ofType, thingsOf, valuesOf } from '../parsed-pages.ts';

const small = join(sites, 'small', 'content');
const village = await buildPaper(small);
describe('ids', () => {
  test('of headings differ from those of templates, whatever the headings say', async () => {
    const ofTemplates = village.pages
      .flatMap(({ $ }) => valuesOf($, '[id]', 'id'))
      .filter((id) => /^[A-Z]/.test(id ?? ''));
    expect(ofTemplates).toContain('Share');
    const headings = [...new Set(ofTemplates)].map((id) => `## ${id?.replaceAll('-', ' ')}`);
    const withHeadings: Change = (text) => `${text}\n${headings.join('\n\nA text.\n\n')}\n\nA text.\n`;
    const { files, report } = await buildInMemory(smallContent({ 'blog/heron-count.md': withHeadings }));
    expect(report.problems).toEqual([]);
    const ids = valuesOf(load(files.get('blog/heron-count.html') ?? ''), '[id]', 'id');
    expect(ids).toEqual(expect.arrayContaining(['Share', 'share', 'Main', 'main']));
    expect(ids).toHaveLength(new Set(ids).size);
  });
});

describe('the head of a page', () => {
  /** The small site with more lines in its site.yaml, and the heads of its pages. */
  async function build(lines: string) {
    const content = smallContent({ 'site.yaml': (yaml) => `${yaml.trimEnd()}\n\n${lines}` });
    const { report, files } = await buildInMemory(content);
    expect(report.problems).toEqual([]);
    const at = (path: string) => load(files.get(path) ?? '');
    const titles = ['index', 'business', '404'].map((name) => at(`${name}.html`)('title').text());
    return { titles, paper: ofType(thingsOf(at('index.html')), 'NewsMediaOrganization')[0] };
  }

  test.each([
    ['', 'Business | The Alder Ferry Post'],
    ['titleSuffix: " · Alder Ferry"\n', 'Business · Alder Ferry'],
    ['titleSuffix: in the Post\n', 'Business in the Post'],
    ['titleSuffix: ""\n', 'Business'],
  ])(
    'with %j a page is titled %s, and home and the page for unknown addresses as they are',
    async (lines, title) => {
      const { titles } = await build(lines);
      expect(titles).toEqual(['Alder Ferry news', title, 'Not Found']);
    },
  );

  test('names the pages of the paper on other sites, and none where it has none', async () => {
    const profiles = ['https://social.example/@alderferry', 'https://video.example/c/alderferry'];
    expect((await build(`profiles: [${profiles.join(', ')}]\n`)).paper?.sameAs).toEqual(profiles);
    expect((await build('')).paper).not.toHaveProperty('sameAs');
    expect((await build('profiles: []\n')).paper).not.toHaveProperty('sameAs');
  });
});

describe('a text that tries to leave its script', async () => {
  const spoiled = '</script><b>bold</b> <!-- <script>';
  const spoil =
    (keys: RegExp): Change =>
    (text) =>
      text.replace(keys, (_, key: string) => key + JSON.stringify(spoiled));
  const content = smallContent({
    'site.yaml': spoil(/^((?:name|tagline|description|publisher): | {2}(?:street|title|text): ).*$/gm),
    'navigation.yaml': spoil(/(?<=[{ -])(title: )[^,}\n]*/g),
    'pages/privacy.md': spoil(/^((?:title|headline|tagline|description): ).*$/gm),
  });
  const { files } = await buildInMemory(content);
  const html = files.get('privacy.html') ?? '';
  const $ = load(html);

  test('stays text everywhere on the page', () => {
    expect($('b')).toHaveLength(0);
    const types = valuesOf($, 'script:not([src])', 'type');
    expect(types).toEqual(['speculationrules', 'application/ld+json']);
    expect($('title').text()).toContain(spoiled);
    expect($('h1').text()).toBe(spoiled);
    expect(html.match(/<\/script/gi)).toHaveLength($('script').length);
  });

  test('is still itself in the structured data', () => {
    expect(ofType(thingsOf($), 'WebPage')[0]?.name).toBe(spoiled);
    expect(ofType(thingsOf($), 'WebSite')[0]?.name).toBe(spoiled);
  });
});
