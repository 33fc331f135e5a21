import { describe, expect, test } from 'vitest';
import { buildInMemory, smallContent } from '../helpers.ts';
import { usedPage } from './visits.ts';

const sentence = 'Neighbors measured the water in the garages and counted every inlet on their street.';
const words = (count: number) => Array.from({ length: count }, () => sentence).join(' ');

interface Texts {
  readonly stories: number;
  /** Characters of a headline and of an excerpt, paragraphs, and sentences in each. */
  readonly title: number;
  readonly excerpt: number;
  readonly paragraphs: number;
  readonly sentences: number;
}

/** The page `/print` of the small paper with more stories. */
async function printPage(texts: Texts, sheets: number) {
  const stories = Array.from({ length: texts.stories }, (_, i) => {
    const body = Array.from({ length: texts.paragraphs }, () => words(texts.sentences)).join('\n\n');
    return [
      `blog/story-${i}.md`,
      `---\nid: s${i}\ntitle: ${words(4).slice(0, texts.title).trim()}\nexcerpt: ${words(8).slice(0, texts.excerpt).trim()}\nauthor: Ada Lund\npublishedDate: 2026-11-10T${10 + (i % 10)}:00:00Z\ncategory: Business\n---\n\n${body}\n`,
    ];
  });
  const edition = `template: print\npath: /print\ntitle: Printed edition\nstories: 40\nsheets: ${sheets}\n`;
  const content = smallContent({ 'pages/print.yaml': edition, ...Object.fromEntries(stories) });
  const { files } = await buildInMemory(content);
  const page = await usedPage();
  await page.route('**/*', (route) => {
    const { pathname } = new URL(route.request().url());
    const text = files.get(pathname === '/print' ? 'print.html' : pathname.slice(1));
    if (text === undefined) return route.abort();
    const contentType = { css: 'text/css', js: 'text/javascript', html: 'text/html' }[
      pathname.split('.')[1] ?? 'html'
    ];
    return route.fulfill({
      body: Buffer.from(text, contentType ? 'utf8' : 'latin1'),
      ...(contentType && { contentType }),
    });
  });
  await page.goto('http://paper.example/print');
  return page;
}

describe('the paper edition', () => {
  test.each<[name: string, texts: Texts, sheets: number, expected: number]>([
    ['few short stories', { stories: 3, title: 30, excerpt: 80, paragraphs: 1, sentences: 1 }, 2, 1],
    ['three long ones', { stories: 3, title: 50, excerpt: 150, paragraphs: 30, sentences: 4 }, 2, 2],
    [
      'forty with the longest headlines',
      { stories: 40, title: 290, excerpt: 600, paragraphs: 10, sentences: 3 },
      2,
      2,
    ],
    ['forty on one sheet', { stories: 40, title: 60, excerpt: 150, paragraphs: 10, sentences: 3 }, 1, 1],
  ])(
    'of %s has as many sheets as it may, on paper of both sizes and in wide letters',
    async (_, texts, sheets, expected) => {
      const page = await printPage(texts, sheets);
      for (const font of ['var(--face)', 'DejaVu Serif']) {
        await page.evaluate((font) => {
          const style = new CSSStyleSheet();
          style.replaceSync(`.sheet__stories * { font-family: ${font} !important }`);
          document.adoptedStyleSheets = [style];
        }, font);
        for (const format of ['A4', 'Letter']) {
          const pdf = (await page.pdf({ format })).toString('latin1');
          expect(pdf.match(/\/Type\s*\/Page\b/g), `${format}, ${font}`).toHaveLength(expected);
        }
      }
    },
  );

  test('is printed by its button', async () => {
    const page = await printPage({ stories: 1, title: 30, excerpt: 80, paragraphs: 1, sentences: 1 }, 2);
    await page.evaluate(() => {
      window.print = () => document.body.setAttribute('data-printed', '');
    });
    await page.getByRole('button', { name: 'Print' }).click();
    expect(await page.locator('[data-printed]').count()).toBe(1);
  });
});
