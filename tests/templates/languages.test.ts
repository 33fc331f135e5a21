import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'cheerio';
import { openSync } from 'fontkit';
import { beforeAll, describe, expect, it, test } from 'vitest';
import { assets } from '../../cli/pipeline/assets.ts';
import { readCompiled } from '../../cli/program/bundle.ts';
import { en } from '../../templates/words/en.ts';
import { es } from '../../templates/words/es.ts';
import { localeOf } from '../../templates/words/words.ts';
import { buildInMemory, changeFiles, compileOnce, sites, temporaryFolder } from '../helpers.ts';
import { lookOf } from '../look/look.ts';
import { valuesOf } from '../parsed-pages.ts';

const original = join(sites, 'spanish', 'content');

type Messages = { readonly [name: string]: unknown };

/** What a message says, in the parts between what it is given. */
function partsOf(message: unknown): string[] {
  if (typeof message === 'string') return [message];
  if (typeof message === 'function') return [message('7', '7', '7')].flat().join('\n').split(/7|\n/);
  return Object.values(message as Messages).flatMap(partsOf);
}

/** All messages of a language but the times of day, which are given more than texts. */
const messagesOf = ({ events: { time, hours, ...events }, direction, ...words }: typeof en): string[] =>
  [...partsOf(words), ...partsOf(events)].map(trimmed).filter(Boolean);

const trimmed = (words: string): string => words.replace(/^[\s.,:()]+|[\s.,:()]+$/g, '');

/** The texts of a page and its attributes that are words. */
function shownBy(html: string): string[] {
  const $ = load(html);
  return $('*')
    .toArray()
    .flatMap((element) => [
      ...['aria-label', 'title', 'alt', 'content', 'name'].map((name) => $(element).attr(name) ?? ''),
      ...$(element)
        .contents()
        .toArray()
        .map((node) => (node.type === 'text' ? node.data : '')),
    ])
    .map(trimmed);
}

/** All that a page holds, without its entities. */
const plain = (html: string): string => load(html)('html').toString().replaceAll('&nbsp;', ' ');

const decodeMails = (text: string): string =>
  text.replace(/mailto:[^"]*/g, (address) => decodeURIComponent(address.replaceAll('&amp;', '&')));

const spanish = new Set(messagesOf(es));
/** Words of the Spanish language, or of every one, that are English too. */
const both = new Set(['min', 'h', 'd']);
const english = messagesOf(en).filter((part) => /\p{L}/u.test(part) && !spanish.has(part) && !both.has(part));

describe('a paper in Spanish', () => {
  let files: ReadonlyMap<string, string>;
  beforeAll(async () => {
    const built = await buildInMemory(original);
    expect(built.report.problems.filter(({ severity }) => severity === 'error')).toEqual([]);
    files = new Map([...built.files].filter(([path]) => /\.(?:html|js|xml|json|txt)$/.test(path)));
  });

  it('has a page of each kind with no English word of the interface', () => {
    const left = [...files].flatMap(([path, text]) => {
      const shown = path.endsWith('.html') ? new Set(shownBy(text)) : new Set<string>();
      const says = (words: string) => (words.includes(' ') ? text.includes(words) : shown.has(words));
      return english.filter(says).map((words) => `${path}: ${words}`);
    });
    expect(left).toEqual([]);
  });

  it('has shown all of its words to the test above but those of rare states', () => {
    const all = decodeMails(
      [...files].map(([path, text]) => (path.endsWith('.html') ? plain(text) : text)).join('\n'),
    );
    // preview.test.ts and desk.test.ts in tests/pipeline/ show the others; no test shows the Spanish ones of live stories, galleries, notices and alerts.
    const elsewhere = new Set(
      [es.scripts, es.preview, es.desk, es.article.newsletter, es.live, es.gallery, es.notices, es.alert]
        .flatMap(partsOf)
        .map(trimmed),
    );
    expect([...spanish].filter((words) => !elsewhere.has(words) && !all.includes(words))).toEqual(
      [
        es.front.marks.breaking,
        es.article.team,
        es.corrections.none,
        es.books.noCover,
        es.podcast.none,
        es.boards.headlinesOf,
      ].map(trimmed),
    );
  });

  it('says so to programs', () => {
    const $ = load(files.get('blog/puente.html') ?? '');
    expect([$('html').attr('lang'), $('html').attr('dir')]).toEqual(['es-US', 'ltr']);
    expect($('meta[property="og:locale"]').attr('content')).toBe('es_US');
    expect($('script[type="application/ld+json"]').text()).toContain('"inLanguage":"es-us"');
    expect(files.get('rss.xml')).toContain('<language>es-us</language>');
    expect(load(files.get('viejo.html') ?? '')('html').attr('lang')).toBe('es-US');
  });

  it('takes the authors of a byline apart at `y` and `e`', () => {
    const $ = load(files.get('blog/puente.html') ?? '');
    expect(valuesOf($, '.article__author', 'aria-label')).toEqual(['Sobre Ana Núñez', 'Sobre Inés Ortiz']);
  });
});

it('scripts say everything in the language of the paper, and nothing in the other', async () => {
  const { files } = assets(
    readCompiled(await compileOnce()),
    { css: { first: '', options: [], own: '' }, fonts: [] },
    new Set(['radio', 'search', 'home', 'post']),
    undefined,
    es.scripts,
  );
  const code = files.flatMap(({ path, content }) => (path.endsWith('.js') ? [String(content)] : [])).join();
  expect(partsOf(es.scripts).filter((words) => !code.includes(JSON.stringify(words)))).toEqual([]);
  expect(english.filter((words) => words.includes(' ') && code.includes(words))).toEqual([]);
  expect(code).not.toContain('scriptWords');
});

test.each([
  ['es-us', 'USD', '19 nov, 6:30 a.m.', '$8.99'],
  ['es-mx', 'MXN', '19 nov, 6:30 a.m.', '$8.99'],
  ['es-mx', 'USD', '19 nov, 6:30 a.m.', 'USD 8.99'],
  ['es', 'EUR', '19 nov, 6:30', '8,99 €'],
  ['en-gb', 'GBP', '19 Nov, 6:30', '£8.99'],
  ['en-us', 'CLP', 'Nov 19, 6:30 a.m.', 'CLP 9'],
])('a paper in %s with prices in %s writes dates and prices as its readers do', async (...wanted) => {
  const [language, currency, date, price] = wanted;
  const content = join(temporaryFolder(), 'content');
  cpSync(original, content, { recursive: true });
  changeFiles(content, {
    'site.yaml': (text) => text.replace('language: es-us', `language: ${language}\ncurrency: ${currency}`),
  });
  const { files } = await buildInMemory(content);
  const [post, plans] = ['blog/puente.html', 'suscripciones.html'].map((path) => load(files.get(path) ?? ''));
  expect(post?.('html').attr('lang')).toBe(localeOf(language));
  expect(post?.('.byline time').first().text()).toBe(date);
  expect(plans?.('.plan__price strong').text().replace(/\s/g, ' ')).toBe(price);
  expect(plans?.('script[type="application/ld+json"]').text()).toContain(`"priceCurrency":"${currency}"`);
});

// The sign of a key on a Mac comes from the system’s own font.
it('all letters of all languages are in the fonts, of pages and of drawings', async () => {
  const { look } = await lookOf({});
  const { display, label } = look.drawn.faces;
  const fonts = [display, label, ...look.fonts.map(({ file }) => file)];
  const letters = new Set([...messagesOf(en), ...messagesOf(es), 'áéíóúüñ ÁÉÍÓÚÜÑ ¿? ¡! «»“”'].join(''));
  const missing = fonts.flatMap((file) => {
    const font = openSync(file);
    if (!('hasGlyphForCodePoint' in font)) return [`${file} is no font`];
    return [...letters].filter(
      (letter) => letter > ' ' && letter !== '⌘' && !font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0),
    );
  });
  expect(missing).toEqual([]);
});
