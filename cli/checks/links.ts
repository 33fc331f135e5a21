import { parseUrl } from '../lib/web-address.ts';

/** What an address leads to on a page of the paper. */
export interface Target {
  readonly href: string;
  readonly path: string;
  readonly fragment: string;
}

/** Whether an address names its host as the paper's own, or none and starts at the top. */
export const isOwn = (href: string, baseUrl: string): boolean =>
  href.startsWith('/') ? href[1] !== '/' : href === baseUrl || href.startsWith(`${baseUrl}/`);

/** Whether an address means something else on each page: it has neither a scheme nor a host, and does not start at the top. */
export const isRelative = (href: string): boolean => !/^(?:[a-z][a-z0-9+.-]*:|\/)/i.test(href);

/** What an address leads to on the page at `from`. */
export function targetOf(href: string, baseUrl: string, from: string): Target {
  const url = parseUrl(href, baseUrl + from);
  return {
    href,
    path: url ? decode(url.pathname) : href,
    fragment: url ? decode(url.hash.slice(1)) : '',
  };
}

/** An address without its percent-encoding; as it is if that is wrong. */
export function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
