import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'cheerio';
import { beforeAll, describe, expect, it } from 'vitest';
import { replace } from '../changed-site.ts';
import { buildInMemory, smallContent, temporaryFolder } from '../helpers.ts';
import { testCache } from '../test-cache.ts';
import { galleyWarm } from '../warm-program.ts';

type Files = ReadonlyMap<string, string>;

/** The small paper with a hub and a news sitemap, a draft and a scheduled story. */
function paper(language = 'en-us'): string {
  return smallContent({
    'site.yaml': (text) =>
      text
        .replace(/^feed:\n/m, 'newsSitemap: true\nfeed:\n  hub: https://hub.example/\n')
        .replace(/^language: .*/m, `language: ${language}`),
    'blog/ice-on-the-landing.md': replace(/^publishedDate: .*/m, 'publishedDate: 2026-12-01T06:00:00-06:00'),
    'blog/bridge-toll-ends.md': replace(/\[the ferry\]\(.*?\)/, 'the ferry'),
    'blog/heron-count.md': replace(/^publishedDate: .*/m, '$&\ndraft: true'),
  });
}

const build = async (content: string, options: Parameters<typeof buildInMemory>[1]) => {
  const { files, report } = await buildInMemory(content, options);
  expect(report.problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  return files;
};

const pagesOf = (files: Files) => [...files].filter(([path]) => path.endsWith('.html'));

const nonPublic = [
  ['drafts', { drafts: true }],
  ['another address', { baseUrl: 'https://preview.alderferry.example' }],
] as const;

describe.each(nonPublic)('a build with %s', (_, options) => {
  let files: Files;
  beforeAll(async () => {
    files = await build(paper(), options);
  });

  it('keeps search engines away', () => {
    const shown = pagesOf(files).filter(
      ([, html]) => load(html)('meta[name=robots]').attr('content') !== 'noindex',
    );
    expect(pagesOf(files).length).toBeGreaterThan(10);
    expect(shown).toEqual([]);
    expect(files.get('robots.txt')).toBe('User-agent: *\nDisallow: /\n');
    expect([...files.keys()].filter((path) => path.includes('sitemap'))).toEqual([]);
  });

  it('tells no hub of its stories', () => {
    for (const path of ['rss.xml', 'feed.json']) expect(files.get(path)).not.toContain('hub.example');
  });

  it('has a bar on every page that is not in a frame', () => {
    for (const [path, html] of pagesOf(files)) {
      const $ = load(html);
      const count = $('meta[http-equiv=refresh], body.framed').length > 0 ? 0 : 1;
      expect([path, $('.preview-bar').length]).toEqual([path, count]);
      expect([path, $('link[href^="/assets/preview-"]').length]).toEqual([path, count]);
    }
  });
});

it.each([
  ['en-us', 'Preview', 'Draft', 'Scheduled for Dec 1, 2026, 6:00 AM'],
  ['es-mx', 'Vista previa', 'Borrador', 'Se publica el 1 dic 2026, 6:00 a.m.'],
])('drafts and scheduled stories are marked in %s', async (language, title, draft, scheduled) => {
  const files = await build(paper(language), { drafts: true });
  const markOf = (path: string, at: string) =>
    load(files.get(path) ?? '')(at)
      .text()
      .replace(/\s+/g, ' ');
  expect(markOf('blog/heron-count.html', '.preview-bar').trim()).toMatch(new RegExp(`^${title} .*${draft}$`));
  expect(markOf('blog/ice-on-the-landing.html', '.preview-bar')).toContain(scheduled);
  expect(markOf('blog/ice-on-the-landing.html', '.article__header .preview-mark')).toBe(scheduled);
  expect(markOf('blog/bridge-toll-ends.html', '.article__header .preview-mark')).toBe('');
  const marksOfCards = (path: string) => {
    const $ = load(files.get(path) ?? '');
    return Array.from($('.post-card'), (card) => $(card).find('.preview-mark').text());
  };
  expect([...marksOfCards('blog.html'), ...marksOfCards('blog/page/2.html')]).toEqual([scheduled, '', draft]);
});

it('a public build knows nothing of it, nor does one with the address written otherwise', async () => {
  const folder = temporaryFolder();
  const content = smallContent();
  const buildInto = async (out: string, ...flags: readonly string[]) => {
    const all = [
      'build',
      '--content',
      content,
      '--now',
      '2026-11-20T18:00:00Z',
      '--out',
      out,
      '--cache',
      testCache,
    ];
    expect(await galleyWarm(folder, [...all, ...flags])).toMatchObject({ status: 0, stderr: '' });
    return readFileSync(join(folder, out, '.galley-site'), 'utf8');
  };
  const own = await buildInto('dist');
  expect(own).not.toMatch(/preview/);
  expect(await buildInto('same', '--base-url', 'HTTPS://AlderFerry.example:443/')).toBe(own);
  expect(readFileSync(join(folder, 'same', 'index.html'))).toEqual(
    readFileSync(join(folder, 'dist', 'index.html')),
  );
  expect(await buildInto('other', '--base-url', 'http://alderferry.example')).not.toBe(own);
});

it('`dev` without flags is like a public build', async () => {
  const content = paper();
  const { files } = await buildInMemory(content, { isDev: true });
  expect(Object.fromEntries(files)).toEqual(Object.fromEntries(await build(content, {})));
});
