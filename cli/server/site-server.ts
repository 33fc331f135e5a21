import { once } from 'node:events';
import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { extname, join, resolve } from 'node:path';
import { pipeline, type Readable } from 'node:stream';
// The request handler of http-server alone. The server around it takes no option for strong ETags, which `If-Range` needs
// (https://www.rfc-editor.org/rfc/rfc9110#section-13.1.5), and sets a response property that Node deprecates.
import createFileHandler from 'http-server/lib/core/index.js';
import { EnvironmentError, hasCode } from '../lib/environment-error.ts';
import { mediaTypes } from '../pipeline/read.ts';
import { dropConditions, etagOf, rewriteConditions } from './conditions.ts';
import { createTargetReader } from './host-names.ts';
import { resolvePath } from './resolve-path.ts';

/** Answers a request and returns `true`, or leaves it to the next handler. */
export type Handler = (request: IncomingMessage, response: ServerResponse, url: URL) => boolean;

/** Content types of feeds, by the names of their files; Firefox shows `application/xml` and saves `application/rss+xml` to a file. */
const feedTypes = new Map([
  ['rss.xml', 'application/xml; charset=UTF-8'],
  ['feed.json', 'application/feed+json; charset=UTF-8'],
]);

/** The content type of a file, by its name. */
export const typeOf = (path: string): string =>
  feedType(path) ??
  mediaTypes[extname(path).toLowerCase()] ??
  textTypes[extname(path)] ??
  'application/octet-stream';

const textTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml; charset=utf-8',
};

const feedType = (path: string) => feedTypes.get(path.replace(/^.*\//, ''));

/** http-server's own list of types is from 2017. */
const endingsByType = Object.fromEntries(
  Object.values(mediaTypes).map((type) => [
    type,
    Object.keys(mediaTypes).flatMap((ending) => (mediaTypes[ending] === type ? [ending.slice(1)] : [])),
  ]),
);

/** For SVG pictures of content that are opened by themselves: nothing in them runs. docs/guides/live.md has it for hosts. */
export const drawingPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; sandbox";

/** Feeds may be cached for an hour, files with a content hash for ever; everything else is checked each time. */
function cacheControl(pathname: string): string {
  if (feedType(pathname)) return 'max-age=3600';
  return pathname.startsWith('/assets/') ? 'max-age=31536000, immutable' : 'no-cache';
}

export interface SiteServerOptions {
  /** Names that requests may be for, beside addresses and `localhost`; as `--allow-host` takes them. */
  readonly names: readonly string[];
  /** Called with every path that leads nowhere. */
  readonly onMissing: (path: string) => void;
  /** Handles requests before the files of the site do. */
  readonly first: Handler;
}

/** A server that answers as a host of the built site in `out` would, but only requests that are for this machine. */
export function createSiteServer(out: string, { names, onMissing, first }: SiteServerOptions): Server {
  const folder = resolve(out);
  const targetOf = createTargetReader(names);
  const sendFile = createFileHandler({
    root: folder,
    cache: cacheControl,
    autoIndex: false,
    showDir: false,
    gzip: false,
    weakEtags: false,
    mimeTypes: endingsByType,
    headers: { 'Accept-Ranges': 'bytes' },
  });

  return createServer((request, response) => {
    response.setHeader('X-Content-Type-Options', 'nosniff');
    const target = targetOf(request);
    if ('refusal' in target) return end(response, target.status, target.refusal);
    request.url = target.path;
    const url = new URL(`http://host${target.path}`);
    if (first(request, response, url) || refuseMethod(request, response)) return;
    const destination = resolvePath(folder, url.pathname);
    if (destination.kind === 'moved') {
      response.setHeader('Location', destination.to + url.search);
      return end(response, 308, '');
    }
    if (destination.kind === 'missing') {
      onMissing(url.pathname);
      dropConditions(request.headers);
      request.url = missingPath;
    } else {
      const { file } = destination;
      setFileHeaders(response, file);
      if (answerFile(request, response, file, join(folder, file))) return;
      request.url = encodeURI(file);
    }
    closeWithResponse(response);
    sendFile(request, response, () => end(response, response.statusCode, 'There is nothing here.'));
  });
}

/** A path that no site has: http-server sends 404.html for it, with status 404. */
const missingPath = '/404/missing';

function refuseMethod({ method }: IncomingMessage, response: ServerResponse): boolean {
  if (method === 'GET' || method === 'HEAD') return false;
  response.setHeader('Allow', 'GET, HEAD');
  end(response, 405, 'Only GET and HEAD are answered here.');
  return true;
}

function setFileHeaders(response: ServerResponse, file: string) {
  // Sandboxed frames have no origin, so fonts are cross-origin for them.
  if (file.endsWith('.woff2')) response.setHeader('Access-Control-Allow-Origin', '*');
  if (/^\/media\/.*\.svg$/i.test(file)) response.setHeader('Content-Security-Policy', drawingPolicy);
}

/** Answers what http-server would get wrong: a range outside the file, and the feeds, whose types it takes from the ending alone. */
function answerFile(
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  absolute: string,
): boolean {
  const file = statSync(absolute, { throwIfNoEntry: false });
  if (!file) return false;
  if (!rewriteConditions(request, file)) {
    response.setHeader('Content-Range', `bytes */${file.size}`);
    end(response, 416, 'The file has no such part.');
    return true;
  }
  const type = feedType(path);
  if (type === undefined) return false;
  response.setHeader('Cache-Control', cacheControl(path));
  response.setHeader('Last-Modified', file.mtime.toUTCString());
  response.setHeader('ETag', etagOf(file));
  if (request.headers['if-none-match'] !== undefined) response.writeHead(304).end();
  else {
    response.writeHead(200, { 'Content-Type': type, 'Content-Length': file.size });
    pipeline(createReadStream(absolute), response, () => {});
  }
  return true;
}

/** Closes the file when the visitor goes away; http-server does so only for parts of files. */
function closeWithResponse(response: ServerResponse) {
  response.on('pipe', (file: Readable) => response.once('close', () => file.destroy()));
}

/** Ends a response with a line of text, not to be cached. */
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

/** Listens, and gives the address to open. Rejects with `EnvironmentError` where the port is taken or not allowed. */
export async function listen(server: Server, host: string, port: number): Promise<string> {
  try {
    await once(server.listen(port, host), 'listening');
  } catch (error) {
    const reason = hasCode(error, 'EADDRINUSE') ? 'something else is listening there' : String(error);
    throw new EnvironmentError(
      `Galley cannot listen on port ${port} of ${host}: ${reason}. Choose another port with --port.`,
    );
  }
  const address = server.address();
  const at = typeof address === 'object' && address ? address.port : port;
  return `http://${host.includes(':') ? `[${host}]` : host}:${at}`;
}

/** Throws `EnvironmentError` where `out` holds no built site. */
export function requireSite(out: string) {
  if (!existsSync(join(out, 'index.html'))) {
    throw new EnvironmentError(`There is no built site in ${out}. Build it first: npm run build`);
  }
}
