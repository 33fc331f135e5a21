import { existsSync, realpathSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { extname, join, relative, resolve, sep } from 'node:path';
import type { Writable } from 'node:stream';
import httpServer from 'http-server';
import { EnvironmentError } from '../lib/environment-error.ts';
import { mediaTypes } from '../pipeline/read.ts';
import { partOf, versionOf } from './file-parts.ts';
import { createTargetReader } from './host-names.ts';

/** Answers a request, or leaves it (`false`) to the files of the site. */
export type Answer = (request: IncomingMessage, response: ServerResponse, url: URL) => boolean;

/** Where a request leads: to a file of the site, to the true address of a page, or nowhere. */
export type Destination =
  | { readonly kind: 'file'; readonly file: string }
  | { readonly kind: 'moved'; readonly to: string }
  | { readonly kind: 'missing' };

/**
 * What a path of the paper's host means, decided as the usual static hosts do: a page stands at its address without an ending, and its
 * other spellings (`/x/`, `/x.html`, `/x/index.html`) lead there. Dot files and links out of `out` are not there at all.
 */
export function resolvePath(out: string, pathname: string): Destination {
  let path: string;
  try {
    path = decodeURIComponent(pathname);
  } catch {
    return { kind: 'missing' };
  }
  if (!path.startsWith('/') || /[\\\0]/.test(path) || path.split('/').some((part) => part.startsWith('.')))
    return { kind: 'missing' };

  const bare = path.replace(/(?:\/index)?\.html$|\/index\/?$|\/+$/, '').replace(/\/+$/, '') || '/';
  const page = `${bare === '/' ? '/index' : bare}.html`;
  if (bare !== '/404' && isFileIn(out, page)) {
    if (path !== bare) return { kind: 'moved', to: encodeURI(bare) };
    return { kind: 'file', file: page };
  }
  return path !== '/404.html' && isFileIn(out, path) ? { kind: 'file', file: path } : { kind: 'missing' };
}

function isFileIn(out: string, path: string): boolean {
  const file = join(out, path);
  try {
    if (!statSync(file).isFile()) return false;
    const inside = relative(realpathSync(out), realpathSync(file));
    return !inside.startsWith('..') && inside.split(sep).join('/') === path.slice(1);
  } catch {
    // Not there, too long a name, a link in a circle, or no permission: for a reader it is all the same.
    return false;
  }
}

/** Firefox shows `application/xml` and saves `application/rss+xml` to a file. */
const feedTypes = new Map([
  ['/rss.xml', 'application/xml; charset=UTF-8'],
  ['/feed.json', 'application/feed+json; charset=UTF-8'],
]);

/** The type of a file that http-server, whose list is of 2017, is not to look up. */
const typeOf = (file: string): string | undefined =>
  feedTypes.get(file) ?? mediaTypes[extname(file).toLowerCase()];

/** For drawings of content opened by themselves: they hold nothing that runs, and it would not run. README has it for hosts. */
export const drawingPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; sandbox";

/** Feeds may be kept for an hour, files named by their content for ever, all else is asked for again. */
function cacheControl(pathname: string): string {
  if (feedTypes.has(pathname)) return 'max-age=3600';
  return pathname.startsWith('/assets/') ? 'max-age=31536000, immutable' : 'no-cache';
}

export interface SiteServerOptions {
  /** Names that requests may be for, beside addresses and `localhost`; as `--allow-host` takes them. */
  readonly names: readonly string[];
  /** Hears of every address at which nothing stands. */
  readonly onMissing: (path: string) => void;
  /** Asked before the files are. */
  readonly first: Answer;
}

/** A server that answers as a host of the built site would, but only requests that are for this machine. */
export function createSiteServer(out: string, { names, onMissing, first }: SiteServerOptions): Server {
  const folder = resolve(out);
  const files = createFileServer(folder);
  const targetOf = createTargetReader(names);

  return createServer((request, response) => {
    response.setHeader('X-Content-Type-Options', 'nosniff');
    const target = targetOf(request);
    if ('refusal' in target) return end(response, target.status, target.refusal);
    request.url = target.path;
    const url = new URL(`http://host${target.path}`);
    if (first(request, response, url)) return;
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('Allow', 'GET, HEAD');
      return end(response, 405, 'Only GET and HEAD are answered here.');
    }
    const destination = resolvePath(folder, url.pathname);
    if (destination.kind === 'moved') {
      response.setHeader('Location', destination.to + url.search);
      return end(response, 308, '');
    }
    if (destination.kind === 'missing') onMissing(url.pathname);
    const file = destination.kind === 'file' ? destination.file : undefined;
    // Sandboxed frames have no origin, so their fonts come from elsewhere.
    if (file?.endsWith('.woff2')) response.setHeader('Access-Control-Allow-Origin', '*');
    const type = file && typeOf(file);
    if (type) keepHeader(response, 'content-type', type);
    if (file && /^\/media\/.*\.svg$/i.test(file))
      response.setHeader('Content-Security-Policy', drawingPolicy);
    if (decidePart(folder, file, request, response)) return;
    // http-server serves 404.html, with its status, for a file that is not there.
    request.url = encodeURI(file ?? missingFile);
    files.emit('request', request, response);
  });
}

/** Answers here where no bytes are sent; else leaves http-server, which has its own mind about conditions and ranges, only what to send. */
function decidePart(
  folder: string,
  file: string | undefined,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  const { headers, method } = request;
  const stat = file === undefined ? undefined : statSync(join(folder, file), { throwIfNoEntry: false });
  const version = stat && versionOf(stat);
  const part = version && partOf(method === 'HEAD' ? { ...headers, range: undefined } : headers, version);
  for (const name of ['range', 'if-range', 'if-none-match', 'if-modified-since']) delete headers[name];
  if (!version || !part) return false;
  keepHeader(response, 'etag', version.etag);
  if (part.kind === 'beyond') {
    response.setHeader('Content-Range', `bytes */${version.size}`);
    end(response, 416, 'The file has no such part.');
    return true;
  }
  if (part.kind === 'unchanged') {
    response.setHeader('Cache-Control', cacheControl(file ?? ''));
    response.setHeader('Last-Modified', version.modified.toUTCString());
    response.setHeader('ETag', version.etag);
    response.writeHead(304).end();
    return true;
  }
  if (part.kind === 'stretch') headers.range = `bytes=${part.start}-${part.end}`;
  return false;
}

/** Sends the files of a folder, as they are. */
function createFileServer(root: string): Server {
  // http-server reads a property that Node deprecates, and would say so in the middle of the log.
  process.noDeprecation = true;
  const options = {
    root,
    cache: cacheControl,
    showDir: 'false',
    autoIndex: 'false',
    showDotfiles: false,
    before: [closeWithReader],
  };
  // Its types know neither a function for `cache`, which it calls with the path, nor that what it gives has an inner server.
  const created = httpServer.createServer(
    options as unknown as Parameters<typeof httpServer.createServer>[0],
  );
  return (created as unknown as { server: Server }).server;
}

/** Closes a file when its reader goes away, which http-server never hears of. */
function closeWithReader(_request: unknown, response: Writable & { readonly response: ServerResponse }) {
  response.on('pipe', (file) => response.response.once('close', () => file.destroy()));
  response.emit('next');
}

/** A name that no file of a site has. */
const missingFile = '/404/nothing-stands-here';

/** Makes what a later step sets a header to ineffective. */
function keepHeader(response: ServerResponse, name: string, value: string) {
  const set = response.setHeader.bind(response);
  response.setHeader = (key, given) => set(key, key.toLowerCase() === name ? value : given);
}

/** Ends a response with a line of text. */
export function end(
  response: ServerResponse,
  status: number,
  text: string,
  type = 'text/plain; charset=utf-8',
) {
  response.statusCode = status;
  response.setHeader('Content-Type', type);
  response.setHeader('Cache-Control', 'no-store');
  response.end(text === '' ? '' : `${text}\n`);
}

/**
 * Listens, and gives the address people open.
 *
 * Throws `EnvironmentError` where the port is taken or may not be had.
 */
export function listen(server: Server, host: string, port: number): Promise<string> {
  return new Promise((done, fail) => {
    server.once('error', (error) => {
      const code = 'code' in error ? error.code : undefined;
      const reason = code === 'EADDRINUSE' ? 'something else is listening there' : error.message;
      fail(
        new EnvironmentError(`Port ${port} on ${host} cannot be had: ${reason}. Choose another with --port.`),
      );
    });
    server.listen(port, host, () => {
      const address = server.address();
      const at = typeof address === 'object' && address ? address.port : port;
      done(`http://${host.includes(':') ? `[${host}]` : host}:${at}`);
    });
  });
}

/** Throws `EnvironmentError` where no built site stands. */
export function requireSite(out: string) {
  if (!existsSync(join(out, 'index.html'))) {
    throw new EnvironmentError(`No built site stands in ${out}. Build it first: npm run build`);
  }
}
