import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { type ParsedPage, valuesOf, words } from '../parsed-pages.ts';
import { baseUrl, demo, demoContent, faultsOnPages, pageAt } from './demo.ts';

// What no checker of HTML or accessibility looks for.

interface Provider {
  readonly url: string;
  readonly link?: string | undefined;
  readonly origins?: readonly string[] | undefined;
}

const { files, pages } = demo();
const embeds = parse(readFileSync(join(demoContent, 'embeds.yaml'), 'utf8'));
const providers: readonly Provider[] = Object.values(embeds.providers);

const holds = (name: string, check: (page: ParsedPage) => Iterable<string>) =>
  test(`every page: ${name}`, () => expect(faultsOnPages(check)).toEqual([]));
test('there are pages to check', () => expect(pages.length).toBeGreaterThan(10));
const originOf = (address: string) => new URL(address, baseUrl).origin;

holds('the outline is between one header and one footer, in one main part', function* ({ $, framed }) {
  if ($('main').length !== 1) yield `${$('main').length} main`;
  for (const name of ['header', 'footer'])
    if ($(`body > ${name}`).length !== (framed ? 0 : 1)) yield `${$(`body > ${name}`).length} ${name}`;
});

holds('the outline lets keyboards skip to its main part', function* ({ $, framed }) {
  if (!framed && $('body a[href]').first().attr('href') !== `#${$('main').attr('id')}`)
    yield 'the first link does not lead to main';
});

holds('the outline says its language', ({ $ }) => ($('html').attr('lang') === 'en-US' ? [] : ['no lang']));

const addresses = new Set(pages.map(({ address }) => address));
holds(
  'links to the paper itself lead to a page or file that is there, and to a part of it',
  function* ({ $, address }) {
    for (const href of [...valuesOf($, '[href]', 'href'), ...valuesOf($, '[src]', 'src')]) {
      const url = new URL(href ?? '', `${baseUrl}${address}`);
      if (url.origin !== new URL(baseUrl).origin || url.pathname.startsWith('/api/')) continue;
      const path = decodeURIComponent(url.pathname);
      if (!addresses.has(path) && !files.has(path.slice(1))) yield `${href} is not there`;
      const id = decodeURIComponent(url.hash.slice(1));
      if (id && addresses.has(path) && pageAt(path)(`[id="${id}"]`).length === 0)
        yield `${href} has no such part`;
    }
  },
);

holds('pictures have their size, and were built', ({ $ }) =>
  $('img')
    .toArray()
    .filter(({ attribs: { src = '', width = '', height = '' } }) => {
      const sized = /^[1-9]\d*$/.test(width) && /^[1-9]\d*$/.test(height);
      return !sized || !files.has(src.slice(1));
    })
    .map(({ attribs }) => JSON.stringify(attribs)),
);

const framesOf = ({ $ }: ParsedPage) => $('iframe').toArray();

holds('frames are lazy, titled, sandboxed, quiet about the referrer, and keep their place', function* (page) {
  for (const frame of framesOf(page)) {
    const { attribs } = frame;
    const at = attribs.title || attribs.src;
    if (!words(attribs.title ?? '')) yield `${at}: no title`;
    if (attribs.loading !== 'lazy') yield `${at}: not lazy`;
    if (attribs.sandbox === undefined) yield `${at}: no sandbox`;
    if (!attribs.referrerpolicy) yield `${at}: no referrerpolicy`;
    const sized = /^[1-9]\d*$/.test(attribs.height ?? '');
    const video = page.$(frame).closest('.embed--video').length === 1;
    if (!sized && !video) yield `${at}: no height`;
  }
});

holds('frames have a plain link to their source beside them, but for advertisements', function* (page) {
  for (const frame of page.$('[data-embed] iframe').toArray()) {
    const { src = '' } = frame.attribs;
    const link = page.$(frame).parent().find('a[href]');
    const provider = providers.find(({ url }) => originOf(url) === originOf(src));
    const href = link.attr('href') ?? '';
    const isRight = provider?.link ? originOf(href) === originOf(provider.link) : href === src;
    if (link.length !== 1 || !words(link.text())) yield `${src}: ${link.length} links`;
    else if (!isRight) yield `${src}: leads to ${href}`;
  }
});

holds('frames of our own origin never have both scripts and that origin', (page) =>
  framesOf(page)
    .filter(({ attribs }) => {
      const tokens = (attribs.sandbox ?? '').split(/\s+/);
      const own = originOf(attribs.src ?? '') === baseUrl;
      return own && tokens.includes('allow-scripts') && tokens.includes('allow-same-origin');
    })
    .map(({ attribs }) => attribs.src ?? ''),
);

const policyOf = ({ $ }: ParsedPage) => {
  const content = $('meta[http-equiv="Content-Security-Policy" i]').attr('content') ?? '';
  return new Map(
    content
      .split(';')
      .map((directive) => directive.trim().split(/\s+/))
      .map(([name = '', ...sources]) => [name, sources]),
  );
};

holds('the Content-Security-Policy comes before anything that loads', function* ({ $, html }) {
  const policies = $('meta[http-equiv="Content-Security-Policy" i]');
  if (policies.length !== 1) yield `${policies.length} policies`;
  const before = html.slice(0, html.search(/http-equiv="Content-Security-Policy"/i));
  yield* before.match(/<(?:base|iframe|img|link|script|style)\b[^>]*>/gi) ?? [];
});

holds(
  'the Content-Security-Policy forbids what it does not name, and allows nothing inline',
  function* (page) {
    const policy = policyOf(page);
    if (policy.get('default-src')?.join(' ') !== "'none'") yield 'default-src is open';
    for (const [name, sources] of policy)
      for (const source of sources) if (/unsafe|^\*|^https?:$|^data:/.test(source)) yield `${name} ${source}`;
  },
);

holds(
  'the Content-Security-Policy allows the frames that are on the page, with the origins that embeds.yaml says they reach, and no others',
  function* (page) {
    const allowed = valuesOf(page.$, 'iframe', 'src').flatMap((src = '') => {
      const origin = originOf(src);
      if (origin === baseUrl) return ["'self'"];
      const extras = providers.find(({ url }) => originOf(url) === origin)?.origins ?? [];
      return [origin, ...extras];
    });
    const expected = [...new Set(allowed)].sort().join(' ');
    const found = (policyOf(page).get('frame-src') ?? []).toSorted().join(' ');
    if (found !== expected) yield `frame-src is "${found}", not "${expected}"`;
  },
);

holds('preloads are fonts only: React adds none for pictures', ({ $ }) =>
  $('link[rel=preload]:not([as=font])')
    .toArray()
    .map((preload) => $.html(preload)),
);

holds(
  'nothing inline is on a page but JSON-LD and speculation rules: no style, no script, no handler',
  function* ({ $ }) {
    if ($('[style]').length > 0) yield `${$('[style]').length} style attributes`;
    if ($('style').length > 0) yield 'a style element';
    for (const { attribs } of $('script:not([src])').toArray())
      if (!['application/ld+json', 'speculationrules'].includes(attribs.type ?? ''))
        yield `a script of type ${attribs.type}`;
    for (const element of $('html, html *').toArray())
      for (const name of Object.keys(element.attribs))
        if (name.startsWith('on')) yield `${element.name} ${name}`;
    for (const name of ['href', 'src', 'action', 'formaction'])
      for (const address of valuesOf($, `[${name}]`, name))
        if (/^\s*(?:javascript|data):/i.test(address ?? '')) yield `${name} of ${address}`;
  },
);

holds('links and buttons all do something, without a script', function* ({ $ }) {
  for (const link of $('a:not([href])').toArray()) yield $.html(link);
  for (const button of $('button').toArray()) {
    const { type, commandfor, popovertarget, formaction } = button.attribs;
    const submits = type === 'submit' && (formaction || $(button).closest('form[action]').length === 1);
    const opens = commandfor !== undefined && popovertarget !== undefined;
    // The stylesheet hides what only a script can do where there are no scripts.
    const waits = $(button).closest('[data-scripted]').length > 0;
    if (!submits && !opens && !waits) yield $.html(button);
  }
});

holds('links and buttons that open a new tab do not hand this one over', ({ $ }) =>
  $('a[target=_blank]')
    .toArray()
    .filter(({ attribs }) => !/\bnoopener\b|\bnoreferrer\b/.test(attribs.rel ?? ''))
    .map((link) => $.html(link)),
);

describe('frames', () => {
  test('of feed boards may open the headlines a reader clicks', () => {
    const boards = valuesOf(pageAt('/sports'), 'iframe[title^="Headlines from"]', 'sandbox');
    expect(boards).toHaveLength(5);
    for (const sandbox of boards)
      expect(sandbox?.split(' ')).toEqual(
        expect.arrayContaining(['allow-popups', 'allow-popups-to-escape-sandbox']),
      );
  });
});
