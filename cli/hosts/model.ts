import { extname } from 'node:path';
import { parseUrl } from '../lib/web-address.ts';
import type { EmbedsFile } from '../sources/embeds.ts';
import type { SiteFile } from '../sources/site.ts';

export type HostName = NonNullable<SiteFile['hosts']>[number];

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
  /** The headers of all answers. */
  readonly headers: Readonly<Record<string, string>>;
  readonly moves: readonly Move[];
}

/** Patterns of decoded paths, in what the regular expressions of JavaScript, PCRE and Go have in common. */
export const paths = {
  /** Files that are not sent, except those of `shown`. */
  hidden: '/\\.|^/_(?:headers|redirects)$|\\.(?:br|gz)$|^/404(?:\\.html)?$',
  shown: '^/\\.well-known(?:/[^/.][^/]*)+$',
  /** The address of a page, its first group, in any form; and only in one that is not its own. */
  anyForm: '^(.*?)(?:/index\\.html|/index|\\.html)?/*$',
  otherForm: '^(.*?)(?:(?:/index)?\\.html/*|/index/*|/+)$',
  /** The front page in a form that is not its own. */
  otherFront: '^/index(?:\\.html)?/*$',
};

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

/** A header with the value of the first pattern that fits the path of the file, or else with `other`. */
export interface FileHeader {
  readonly name: string;
  readonly cases: readonly (readonly [pattern: string, value: string])[];
  readonly other?: string;
}

const year = 'max-age=31536000, immutable';
const hour = 'max-age=3600';

export const cacheControl: FileHeader = {
  name: 'Cache-Control',
  cases: [
    [`${asset}|${hashed}`, year],
    [feed, hour],
  ],
  other: 'no-cache',
};

export const fileHeaders: readonly FileHeader[] = [
  { name: 'Content-Security-Policy', cases: [[drawing, drawingPolicy]], other: framePolicy },
  // For pages alone: no other site may hold on to their window or load them.
  { name: 'Cross-Origin-Opener-Policy', cases: [[page, 'same-origin']] },
  { name: 'Cross-Origin-Resource-Policy', cases: [[page, 'same-origin']] },
  // Sandboxed frames have no origin, so fonts are cross-origin for them.
  { name: 'Access-Control-Allow-Origin', cases: [[asset, '*']] },
  cacheControl,
];

/** The rules of `_headers`, whose paths cannot tell pages from pictures. Where two fit, browsers obey both policies. */
export const globs: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '/*': { 'Content-Security-Policy': framePolicy, 'Cross-Origin-Opener-Policy': 'same-origin' },
  '/assets/*': { 'Cache-Control': year, 'Access-Control-Allow-Origin': '*' },
  '/rss.xml': { 'Cache-Control': hour },
  '/feed.json': { 'Cache-Control': hour },
  '/media/*.svg': { 'Content-Security-Policy': drawingPolicy },
  '/art/*.svg': { 'Content-Security-Policy': drawingPolicy },
};

export const headerFor = ({ cases, other }: FileHeader, path: string): string | undefined =>
  cases.find(([pattern]) => new RegExp(pattern).test(path))?.[1] ?? other;

/** What browsers could do and no page needs, unless a frame of a provider does: https://www.w3.org/TR/permissions-policy/ */
const powers =
  'accelerometer camera display-capture geolocation gyroscope magnetometer microphone midi payment usb xr-spatial-tracking';

/** The headers of all answers. */
export function siteHeaders(baseUrl: string, providers: EmbedsFile['providers'] = {}) {
  const allowed = new Map(powers.split(' ').map((power) => [power, new Set<string>()]));
  for (const { url, origins, allow } of Object.values(providers))
    for (const [power = '', ...named] of allow.map((entry) => entry.split(/ +/))) {
      // A provider may be the paper itself.
      const frame = [parseUrl(url.replace(/\{.*/, ''))?.origin ?? "'self'", ...origins];
      const all = named.length === 0 ? frame : named.flatMap((name) => (name === "'src'" ? frame : name));
      const sources = all
        .filter((name) => !name.startsWith("'"))
        .map((name) => (name === '*' ? '*' : `"${name}"`));
      allowed.set(power, new Set([...(allowed.get(power) ?? []), ...sources]));
    }
  const permissions = [...allowed].map(([power, sources]) => {
    if (sources.has('*')) return `${power}=*`;
    return `${power}=(${sources.size === 0 ? '' : ['self', ...[...sources].sort()].join(' ')})`;
  });
  return {
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Permissions-Policy': permissions.sort().join(', '),
    ...(baseUrl.startsWith('https:') && { 'Strict-Transport-Security': 'max-age=31536000' }),
  };
}

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

/** A pattern that matches the text alone. */
export const escapePattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
