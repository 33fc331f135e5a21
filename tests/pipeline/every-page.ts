import { describe, expect, test } from 'vitest';
import { type BuiltPaper, faultsOn, type ParsedPage, textsOf, valuesOf, words } from '../parsed-pages.ts';

interface Provider {
  readonly url: string;
  readonly link?: string | undefined;
  readonly origins?: readonly string[] | undefined;
}

/** The tests that the pages of every paper pass; `providers` are those of its embeds.yaml. */
export function describeEveryPage(
  { files, pages, pageAt }: BuiltPaper,
  { baseUrl, providers }: { readonly baseUrl: string; readonly providers: readonly Provider[] },
): void {
  const originOf = (address: string) => new URL(address, baseUrl).origin;

  describe('the outline of every page', () => {
    test('has one first-level heading, and begins with it', () => {
      const faults = faultsOn(pages, function* ({ $ }) {
        const count = $('h1').length;
        if (count !== 1) yield `${count} h1`;
        const first = $('h1, h2, h3, h4, h5, h6').get(0);
        if (first?.name !== 'h1') yield `begins with ${first?.name}: ${words($(first).text())}`;
      });
      expect(faults).toEqual([]);
    });

    test('never skips a level', () => {
      const faults = faultsOn(pages, function* ({ $ }) {
        let last = 0;
        for (const heading of $('h1, h2, h3, h4, h5, h6').toArray()) {
          const level = Number(heading.name[1]);
          if (level > last + 1) yield `h${level} after h${last}: ${words($(heading).text())}`;
          last = level;
        }
      });
      expect(faults).toEqual([]);
    });

    test('has no empty heading', () => {
      const faults = faultsOn(pages, ({ $ }) =>
        textsOf($, 'h1, h2, h3, h4, h5, h6').filter((text) => text === ''),
      );
      expect(faults).toEqual([]);
    });

    test('is between one header and one footer, in one main part', () => {
      const faults = faultsOn(pages, function* ({ $, framed }) {
        if ($('main').length !== 1) yield `${$('main').length} main`;
        const around = framed ? 0 : 1;
        for (const name of ['header', 'footer'])
          if ($(`body > ${name}`).length !== around) yield `${$(`body > ${name}`).length} ${name}`;
      });
      expect(faults).toEqual([]);
    });

    test('has navigation parts that are all named, and no two alike', () => {
      const faults = faultsOn(pages, function* ({ $ }) {
        const names = $('nav')
          .toArray()
          .map((nav) => {
            const by = $(nav).attr('aria-labelledby');
            return words(by ? $(`[id="${by}"]`).text() : ($(nav).attr('aria-label') ?? ''));
          });
        if (names.includes('')) yield 'a nav without a name';
        if (new Set(names).size < names.length) yield `two of ${names.join(', ')}`;
      });
      expect(faults).toEqual([]);
    });

    test('lets keyboards skip to its main part', () => {
      const faults = faultsOn(pages, function* ({ $, framed }) {
        if (!framed && $('body a[href]').first().attr('href') !== `#${$('main').attr('id')}`)
          yield 'the first link does not lead to main';
      });
      expect(faults).toEqual([]);
    });

    test('says its language', () => {
      const faults = faultsOn(pages, ({ $ }) => ($('html').attr('lang') === 'en-US' ? [] : ['no lang']));
      expect(faults).toEqual([]);
    });
  });

  describe('ids', () => {
    test('are unique on a page', () => {
      const faults = faultsOn(pages, ({ $ }) => {
        const ids = valuesOf($, '[id]', 'id');
        return ids.filter((id, i) => ids.indexOf(id) !== i).map((id) => `#${id} twice`);
      });
      expect(faults).toEqual([]);
    });

    test('exist where something refers to them', () => {
      const references = ['aria-labelledby', 'aria-describedby', 'aria-controls', 'for', 'commandfor'];
      const faults = faultsOn(pages, function* ({ $ }) {
        const ids = new Set(valuesOf($, '[id]', 'id'));
        for (const name of [...references, 'popovertarget'])
          for (const id of valuesOf($, `[${name}]`, name).flatMap((value) => value?.split(/\s+/) ?? []))
            if (!ids.has(id)) yield `${name}="${id}"`;
        for (const href of valuesOf($, 'a[href^="#"]', 'href'))
          if (!ids.has(href?.slice(1))) yield `a link to ${href}`;
      });
      expect(faults).toEqual([]);
    });
  });

  test('every link to the paper itself leads to a page or file that is there, and to a part of it', () => {
    const addresses = new Set(pages.map(({ address }) => address));
    const faults = faultsOn(pages, function* ({ $, address }) {
      for (const href of [...valuesOf($, '[href]', 'href'), ...valuesOf($, '[src]', 'src')]) {
        const url = new URL(href ?? '', `${baseUrl}${address}`);
        if (url.origin !== new URL(baseUrl).origin || url.pathname.startsWith('/api/')) continue;
        const path = decodeURIComponent(url.pathname);
        if (!addresses.has(path) && !files.has(path.slice(1))) yield `${href} is not there`;
        const id = decodeURIComponent(url.hash.slice(1));
        if (id && addresses.has(path) && pageAt(path)(`[id="${id}"]`).length === 0)
          yield `${href} has no such part`;
      }
    });
    expect(faults).toEqual([]);
  });

  describe('pictures', () => {
    test('have an alternative text and their size', () => {
      const faults = faultsOn(pages, ({ $ }) =>
        $('img')
          .toArray()
          .filter(({ attribs }) => {
            const sized = /^[1-9]\d*$/.test(attribs.width ?? '') && /^[1-9]\d*$/.test(attribs.height ?? '');
            return attribs.alt === undefined || !sized;
          })
          .map(({ attribs }) => JSON.stringify(attribs)),
      );
      expect(faults).toEqual([]);
    });

    test('were built', () => {
      const faults = faultsOn(pages, ({ $ }) =>
        valuesOf($, 'img', 'src')
          .filter((src) => !files.has(src?.slice(1) ?? ''))
          .map(String),
      );
      expect(faults).toEqual([]);
    });
  });

  describe('frames', () => {
    const framesOf = ({ $ }: ParsedPage) => $('iframe').toArray();

    test('are lazy, titled, sandboxed, quiet about the referrer, and keep their place', () => {
      const faults = faultsOn(pages, function* (page) {
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
      expect(faults).toEqual([]);
    });

    test('have titles that differ', () => {
      const faults = faultsOn(pages, (page) => {
        const titles = valuesOf(page.$, 'iframe', 'title');
        return titles.filter((title, i) => titles.indexOf(title) !== i).map((title) => `${title} twice`);
      });
      expect(faults).toEqual([]);
    });

    test('have a plain link to their source beside them, but for advertisements', () => {
      const faults = faultsOn(pages, function* (page) {
        for (const frame of page.$('[data-embed] iframe').toArray()) {
          const { src = '' } = frame.attribs;
          const link = page.$(frame).parent().find('a[href]');
          const provider = providers.find(({ url }) => originOf(url) === originOf(src));
          const leads = provider?.link ? originOf(provider.link) : src;
          const href = link.attr('href') ?? '';
          if (link.length !== 1 || !words(link.text())) yield `${src}: ${link.length} links`;
          else if (provider?.link ? originOf(href) !== leads : href !== leads)
            yield `${src}: leads to ${href}`;
        }
      });
      expect(faults).toEqual([]);
    });

    test('of our own origin never have both scripts and that origin', () => {
      const faults = faultsOn(pages, (page) =>
        framesOf(page)
          .filter(({ attribs }) => {
            const tokens = (attribs.sandbox ?? '').split(/\s+/);
            const own = originOf(attribs.src ?? '') === baseUrl;
            return own && tokens.includes('allow-scripts') && tokens.includes('allow-same-origin');
          })
          .map(({ attribs }) => attribs.src ?? ''),
      );
      expect(faults).toEqual([]);
    });
  });

  describe('the Content-Security-Policy', () => {
    const policyOf = ({ $ }: ParsedPage) => {
      const content = $('meta[http-equiv="Content-Security-Policy" i]').attr('content') ?? '';
      return new Map(
        content
          .split(';')
          .map((directive) => directive.trim().split(/\s+/))
          .map(([name = '', ...sources]) => [name, sources]),
      );
    };

    test('comes before anything that loads', () => {
      const faults = faultsOn(pages, function* ({ $, html }) {
        const policies = $('meta[http-equiv="Content-Security-Policy" i]');
        if (policies.length !== 1) yield `${policies.length} policies`;
        const before = html.slice(0, html.search(/http-equiv="Content-Security-Policy"/i));
        yield* before.match(/<(?:base|iframe|img|link|script|style)\b[^>]*>/gi) ?? [];
      });
      expect(faults).toEqual([]);
    });

    test('forbids what it does not name, and allows nothing inline', () => {
      const faults = faultsOn(pages, function* (page) {
        const policy = policyOf(page);
        if (policy.get('default-src')?.join(' ') !== "'none'") yield 'default-src is open';
        for (const [name, sources] of policy)
          for (const source of sources)
            if (/unsafe|^\*|^https?:$|^data:/.test(source)) yield `${name} ${source}`;
      });
      expect(faults).toEqual([]);
    });

    test('allows the frames that are on the page, with the origins that embeds.yaml says they reach, and no others', () => {
      const faults = faultsOn(pages, function* (page) {
        const allowed = valuesOf(page.$, 'iframe', 'src').flatMap((src = '') => {
          const origin = originOf(src);
          if (origin === baseUrl) return ["'self'"];
          const extras = providers.find(({ url }) => originOf(url) === origin)?.origins ?? [];
          return [origin, ...extras];
        });
        const expected = [...new Set(allowed)].sort().join(' ');
        const found = (policyOf(page).get('frame-src') ?? []).toSorted().join(' ');
        if (found !== expected) yield `frame-src is "${found}", not "${expected}"`;
      });
      expect(faults).toEqual([]);
    });
  });

  describe('preloads', () => {
    test('are fonts only: React adds none for pictures', () => {
      const faults = faultsOn(pages, ({ $ }) =>
        $('link[rel=preload]:not([as=font])')
          .toArray()
          .map((preload) => $.html(preload)),
      );
      expect(faults).toEqual([]);
    });
  });

  describe('nothing inline', () => {
    test('is on a page but JSON-LD and speculation rules: no style, no script, no handler', () => {
      const faults = faultsOn(pages, function* ({ $ }) {
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
      });
      expect(faults).toEqual([]);
    });
  });

  describe('links and buttons', () => {
    test('have words, or a picture that has', () => {
      const faults = faultsOn(pages, ({ $ }) =>
        $('a, button, summary')
          .toArray()
          .filter((element) => {
            const alt = $(element).find('img').attr('alt');
            return !words($(element).text()) && !alt && !$(element).attr('aria-label');
          })
          .map((element) => $.html(element)),
      );
      expect(faults).toEqual([]);
    });

    test('all do something, without a script', () => {
      const faults = faultsOn(pages, function* ({ $ }) {
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
      expect(faults).toEqual([]);
    });

    test('that open a new tab do not hand this one over', () => {
      const faults = faultsOn(pages, ({ $ }) =>
        $('a[target=_blank]')
          .toArray()
          .filter(({ attribs }) => !/\bnoopener\b|\bnoreferrer\b/.test(attribs.rel ?? ''))
          .map((link) => $.html(link)),
      );
      expect(faults).toEqual([]);
    });
  });
}
