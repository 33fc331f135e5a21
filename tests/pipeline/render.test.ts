import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'cheerio';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { createRenderer } from '../../cli/pipeline/render.tsx';
import type { TextPageProps } from '../../templates/pages/TextPage.tsx';
import type { Html, Navigation, Site } from '../../templates/types.ts';
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

describe('a text that tries to leave its script', () => {
  const spoiled = '</script><b>bold</b> <!-- <script>';
  const site: Site = {
    name: `Paper ${spoiled}`,
    shortName: 'Paper',
    tagline: spoiled,
    description: spoiled,
    baseUrl: 'https://paper.example',
    language: 'en-us',
    region: 'Dallas',
    established: 1879,
    network: { publications: 3000, claim: spoiled },
    publisher: spoiled,
    contact: {
      email: 'a@paper.example',
      phone: '(214) 555-0100',
      street: spoiled,
      city: 'Dallas',
      state: 'TX',
      postalCode: '75201',
      country: 'US',
      hours: spoiled,
      mapUrl: 'https://map.example/',
    },
    geo: { region: 'US-TX', placename: spoiled, latitude: 32, longitude: -96 },
    icon: '/icon.svg',
    support: {
      title: spoiled,
      text: spoiled,
      donateLabel: spoiled,
      donateUrl: 'https://d.example/',
      laterLabel: 'No',
    },
    feedTitle: spoiled,
    year: 2026,
  };
  const group = (title: string) => ({ title, items: [{ title: spoiled, path: '/x' }] });
  const navigation: Navigation = {
    header: [{ title: spoiled, path: '/' }],
    menus: [group('A'), group('B')],
    footer: [group('C'), group('D'), group('E'), group('F')],
  };
  const page: TextPageProps = {
    kind: 'text',
    path: '/x',
    title: spoiled,
    description: spoiled,
    keywords: [spoiled],
    headline: spoiled,
    tagline: spoiled,
    noindex: false,
    shareImage: { src: '/share.png', alt: spoiled, width: 1200, height: 630 },
    breadcrumbs: [
      { title: 'Home', path: '/' },
      { title: spoiled, path: '/x' },
    ],
    body: { markdown: '' },
  };
  const render = createRenderer({
    site,
    navigation,
    assets: { stylesheet: '/s.css', scripts: {}, fonts: [] },
    look: {},
  });
  const html = render(page, () => '' as Html);

  test('stays text everywhere on the page', () => {
    const $ = load(html);
    expect($('b')).toHaveLength(0);
    const types = valuesOf($, 'script', 'type');
    expect(types).toEqual(['speculationrules', 'application/ld+json']);
    expect($('title').text()).toContain(spoiled);
    expect($('h1').text()).toBe(spoiled);
    expect(html.match(/<\/script/gi)).toHaveLength(types.length);
  });

  test('is still itself in the structured data', () => {
    const things = thingsOf(load(html));
    expect(ofType(things, 'WebSite')[0]?.name).toBe(`Paper ${spoiled}`);
    expect(ofType(things, 'WebPage')[0]?.name).toBe(spoiled);
  });
});
