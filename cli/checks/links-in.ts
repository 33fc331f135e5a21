import { decodeHTMLAttribute } from 'entities';
import { tagsOf } from '../lib/tags.ts';

/** What a page links to, and the ids it has, in their order. */
export interface PageLinks {
  readonly hrefs: readonly string[];
  readonly ids: readonly string[];
}

/** Attributes that name something to load or to open. */
const addresses: ReadonlySet<string> = new Set(['href', 'src', 'poster', 'action']);

/** The addresses and ids in a page's HTML. */
export function linksIn(html: string): PageLinks {
  const hrefs: string[] = [];
  const ids: string[] = [];
  for (const { attributes } of tagsOf(html, 'html')) {
    for (const [name, written] of attributes) {
      if (addresses.has(name)) hrefs.push(decodeHTMLAttribute(written));
      else if (name === 'id') ids.push(decodeHTMLAttribute(written));
      else if (name === 'srcset')
        for (const candidate of decodeHTMLAttribute(written).split(','))
          hrefs.push(candidate.trim().split(/\s/, 1)[0] ?? '');
    }
  }
  return { hrefs, ids };
}

/** Reads the links of pages one by one. The parts that pages share, such as the header, are read once. */
export function createLinkReader(): (html: string, shared: readonly string[]) => PageLinks {
  const known = new Map<string, PageLinks>();
  function linksOfShared(part: string): PageLinks {
    const links = known.get(part) ?? linksIn(part);
    known.set(part, links);
    return links;
  }
  return (html, shared) => {
    const found: PageLinks[] = [];
    let rest = html;
    for (const part of shared) {
      const at = rest.indexOf(part);
      if (at === -1) continue;
      found.push(linksIn(rest.slice(0, at)), linksOfShared(part));
      rest = rest.slice(at + part.length);
    }
    found.push(linksIn(rest));
    return { hrefs: found.flatMap(({ hrefs }) => hrefs), ids: found.flatMap(({ ids }) => ids) };
  };
}
