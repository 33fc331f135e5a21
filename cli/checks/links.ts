import { parseUrl } from '../lib/web-address.ts';
import type { OwnLinks, PageLinks } from './links-in.ts';

/** An address that rendered pages link to. */
export interface Target {
  /** As in the HTML, entities resolved. */
  readonly href: string;
  readonly path: string;
  readonly fragment: string;
  /** The address of the first page that has it. */
  readonly from: string;
}

/** What the rendered pages link to, and the ids of each, by address. */
export interface Links {
  readonly targets: readonly Target[];
  readonly ids: Pick<ReadonlyMap<string, ReadonlySet<string>>, 'has' | 'get' | 'keys'>;
}

/** Whether an address names its host as the paper's own, or none and starts at the top. */
export const isOwn = (href: string, baseUrl: string): boolean =>
  href.startsWith('/') ? href[1] !== '/' : href === baseUrl || href.startsWith(`${baseUrl}/`);

/** An address that a URL leaves as it is. */
const plainPath = /^(?:\/[\w-]+(?:\.\w+)*)+$/;

/** What an address leads to on a page of the paper. */
export function targetOf(href: string, baseUrl: string, from: string): Target {
  // Most links are to a page of these signs, or to a part of the same page; reading a URL takes ten times as long.
  const url = href.startsWith('#')
    ? { pathname: from, hash: href }
    : plainPath.test(href)
      ? { pathname: href, hash: '' }
      : parseUrl(href, baseUrl + from);
  return {
    href,
    path: url ? decode(url.pathname) : href,
    fragment: url ? decode(url.hash.slice(1)) : '',
    from,
  };
}

/** Whether an address that is not the paper's own names a host or a scheme. */
const isElsewhere = (href: string) => /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(href);

/** Collects the links of rendered pages to addresses of the paper's own, each once; `linksOfPart` has those of the parts that pages share. */
export function createLinkCollector(
  baseUrl: string,
  linksOfPart: (part: string) => PageLinks,
): {
  readonly add: (address: string, links: OwnLinks) => void;
  readonly links: () => Links;
} {
  const targets = new Map<string, Target>();
  /** The ids of each page, and the parts with more. */
  const pages = new Map<string, Pick<OwnLinks, 'ids' | 'parts'>>();
  /** The same ids and parts are on many pages. */
  const lists = new Map<string, readonly string[]>();
  /** The links of a part that mean something else on each page; the others are noted once. */
  const relativeIn = new Map<string, readonly string[]>();

  function note(href: string, address: string) {
    if (targets.has(href)) return;
    const own = isOwn(href, baseUrl);
    // Absolute addresses of others are not checked, nor `mailto:` and `tel:`.
    if (!own && isElsewhere(href)) return;
    const key = own ? href : `${address} ${href}`;
    if (targets.has(key)) return;
    targets.set(key, targetOf(href, baseUrl, address));
  }

  function kept(list: readonly string[]): readonly string[] {
    const key = list.join('\n');
    const known = lists.get(key) ?? list;
    lists.set(key, known);
    return known;
  }

  return {
    add(address, { hrefs, ids, parts }) {
      pages.set(address, { ids: kept(ids), parts: kept(parts) });
      for (const part of parts) {
        const known = relativeIn.get(part);
        const inPart = known ?? linksOfPart(part).hrefs;
        if (!known)
          relativeIn.set(
            part,
            inPart.filter((href) => !isOwn(href, baseUrl) && !isElsewhere(href)),
          );
        for (const href of inPart) note(href, address);
      }
      for (const href of hrefs) note(href, address);
    },
    links: () => ({
      targets: [...targets.values()],
      ids: {
        has: (address) => pages.has(address),
        keys: () => pages.keys(),
        get(address) {
          const page = pages.get(address);
          return page && new Set([...page.ids, ...page.parts.flatMap((part) => linksOfPart(part).ids)]);
        },
      },
    }),
  };
}

/** A link whose meaning depends on its page. */
export const isRelative = ({ href }: Target): boolean => !href.startsWith('/') && !/^https?:/i.test(href);

/** An address without its percent-encoding; as it is if that is wrong. */
export function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
