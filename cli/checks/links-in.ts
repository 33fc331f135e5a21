import { decodeHTMLAttribute } from 'entities';

/** What a page links to, and the ids it has, in their order. */
export interface PageLinks {
  readonly hrefs: readonly string[];
  readonly ids: readonly string[];
}

/**
 * The end of a tag with the text after it, or an attribute: with its name if that is an address or an id. React and the Markdown renderer put
 * quotation marks around every value and write `<` in texts as `&lt;`. Read this way, 4,000 pages take a quarter of a tokenizer's time.
 */
const parts = />[^<]*|\s(?:(href|src|srcset|poster|action|id)|[\w:-]+)="([^"]*)"/gi;

/** The addresses and ids in the HTML of a rendered page. */
export function linksIn(html: string): PageLinks {
  const hrefs: string[] = [];
  const ids: string[] = [];
  for (const [, name, written = ''] of html.matchAll(parts)) {
    if (name === undefined) continue;
    const value = written.includes('&') ? decodeHTMLAttribute(written) : written;
    if (name === 'id') ids.push(value);
    else if (name.toLowerCase() !== 'srcset') hrefs.push(value);
    else for (const candidate of value.split(',')) hrefs.push(candidate.trim().split(/\s/, 1)[0] ?? '');
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
