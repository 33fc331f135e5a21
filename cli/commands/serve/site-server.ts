import { once } from 'node:events';
import { existsSync, realpathSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Server } from 'node:net';
import { join, relative, resolve, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
// The request handler alone: the server around it sets a response property that Node deprecates.
import createFileHandler from 'http-server/lib/core/index.js';
import type { EmbedsFile } from '../../content/embeds.ts';
import { EnvironmentError, hasCode } from '../../lib/errors.ts';
import { groupBy } from '../../lib/group-by.ts';
import { hostRefusal } from '../../lib/host-names.ts';
import { orUndefined } from '../../lib/or-undefined.ts';
import { decoded } from '../../lib/web-address.ts';
import { headerRules, headersOf, isCompressible, paths, plainTypeOf, types } from '../../site/headers.ts';
import type { ServerFlags } from '../terminal/flags.ts';

/** Answers a request and returns `true`, or leaves it to the next handler. */
export type Handler = (request: IncomingMessage, response: ServerResponse, url: URL) => boolean;

/** Types with their endings, without the dot: http-server's own list is from 2017. */
const endings = Object.keys(types).map((ending) => ending.slice(1));
const endingsByType = Object.fromEntries(groupBy(endings, (ending) => plainTypeOf(`x.${ending}`)));

export interface SiteServerOptions {
  /** Names that requests may be for, beside addresses and `localhost`; as `--allow-host` takes them. */
  readonly names: readonly string[];
  readonly onMissing: (path: string) => void;
  readonly first: Handler;
  /** The providers of frames, which may be allowed more than pages. */
  readonly providers?: EmbedsFile['providers'];
}

/** A server that answers as a host of the built site in `out` would, but only requests for host names of this machine. */
export function createSiteServer(out: string, { names, onMissing, first, providers }: SiteServerOptions) {
  // Browsers obey a header for https only if it came by that.
  const rules = headerRules('https:', providers);
  const folder = resolve(out);
  const sendFile = createFileHandler({
    root: folder,
    cache: (path) => String(headersOf(path).get('Cache-Control')),
    autoIndex: false,
    showDir: false,
    gzip: false,
    mimeTypes: endingsByType,
    headers: { 'Accept-Ranges': 'bytes' },
  });

  return createServer((request, response) => {
    response.setHeaders(new Map(headersOf('', rules)));
    const { headers } = request;
    const refusal = hostRefusal(headers.host ?? '', names);
    if (refusal !== undefined) return end(response, 403, refusal);
    // `*`, or a whole address, as only proxies get it.
    if (!request.url?.startsWith('/')) return end(response, 400, 'The request names no page.');
    request.url = request.url.replace(/^\/+/, '/');
    const url = new URL(`http://host${request.url}`);
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
    // http-server sends a part without comparing versions.
    if (headers['if-range'] !== undefined) delete headers.range;
    const isMissing = destination.kind === 'missing';
    if (isMissing) {
      onMissing(url.pathname);
      // Else 404.html would be answered with 206 or 304.
      for (const name of ['range', 'if-none-match', 'if-modified-since']) delete headers[name];
    }
    const file = isMissing ? '/404.html' : destination.file;
    request.url = isMissing ? missingPath : encodeURI(file);
    response.setHeaders(new Map(headersOf(file)));
    compress(request, response, file);
    // http-server closes the file only for parts of files.
    response.on('pipe', (file: Readable) => response.once('close', () => file.destroy()));
    sendFile(request, response, () => end(response, response.statusCode, 'There is nothing here.'));
  });
}

/** The result of a request: a file of the site, a redirect to the canonical address of a page, or nothing. */
export type Destination =
  | { readonly kind: 'file'; readonly file: string }
  | { readonly kind: 'moved'; readonly to: string }
  | { readonly kind: 'missing' };

/** Resolves a path as static hosts do: other forms of an address (`/x/`, `/x.html`) redirect to it; links out of `out` and dot files are missing. */
export function resolvePath(out: string, pathname: string): Destination {
  const path = decoded(pathname) ?? '';
  const isHidden = new RegExp(paths.hidden).test(path);
  if (!path.startsWith('/') || /[\\\0]/.test(path) || isHidden) return { kind: 'missing' };

  const bare = new RegExp(paths.anyForm).exec(path)?.[1] || '/';
  const page = `${bare === '/' ? '/index' : bare}.html`;
  if (isFileIn(out, page))
    return path === bare ? { kind: 'file', file: page } : { kind: 'moved', to: encodeURI(bare) };
  return isFileIn(out, path) ? { kind: 'file', file: path } : { kind: 'missing' };
}

function isFileIn(out: string, path: string): boolean {
  const file = join(out, path);
  // Missing, too long a name, a circle of links or no permission: all the same to a visitor.
  const found = orUndefined(() => statSync(file).isFile() && relative(realpathSync(out), realpathSync(file)));
  if (!found || found.startsWith('..')) return false;
  return found.replaceAll(sep, '/') === path.slice(1);
}

/** A path that no site has: http-server sends 404.html for it, with status 404. */
const missingPath = '/404/missing';

/** Sends a text compressed, if the browser takes that; before http-server sends it. */
function compress({ headers }: IncomingMessage, response: ServerResponse, file: string) {
  if (!isCompressible(plainTypeOf(file))) return;
  response.setHeader('Vary', 'Accept-Encoding');
  if (!/\bgzip\b/.test(headers['accept-encoding'] ?? '')) return;
  response.once('pipe', (text: Readable) => {
    // A part of a file has its headers already.
    if (response.headersSent) return;
    text.unpipe(response);
    response.removeHeader('Content-Length');
    response.setHeader('Content-Encoding', 'gzip');
    text.pipe(createGzip()).pipe(response);
  });
}

/** Ends a response with a line of text, not to be cached. */
export function end(response: ServerResponse, status: number, text: string, type = 'text/plain') {
  response.statusCode = status;
  response.setHeader('Content-Type', `${type}; charset=utf-8`);
  response.setHeader('Cache-Control', 'no-store');
  response.end(text === '' ? '' : `${text}\n`);
}

/** Listened on unless a port is named, or else the first free one of those after it. */
const usualPort = 8080;
const lastPort = usualPort + 50;

/** Listens, and gives the port. One that is named must be free, because something expects the site there. Throws `EnvironmentError`. */
export async function listen(server: Server, { host, port }: Omit<ServerFlags, 'allowHost'>) {
  let next = port ?? usualPort;
  while (!(await takes(server, host, next, port === undefined && next < lastPort))) next += 1;
  if (port === undefined && next !== usualPort)
    process.stderr.write(`Port ${usualPort} is taken: the site is served on port ${next}.\n`);
  const address = server.address();
  return typeof address === 'object' && address ? address.port : next;
}

/** Whether a server could listen; a taken port is no error if `mayBeTaken`. */
async function takes(server: Server, host: string, port: number, mayBeTaken: boolean): Promise<boolean> {
  try {
    await once(server.listen(port, host), 'listening');
    return true;
  } catch (error) {
    const isTaken = hasCode(error, 'EADDRINUSE');
    if (isTaken && mayBeTaken) return false;
    const reason = isTaken ? 'something else is listening there' : String(error);
    throw new EnvironmentError(
      `Galley cannot listen on port ${port} of ${host}: ${reason}. Choose another port with --port.`,
    );
  }
}

/** Throws `EnvironmentError` where `out` holds no built site. */
export function requireSite(out: string) {
  if (!existsSync(join(out, 'index.html')))
    throw new EnvironmentError(`There is no built site in ${out}. Build it first: npm run build`);
}
