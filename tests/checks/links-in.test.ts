import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { linksIn } from '../../cli/checks/links-in.ts';
import { tagsOf } from '../../cli/feeds/feed-tags.ts';
import { buildInMemory, sites } from '../helpers.ts';

const named = ['href', 'src', 'srcset', 'poster', 'action'];

/** What the library's tokenizer finds in a page. */
function linksByLibrary(html: string) {
  const [hrefs, ids]: [string[], string[]] = [[], []];
  for (const { kind, attributes } of tagsOf(html, 'html')) {
    if (kind === 'close') continue;
    for (const [name, written] of attributes) {
      const value = written.replace(
        /&(?:quot|#x27|#39|lt|gt|amp);/g,
        (entity) => words.get(entity) ?? entity,
      );
      if (name === 'id') ids.push(value);
      else if (name === 'srcset')
        hrefs.push(...value.split(',').map((part) => part.trim().split(/\s/)[0] ?? ''));
      else if (named.includes(name)) hrefs.push(value);
    }
  }
  return { hrefs, ids };
}

const words = new Map(
  Object.entries({ '&quot;': '"', '&#x27;': "'", '&#39;': "'", '&lt;': '<', '&gt;': '>', '&amp;': '&' }),
);

/** Random HTML of the shapes that React and the Markdown step write, with whatever a text may look like. */
function createWriter(seed: number) {
  let state = seed;
  const random = (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >> 8) % below;
  };
  const pick = <T>(list: readonly [T, ...(readonly T[])]): T => list[random(list.length)] ?? list[0];
  const value = (): string =>
    pick([
      '/a',
      '#b',
      '/c?d=1&amp;e=2',
      'a > b',
      'it&#x27;s',
      '',
      '/x y',
      'id=&quot;a&quot;',
      '/ü',
      "'",
      'href=/n',
      '=',
    ]);
  const attribute = (): string =>
    pick<() => string>([
      () =>
        ` ${pick(['href', 'id', 'src', 'class', 'data-href', 'hrefs', 'alt', 'title', 'poster', 'action'])}="${value()}"`,
      () => ` srcset="/a.webp 1x, /b.webp 2x"`,
      () => pick([' hidden', ' defer', '\n  async', ' aria-hidden="true"']),
    ])();
  const attributes = () => {
    const found = Array.from({ length: random(5) }, attribute);
    const nameOf = (written: string) => written.trim().split('=')[0];
    return found
      .filter((written, i) => found.findIndex((other) => nameOf(other) === nameOf(written)) === i)
      .join('');
  };
  const text = (): string =>
    pick([
      'words',
      ' id="a"',
      ' href="/no" ',
      '&lt;a href="/no">',
      'a > b',
      '"',
      "'",
      ' < ',
      '<3',
      '& ',
      '\n',
      '> ',
      '</ p>',
    ]);
  return (): string => {
    const piece = (): string =>
      pick<() => string>([
        text,
        text,
        () => `<${pick(['p', 'a', 'h2', 'svg', 'img', 'use'])}${attributes()}${pick(['>', '/>', ' >'])}`,
        () => `</${pick(['p', 'a', 'h2', 'div'])}>`,
        () => `<code>${text()}${text()}</code>`,
        () => `<!--${text()}<a href="/no">-->`,
        () => `<${pick(['script', 'style', 'title', 'textarea'])}${attributes()}>`,
        () => `</${pick(['script', 'style', 'title', 'textarea'])}>`,
        () => '<!DOCTYPE html>',
      ])();
    return Array.from({ length: 1 + random(30) }, piece).join('');
  };
}

describe('linksIn', () => {
  it('finds in random HTML what the library finds', () => {
    const write = createWriter(20_261_121);
    for (let i = 0; i < 5000; i++) {
      const html = write();
      expect(linksIn(html), html).toEqual(linksByLibrary(html));
    }
  });

  it('finds in the pages of a paper what the library finds', async () => {
    const { files } = await buildInMemory(join(sites, 'small', 'content'));
    const pages = [...files].filter(([path]) => path.endsWith('.html'));
    expect(pages.length).toBeGreaterThan(10);
    for (const [path, html] of pages) expect(linksIn(html), path).toEqual(linksByLibrary(html));
  });

  it.each<[string, string]>([
    ['code that looks like attributes', `<pre><code>${' id="a"'.repeat(140_000)}</code></pre>`],
    ['angle brackets', '<'.repeat(200_000)],
    ['tags that are not closed', '<a '.repeat(300_000)],
    ['comments that are not closed', '<!--'.repeat(250_000)],
    ['a quote that is not closed', `<a href="${'<a id=b '.repeat(100_000)}`],
    ['elements of text that are not closed', '<title>'.repeat(140_000)],
  ])(
    'reads a page of %s once',
    (_name, html) => {
      expect(linksIn(html)).toEqual({ hrefs: [], ids: [] });
    },
    30_000,
  );
});
