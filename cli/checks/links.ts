import { parseUrl } from '../lib/web-address.ts';
import type { PageLinks } from './links-in.ts';

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
  readonly ids: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Whether an address names its host as the paper's own, or none and starts at the top. */
export const isOwn = (href: string, baseUrl: string): boolean =>
  href.startsWith('/') ? href[1] !== '/' : href === baseUrl || href.startsWith(`${baseUrl}/`);

/** What an address leads to on a page of the paper. */
export function targetOf(href: string, baseUrl: string, from: string): Target {
  // Most links of a page to itself; reading a URL takes ten times as long.
  const url = href.startsWith('#') ? { pathname: from, hash: href } : parseUrl(href, baseUrl + from);
  return {
    href,
    path: url ? decode(url.pathname) : href,
    fragment: url ? decode(url.hash.slice(1)) : '',
    from,
  };
}

/** Collects the links of rendered pages to addresses of the paper's own, each once. */
export function createLinkCollector(baseUrl: string): {
  readonly add: (address: string, links: PageLinks) => void;
  readonly links: () => Links;
} {
  const targets = new Map<string, Target>();
  const ids = new Map<string, ReadonlySet<string>>();

  function note(href: string, address: string) {
    if (targets.has(href)) return;
    const own = isOwn(href, baseUrl);
    // Absolute addresses of others are not checked, nor `mailto:` and `tel:`.
    if (!own && /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(href)) return;
    const key = own ? href : `${address} ${href}`;
    if (targets.has(key)) return;
    targets.set(key, targetOf(href, baseUrl, address));
  }

  return {
    add(address, links) {
      ids.set(address, new Set(links.ids));
      for (const href of links.hrefs) note(href, address);
    },
    links: () => ({ targets: [...targets.values()], ids }),
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
