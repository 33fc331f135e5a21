import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'cheerio';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { buildInMemory, sites, spoiledContent } from '../helpers.ts';
import { buildPaper, ofType, thingsOf, valuesOf } from '../parsed-pages.ts';
import { describeEveryPage } from './every-page.ts';

const small = join(sites, 'small', 'content');
const village = await buildPaper(small);
const { providers } = parse(readFileSync(join(small, 'embeds.yaml'), 'utf8'));

describeEveryPage(village, {
  baseUrl: 'https://alderferry.example',
  providers: Object.values(providers),
});

describe('ids', () => {
  test('of headings differ from those of templates, whatever the headings say', async () => {
    const ofTemplates = village.pages
      .flatMap(({ $ }) => valuesOf($, '[id]', 'id'))
      .filter((id) => /^[A-Z]/.test(id ?? ''));
    expect(ofTemplates).toContain('Share');
    const headings = [...new Set(ofTemplates)].map((id) => `## ${id?.replaceAll('-', ' ')}`);
    const content = spoiledContent('nothing is laid over it');
    const post = join(content, 'blog', 'heron-count.md');
    writeFileSync(post, `${readFileSync(post, 'utf8')}\n${headings.join('\n\nA text.\n\n')}\n\nA text.\n`);
    const { files, report } = await buildInMemory(content);
    expect(report.problems).toEqual([]);
    const ids = valuesOf(load(files.get('blog/heron-count.html') ?? ''), '[id]', 'id');
    expect(ids).toEqual(expect.arrayContaining(['Share', 'share', 'Main', 'main']));
    expect(ids).toHaveLength(new Set(ids).size);
  });
});

describe('the head of a page', () => {
  const yaml = readFileSync(join(small, 'site.yaml'), 'utf8');

  /** The small site with more lines in its site.yaml, and the heads of its pages. */
  async function build(lines: string) {
    const content = spoiledContent('');
    writeFileSync(join(content, 'site.yaml'), `${yaml.trimEnd()}\n${lines}`);
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
  const content = spoiledContent('nothing is laid over it');
  const spoil = (path: string, keys: RegExp) => {
    const file = join(content, path);
    const text = readFileSync(file, 'utf8');
    const changed = text.replace(keys, (_, key: string) => key + JSON.stringify(spoiled));
    expect(changed).not.toBe(text);
    writeFileSync(file, changed);
  };
  spoil('site.yaml', /^((?:name|tagline|description|publisher): | {2}(?:street|title|text): ).*$/gm);
  spoil('navigation.yaml', /(?<=[{ -])(title: )[^,}\n]*/g);
  spoil('pages/privacy.md', /^((?:title|headline|tagline|description): ).*$/gm);
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
