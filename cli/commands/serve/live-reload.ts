import { createReadStream, existsSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream';
import { orUndefined } from '../../lib/or-undefined.ts';
import { days } from '../../pages/placing.ts';
import { frontPageOf } from '../../pipeline/composed-site.ts';
import { headersOf, typeOf } from '../../site/headers.ts';
import type { DevBuilder } from './dev-builder.ts';
import { resolveIn, resolvePath } from './resolve-path.ts';
import { end, type Handler } from './site-server.ts';

/** The state that open pages get: the build that is served, and the problems of the last one (empty if there were none). */
export interface BuildState {
  readonly build: string;
  readonly report: string;
}

/** Files of a new site that are not on the disk yet, by their paths in the site. */
type NewFiles = Pick<DevBuilder, 'files' | 'read'>;

/** Live reload for the site in the folder `out`; `news` are served first. `client` is the script of the pages. */
export function createLiveReload(out: string, client: string, first: BuildState, news: NewFiles) {
  const pages = new Set<ServerResponse>();
  let state = first;

  function openStream(response: ServerResponse) {
    response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
    response.write(`retry: 500\n${message(state)}`);
    pages.add(response);
    response.on('close', () => pages.delete(response));
  }

  function sendPage(response: ServerResponse, status: number, html: string) {
    const script = `<script type="module" src="/__galley/client.js?build=${state.build}"></script>`;
    const page = html.replace('</head>', () => `${script}</head>`);
    response.setHeaders(new Map(headersOf('/index.html')));
    end(response, status, page, 'text/html; charset=utf-8');
  }

  /** The file of the new site at an address, unless the disk has it already. */
  function newFileAt(path: string): string | undefined {
    const files = news.files();
    const found = files.size > 0 ? resolveIn((file) => files.has(file.slice(1)), path) : undefined;
    if (found?.kind !== 'file') return undefined;
    // Sounds and pictures are copies that rarely change, and http-server sends parts of them.
    const isMade = /\.(?:html|css|js|xml|json|txt|svg)$/.test(found.file);
    return isMade || !existsSync(join(out, found.file)) ? found.file : undefined;
  }

  async function sendNew(request: IncomingMessage, response: ServerResponse, path: string, file: string) {
    const content = await news.read(file.slice(1)).catch(() => undefined);
    if (typeof content === 'string' && file.endsWith('.html')) sendPage(response, 200, content);
    else if (content === undefined) {
      if (!sendOld(request, response, path)) end(response, 503, 'This file is being made. Try again.');
    } else {
      response.setHeaders(new Map(headersOf(file)));
      response.writeHead(200, { 'Content-Type': typeOf(file), 'Cache-Control': 'no-store' });
      if (typeof content === 'string' || ArrayBuffer.isView(content)) response.end(content);
      else pipeline(createReadStream(content.copyOf), response, () => {});
    }
  }

  /** Sends a page from the disk, or 404.html where a browser navigates to a missing one; gives whether it did. */
  function sendOld(request: IncomingMessage, response: ServerResponse, path: string): boolean {
    const found = resolvePath(resolve(out), path);
    if (found.kind === 'file' && found.file.endsWith('.html')) {
      sendPage(response, 200, readPage(join(out, found.file)));
      return true;
    }
    if (found.kind !== 'missing' || !request.headers.accept?.includes('text/html')) return false;
    process.stderr.write(`404 ${path}\n`);
    const isNew = news.files().has('404.html');
    void (isNew ? news.read('404.html') : Promise.resolve()).then((page) =>
      sendPage(response, 404, typeof page === 'string' ? page : readPage(join(out, '404.html'))),
    );
    return true;
  }

  /** Handles the event stream, the client script, and requests for pages, which get the script. */
  const handle: Handler = (request, response, { pathname, searchParams }) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return false;
    const day = pathname === '/' && days.find((name) => name === searchParams.get('day'));
    const file = day ? `/${frontPageOf(day)}` : newFileAt(pathname);
    if (pathname === '/__galley/events' && request.method === 'GET') openStream(response);
    else if (pathname === '/__galley/client.js') end(response, 200, client, 'text/javascript; charset=utf-8');
    else if (file !== undefined) void sendNew(request, response, pathname, file);
    else return sendOld(request, response, pathname);
    return true;
  };

  return {
    handle,
    send(next: BuildState) {
      state = next;
      for (const page of pages) page.write(message(state));
    },
  };
}

const message = (state: BuildState) => `data: ${JSON.stringify(state)}\n\n`;

const readPage = (file: string): string =>
  orUndefined(() => readFileSync(file, 'utf8')) ??
  '<!DOCTYPE html><html lang="en"><head><title>No page yet</title></head><body><h1>No page yet</h1></body></html>';
