import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'cheerio';
import { expect, it } from 'vitest';
import { problemsWith, where } from '../changed-site.ts';
import { buildInMemory, type Changes, sites, smallContent } from '../helpers.ts';

const fields =
  'newsletter:\n  stories: 2\n  intro: From both landings.\n  footer: "Stop: {{ UnsubscribeURL }}"\n';

async function built(more: Changes = {}, settings = fields) {
  const content = smallContent({ 'site.yaml': (text) => text + settings, ...more });
  const { files, report } = await buildInMemory(content);
  expect(report.problems.map(where)).toEqual([]);
  return files;
}

it('is a text', async () => {
  expect((await built()).get('newsletter.txt')).toMatchInlineSnapshot(`
    "The Alder Ferry Post
    Thursday, November 5

    From both landings.

    The bridge toll ends in May
    Nov 5, 8:00 a.m.
    Carts and cars will cross for free.
    https://alderferry.example/blog/bridge-toll-ends

    Forty herons, one more than last spring
    Apr 2, 5:30 p.m.
    Volunteers counted from two rowboats.
    https://alderferry.example/blog/heron-count

    -- 
    Alder Ferry Press
    2 Landing Road
    Alder Ferry, MN 055140
    US
    https://alderferry.example

    Stop: {{ UnsubscribeURL }}
    "
  `);
});

it('is a document that mail programs understand', async () => {
  const files = await built();
  const $ = load(files.get('newsletter.html') ?? '');
  expect($('script, link, video, iframe, svg')).toHaveLength(0);
  expect($('meta[name=robots]').attr('content')).toBe('noindex');
  expect($('meta[http-equiv=Content-Security-Policy]').attr('content')).toContain(
    "style-src 'unsafe-inline'",
  );
  expect($('title').text()).toMatch(/^The Alder Ferry Post: /);
  expect($('h2').length).toBe(2);
  const addresses = $('[href], [src]').map((_, { attribs }) => attribs.href ?? attribs.src);
  expect(addresses.get().filter((address) => !address?.startsWith('https://alderferry.example/'))).toEqual(
    [],
  );
  for (const picture of $('img').get()) {
    const { src = '', alt, width } = picture.attribs;
    expect(files.get(new URL(src).pathname.slice(1))?.slice(0, 2)).toBe('\xff\xd8');
    expect([alt, Number(width) <= 600]).toEqual([expect.stringMatching(/./), true]);
  }
  expect($('img').length).toBeGreaterThan(0);
  expect($('body').text()).toContain('2 Landing Road\nAlder Ferry, MN 055140');
  expect($('body').text()).toContain('Stop: {{ UnsubscribeURL }}');
  expect(files.get('sitemap.xml')).not.toContain('newsletter');
});

it('stays below 100 KB with the most and the longest stories', async () => {
  const post = readFileSync(join(sites, 'small/content/blog/bridge-toll-ends.md'), 'utf8');
  const long = Array.from({ length: 20 }, (_, i) => [
    `blog/long-${i}.md`,
    post
      .replace(/^id: .*$/m, `id: "long-${i}"`)
      .replace(/^title: .*$/m, `title: ${'Ñandú «ágil» '.repeat(22)}${i}`)
      .replace(/^excerpt: .*$/m, `excerpt: ${'El ñandú cruzó el río «Ñu». '.repeat(170)}`),
  ]);
  const files = await built(Object.fromEntries(long), fields.replace('stories: 2', 'stories: 15'));
  const html = files.get('newsletter.html') ?? '';
  expect(load(html)('h2')).toHaveLength(15);
  expect(Buffer.byteLength(html)).toBeLessThan(100_000);
});

it('needs an address that no page has', async () => {
  const add = (text: string) => text + fields;
  const page = () => 'template: text\npath: /newsletter\ntitle: Letters\nbody: Text.\n';
  const problems = await problemsWith({ 'site.yaml': add, 'pages/letters.yaml': page });
  expect(problems.map(where)).toContain('pages/letters.yaml:2 duplicate-address');
});
