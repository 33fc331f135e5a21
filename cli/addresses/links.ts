import { decoded, parseUrl } from '../lib/web-address.ts';

/** An address, resolved on a page of the paper. */
export interface Target {
  readonly href: string;
  readonly path: string;
  readonly fragment: string;
}

/** Whether an address is internal: it has the paper's host, or none and starts with `/`. */
export const isOwn = (href: string, baseUrl: string): boolean =>
  href.startsWith('/') ? href[1] !== '/' : href === baseUrl || href.startsWith(`${baseUrl}/`);

/** Whether an address depends on the page it is on: it has no scheme and no host, and does not start with `/`. */
export const isRelative = (href: string): boolean => !/^(?:[a-z][a-z0-9+.-]*:|\/)/i.test(href);

/** Whether an address of a text leads to something of the paper. */
export const isInternal = (href: string, baseUrl: string): boolean =>
  href !== '' && (isOwn(href, baseUrl) || isRelative(href));

export function targetOf(href: string, baseUrl: string, from: string): Target {
  const url = parseUrl(href, baseUrl + from);
  return { href, path: url ? decode(url.pathname) : href, fragment: url ? decode(url.hash.slice(1)) : '' };
}

/** An address without its percent-encoding; as it is if that is wrong. */
export const decode = (text: string): string => decoded(text) ?? text;
