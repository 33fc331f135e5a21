import { extname } from 'node:path';
import type { EmbedsFile } from '../content/embeds.ts';
import { hiddenPath } from '../content/schema/former-address.ts';

/** A former address, decoded and without an ending, and where its readers are sent, encoded. */
export interface Move {
  readonly from: string;
  /** As it was written, encoded. */
  readonly written: string;
  readonly to: string;
}

/** What a host must know of a paper. */
export interface HostNeeds {
  readonly baseUrl: string;
  readonly headers: readonly HeaderRule[];
  readonly moves: readonly Move[];
}

/** Patterns of decoded paths, in what the regular expressions of JavaScript, PCRE and Go have in common. */
export const paths = {
  hidden: hiddenPath,
  /** The address of a page, its first group, in any form; and only in one that is not its own. */
  anyForm: '^(.*?)(?:/index\\.html|/index|\\.html)?/*$',
  otherForm: '^(.*?)(?:(?:/index)?\\.html/*|/index/*|/+)$',
  /** The front page in a form that is not its own. */
  otherFront: '^/index(?:\\.html)?/*$',
};

const everywhere = '';
const page = '\\.html$';
const asset = '^/assets/';
const hashed = '^/(?:art|share)/.*-[0-9a-f]+\\.(?:svg|png)$';
const feed = '/(?:rss\\.xml|feed\\.json)$';
const drawing = '^/(?:media|art)/.*\\.[sS][vV][gG]$';

/** The Content-Security-Policy that works only as a header: no other site may frame what the paper sends. */
export const framePolicy = "frame-ancestors 'self'";

/** The Content-Security-Policy of drawings, opened as documents: no scripts run in them. */
export const drawingPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; sandbox";

const year = 'max-age=31536000, immutable';

/** A header of the files whose path fits the pattern; later rules replace earlier ones. `_headers` can neither replace nor tell pages from pictures, and has `paths`. */
type HeaderRule = readonly [name: string, value: string, pattern: string, paths: readonly string[]];

const fileRules: readonly HeaderRule[] = [
  ['Content-Security-Policy', framePolicy, everywhere, ['/*']],
  ['Content-Security-Policy', drawingPolicy, drawing, ['/media/*.svg', '/art/*.svg']],
  // No other site may hold on to the window of a page or load it.
  ['Cross-Origin-Opener-Policy', 'same-origin', page, ['/*']],
  // The desk is told by a window of its sign-in service that somebody signed in. Where `_headers` joins both, browsers heed neither.
  ['Cross-Origin-Opener-Policy', 'same-origin-allow-popups', '^/admin\\.html$', ['/admin']],
  ['Cross-Origin-Resource-Policy', 'same-origin', page, []],
  // Sandboxed frames have no origin, so fonts are cross-origin for them.
  ['Access-Control-Allow-Origin', '*', asset, ['/assets/*']],
  ['Cache-Control', 'no-cache', everywhere, []],
  ['Cache-Control', year, `${asset}|${hashed}`, ['/assets/*']],
  ['Cache-Control', 'max-age=3600', feed, ['/rss.xml', '/feed.json']],
];

/** What browsers could do and no page needs, unless a frame of a provider does: https://www.w3.org/TR/permissions-policy/ */
const powers =
  'accelerometer camera display-capture geolocation gyroscope magnetometer microphone midi payment usb xr-spatial-tracking';

/** The headers of a site. They do not refuse what some provider asks for: browsers allow that to frames alone whose `allow` names it. */
export function headerRules(baseUrl: string, providers: EmbedsFile['providers'] = {}): readonly HeaderRule[] {
  const asked = Object.values(providers).flatMap(({ allow }) =>
    allow.map((entry) => entry.replace(/ .*/, '')),
  );
  const refused = powers.split(' ').filter((power) => !asked.includes(power));
  const all: Readonly<Record<string, string>> = {
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Permissions-Policy': refused.map((power) => `${power}=()`).join(', '),
    ...(baseUrl.startsWith('https:') && { 'Strict-Transport-Security': 'max-age=31536000' }),
  };
  const rules = Object.entries(all).map(([name, value]): HeaderRule => [name, value, everywhere, ['/*']]);
  return [...rules, ...fileRules];
}

/** The headers of a file. */
export const headersOf = (path: string, rules = fileRules): ReadonlyMap<string, string> =>
  new Map(rules.flatMap(([name, value, on]) => (new RegExp(on).test(path) ? [[name, value]] : [])));

/** Types of the files in `media/`, by ending. */
export const mediaTypes: Readonly<Record<string, string>> = {
  '.avif': 'image/avif',
  '.gif': 'image/gif',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.mp3': 'audio/mpeg',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
};

/** The same for all files; others are `otherType`. */
export const types: Readonly<Record<string, string>> = {
  ...mediaTypes,
  '.css': 'text/css',
  '.html': 'text/html',
  '.ico': 'image/x-icon',
  '.ics': 'text/calendar',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.txt': 'text/plain',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml',
};
export const otherType = 'application/octet-stream';

/** Whether files of a type are text, which is UTF-8. */
export const isText = (type: string): boolean => /^text\/|^application\/.*(?:xml|json)$/.test(type);

/** Whether files of a type are smaller when they are compressed. */
export const isCompressible = (type: string): boolean => isText(type) || type === 'image/svg+xml';

/** The endings in `types` that such files have. */
export const endingsOf = (has: (type: string) => boolean): readonly string[] =>
  Object.keys(types).filter((ending) => has(types[ending] ?? ''));

export const plainTypeOf = (path: string): string => types[extname(path).toLowerCase()] ?? otherType;

/** The content type of a file. */
export function typeOf(path: string): string {
  const type = plainTypeOf(path);
  return isText(type) ? `${type}; charset=utf-8` : type;
}

/** A pattern that matches the text alone, without the characters that have a meaning in the settings of some host. */
export const escapePattern = (text: string): string =>
  text.replace(/[.*+?^${}()|[\]\\`]/g, (sign) => `\\x${sign.charCodeAt(0).toString(16)}`);
