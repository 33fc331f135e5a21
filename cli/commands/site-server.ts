import { existsSync, realpathSync, statSync } from 'node:fs';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { join, relative, resolve, sep } from 'node:path';
import httpServer from 'http-server';
import { SurroundingsError } from '../pipeline/write.ts';

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

const contentTypes: Readonly<Record<string, string>> = {
  '/rss.xml': 'application/rss+xml; charset=UTF-8',
  '/feed.json': 'application/feed+json; charset=UTF-8',
};

/** Feeds may be kept for an hour, files named by their content for ever, all else is asked for again. */
function cacheControl(pathname: string): string {
  if (pathname in contentTypes) return 'max-age=3600';
  return pathname.startsWith('/assets/') ? 'max-age=31536000, immutable' : 'no-cache';
}

/**
 * A server that answers as a host of the built site would. `first` is asked before the files are; `onMissing` hears of every address at
 * which nothing stands.
 */
export function createSiteServer(
  out: string,
  onMissing: (path: string) => void,
  first: Answer = () => false,
): Server {
  const folder = resolve(out);

  function before(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(`http://host${(request.url ?? '/').replace(/^\/+/, '/')}`);
    response.setHeader('X-Content-Type-Options', 'nosniff');
    if (first(request, response, url)) return;
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('Allow', 'GET, HEAD');
      end(response, 405, 'Only GET and HEAD are answered here.');
      return;
    }
    const destination = resolvePath(folder, url.pathname);
    if (destination.kind === 'moved') {
      response.setHeader('Location', destination.to + url.search);
      end(response, 308, '');
      return;
    }
    if (destination.kind === 'missing') onMissing(url.pathname);
    const file = destination.kind === 'file' ? destination.file : missingFile;
    // Sandboxed frames have no origin, so their fonts come from elsewhere.
    if (file.endsWith('.woff2')) response.setHeader('Access-Control-Allow-Origin', '*');
    const type = contentTypes[file];
    if (type) keepHeader(response, 'content-type', type);
    // http-server serves 404.html, with its status, for a file that is not there.
    request.url = encodeURI(file);
    response.emit('next');
  }

  // http-server reads a property that Node deprecates, and would say so in the middle of the log.
  process.noDeprecation = true;
  const options = {
    root: folder,
    cache: cacheControl,
    showDir: 'false',
    autoIndex: 'false',
    showDotfiles: false,
    before: [before],
  };
  // Its types know neither a function for `cache`, which it calls with the path, nor that what it gives has an inner server.
  const created = httpServer.createServer(
    options as unknown as Parameters<typeof httpServer.createServer>[0],
  );
  return (created as unknown as { server: Server }).server;
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
 * Throws `SurroundingsError` where the port is taken or may not be had.
 */
export function listen(server: Server, host: string, port: number): Promise<string> {
  return new Promise((done, fail) => {
    server.once('error', (error) => {
      const code = 'code' in error ? error.code : undefined;
      const reason = code === 'EADDRINUSE' ? 'something else is listening there' : error.message;
      fail(
        new SurroundingsError(
          `Port ${port} on ${host} cannot be had: ${reason}. Choose another with --port.`,
        ),
      );
    });
    server.listen(port, host, () => {
      const address = server.address();
      const at = typeof address === 'object' && address ? address.port : port;
      done(`http://${host.includes(':') ? `[${host}]` : host}:${at}`);
    });
  });
}

/** Throws `SurroundingsError` where no built site stands. */
export function requireSite(out: string) {
  if (!existsSync(join(out, 'index.html'))) {
    throw new SurroundingsError(`No built site stands in ${out}. Build it first: npm run build`);
  }
}
