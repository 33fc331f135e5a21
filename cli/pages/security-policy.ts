import { hash } from 'node:crypto';
import type { PageNeeds } from '../../templates/parts/Needs.tsx';
import type { Site } from '../../templates/types.ts';

/** A source without what would end it, such as a semicolon: https://www.w3.org/TR/CSP3/#framework-directive-source-list */
export const policySource = (origin: string): string =>
  origin.replace(/[^\w.:/'-]/gu, (character) =>
    Buffer.from(character).toString('hex').replace(/../g, '%$&').toUpperCase(),
  );

export const hashSource = (script: string): string => `'sha256-${hash('sha256', script, 'base64')}'`;

export const closedPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'";

/** The Content-Security-Policy of a page with inline scripts of these hashes, and with the services of its site that count readers. */
export function contentSecurityPolicy(
  scripts: readonly string[],
  { parts, frames, connections, media, forms }: PageNeeds,
  { analytics, pixel }: Pick<Site, 'analytics' | 'pixel'>,
): string {
  const list = (...sources: readonly string[]) =>
    sources.length > 1 ? [...new Set(sources.map(policySource))].join(' ') : policySource(sources[0] ?? '');
  const hasMedia = media.size > 0 || parts.has('sound');
  return [
    "default-src 'none'",
    `script-src ${["'self'", ...scripts].join(' ')}`,
    "style-src 'self'",
    `img-src ${list("'self'", ...(pixel ? [new URL(pixel).origin] : []))}`,
    "font-src 'self'",
    `connect-src ${list("'self'", ...connections, ...(analytics ? [analytics.host] : []))}`,
    ...(hasMedia ? [`media-src ${list("'self'", ...media)}`] : []),
    ...(frames.size > 0 ? [`frame-src ${list(...[...frames].sort())}`] : []),
    `form-action ${forms.size > 0 ? list(...forms) : "'none'"}`,
    "base-uri 'none'",
  ].join('; ');
}
