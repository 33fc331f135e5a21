import { load } from 'cheerio';
import { beforeAll, describe, expect, it } from 'vitest';
import { problemsWith, where } from '../../changed-site.ts';
import { buildInMemory, type Changes, smallContent } from '../../helpers.ts';
import { type BuiltPaper, buildPaper, ofType, textsOf, thingsOf, valuesOf } from '../../parsed-pages.ts';

const now = new Date('2026-11-24T12:00:00-06:00');

const notice = (fields: string, text = 'A text.') => `---\n${fields}\n---\n${text}\n`;

/** The small paper with notices of three kinds, one of which has the form of obituaries under another name. */
const paper: Changes = {
  'site.yaml': (text) =>
    `${text}\nnotices:\n  - { kind: difuntos, title: Difuntos, form: obituary, text: Who died. }\n  - { kind: legal, title: Legal }\n  - { kind: jobs, title: Jobs }\n`,
  'pages/notices.md':
    '---\ntemplate: notices\npath: /notices\ntitle: Notices\n---\n## Place a notice\n\nIt costs $45.\n',
  'pages/home.yaml': (text) => `${text}\n  - { block: notices, notices: 2 }\n`,
  'pages/search.yaml': 'template: search\npath: /search\ntitle: Search\n',
  'pages/local-events.yaml': 'template: events\npath: /local-events\ntitle: Events\n',
  'pages/print.yaml': 'template: print\npath: /print\ntitle: Print\n',
  'notices/ada-lund.md': notice(
    'kind: difuntos\ntitle: Ada Lund\npublishedDate: 2026-11-20\nborn: 1948-02-03\ndied: 2026\nplace: Ferry Lane\npicture: media/bridge.png\npictureAlt: Ada Lund at the bridge\nservice: { starts: 2026-12-05T14:00:00-06:00, where: "Old Pier, Carver" }\ncontact: (555) 555-0141\npaid: true\nuntil: 2026-11-21',
    'She kept the ferry for 40 years, and the [toll](/blog/bridge-toll-ends) for none.',
  ),
  'notices/bids.md': notice(
    'kind: legal\ntitle: Bids for a pump\npublishedDate: 2026-11-01\nuntil: 2026-11-10',
  ),
  'notices/cook.md': notice('kind: jobs\ntitle: A cook\npublishedDate: 2026-11-22\nuntil: 2026-11-30'),
  'notices/later.md': notice('kind: jobs\ntitle: Later\npublishedDate: 2026-11-28'),
  'notices/draft.md': notice('kind: jobs\ntitle: Draft\npublishedDate: 2026-11-20\ndraft: true', ''),
};

describe('notices', () => {
  let built: BuiltPaper;
  beforeAll(async () => {
    const { files, report } = await buildInMemory(smallContent(paper), { now });
    expect(report.problems.map(where)).toEqual(['notices/ada-lund.md:13 doubtful-value']);
    const pageAt = (address: string) => load(files.get(`${address.slice(1)}.html`) ?? '');
    built = { files, pages: [], pageAt };
  });

  it('have lists of their kinds, grouped by day, with the words of the paper on how to place one', () => {
    const $ = built.pageAt('/notices');
    expect(textsOf($, '.notices__tabs a')).toEqual(['All 2', 'Difuntos 1', 'Legal 0', 'Jobs 1']);
    expect($('.notices__day h2').first().text()).toBe('Sunday, November 22');
    expect(textsOf($, '.notices h3')).toEqual(['A cook', 'Ada Lund']);
    expect($('.facts').text()).toContain('It costs $45.');
    expect(built.pageAt('/notices/legal')('.notices').text()).toContain('There are no notices.');
    expect(built.files.get('notices/difuntos/rss.xml')).toMatch(
      /<title><!\[CDATA\[Ada Lund.*Sat, Dec 5, 2 p\.m\..*<li>Paid notice/s,
    );
  });

  it('have a page each; a life stays, and others expire and leave all lists', () => {
    const $ = built.pageAt('/notices/difuntos/ada-lund');
    expect($('h1').text()).toBe('Ada Lund');
    expect($('.notice-text dl').text().replace(/\s+/g, ' ')).toBe(
      'BornFeb 3, 1948 Died2026 PlaceFerry Lane ServiceSat, Dec 5, 2 p.m. Old Pier, CarverFlowers and gifts(555) 555-0141PublishedNov 20, 2026 ',
    );
    expect($('a[href="tel:+15555550141"]')).toHaveLength(1);
    expect($('meta[name=robots]')).toHaveLength(0);
    expect(ofType(thingsOf($), 'WebPage')).toMatchObject([
      { about: { '@type': 'Person', name: 'Ada Lund', birthDate: '1948-02-03', deathDate: 2026 } },
    ]);
    const over = built.pageAt('/notices/legal/bids');
    expect(over('.notice-text__over').text()).toBe('This notice has expired.');
    expect(over('meta[name=robots]').attr('content')).toBe('noindex');
    const sitemap = built.files.get('sitemap.xml') ?? '';
    expect([sitemap.includes('ada-lund'), sitemap.includes('bids')]).toEqual([true, false]);
    expect(built.files.has('notices/jobs/later.html') || built.files.has('notices/jobs/draft.html')).toBe(
      false,
    );
  });

  it('are named on the front page, in the search, the letter and the printed edition, and services among the events', () => {
    const $ = built.pageAt('/index');
    expect(valuesOf($, '.notice-names a', 'href')).toEqual([
      '/notices/difuntos',
      '/notices/difuntos/ada-lund',
      '/notices/jobs',
      '/notices/jobs/cook',
    ]);
    const found = [...built.files].filter(([path]) => /search-2026.*json$/.test(path)).join();
    expect([found.includes('Ada Lund'), found.includes('Bids')]).toEqual([true, false]);
    expect(built.pageAt('/print')('.sheet__story').text()).toContain('Ada Lund');
    expect(built.pageAt('/local-events')('.agenda').text()).toContain('Service for Ada Lund');
  });

  it('are built again when one comes or expires', async () => {
    let until = 0;
    await buildInMemory(smallContent(paper), {
      now,
      onComposed: ({ edition }) => (until = edition.clock.validUntil()),
    });
    expect(until).toBeLessThanOrEqual(Date.parse('2026-11-28T00:00:00-06:00'));
    const later = await buildInMemory(smallContent(paper), { now: new Date('2026-12-01T00:00:00-06:00') });
    expect(later.files.has('notices/jobs/later.html')).toBe(true);
    expect(later.files.get('notices/jobs/cook.html')).toContain('This notice has expired.');
  });

  it('may be thousands, on pages of a bounded size', async () => {
    const many = Array.from({ length: 130 }, (_, i) => [
      `notices/n${i}.md`,
      notice(`kind: legal\ntitle: Office ${i}\npublishedDate: 2026-10-01`),
    ]);
    const { pageAt, files } = await buildPaper(
      smallContent({
        ...paper,
        ...Object.fromEntries(many),
        'notices/ada-lund.md': notice('kind: difuntos\ntitle: Ada\npublishedDate: 2026-11-20'),
      }),
      now,
    );
    expect(files.has('notices/legal/page/3.html')).toBe(true);
    expect(pageAt('/notices/legal/page/3')('.notice')).toHaveLength(10);
    expect(pageAt('/notices/legal')('.search a').attr('href')).toBe('/search');
  });
});

describe('mistakes in notices', () => {
  const told = async (changes: Changes, without: readonly string[] = []) => {
    const all = Object.entries({ ...paper, ...changes }).filter(([path]) => !without.includes(path));
    return (await problemsWith(Object.fromEntries(all))).map(where);
  };

  it('are told at their lines', async () => {
    const lund =
      'kind: difunto\ntitle: Ada Lund\npublishedDate: 2026-11-20\nborn: 1948\ndied: 1947-01-01\npicture: media/bridge.png\nservice:\n  starts: 2026-12-05T14:00:00-06:00\n  ends: 2026-12-05T13:00:00-06:00\ncontact: nobody';
    expect(
      await told({
        'notices/ada-lund.md': notice(lund),
        'notices/cook.md': notice('kind: jobs\ntitle: Cook\npublishedDate: 2026-11-22\nuntil: 2026-11-01'),
        'notices/bids.md': notice('kind: legals\ntitle: Bids\npublishedDate: 2026-11-01'),
      }),
    ).toEqual([
      'notices/ada-lund.md:2 unknown-reference difuntos',
      'notices/ada-lund.md:6 invalid-date',
      'notices/ada-lund.md:10 invalid-date',
      'notices/ada-lund.md:11 invalid-value',
      'notices/bids.md:2 unknown-reference legal',
      'notices/cook.md:5 invalid-date',
    ]);
  });

  it('of the paper are told too: no page, two pages', async () => {
    expect(await told({}, ['pages/notices.md'])).toContain('notices/ada-lund.md:1 missing-file');
    const more = 'template: notices\npath: /more\ntitle: More\n';
    expect(await told({ 'pages/more.yaml': more })).toContain('pages/notices.md:2 duplicate-address');
  });
});
