import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join, resolve } from 'node:path';
import { orUndefined } from '../../lib/or-undefined.ts';
import { type Day, days } from '../../pages/placing.ts';
import { headersOf } from '../../site/headers.ts';
import { end, type Handler, resolvePath } from './site-server.ts';

/** The state that open pages get: the build that is served, and the problems of the last one (empty if there were none). */
export type BuildState = Readonly<Record<'build' | 'report', string>>;

/** Live reload for the site in the folder `out`. `client` is the script of the pages, and `frontPage` makes the front page of another day. */
export function createLiveReload(
  out: string,
  client: string,
  first: BuildState,
  frontPage: (day: Day) => Promise<string | undefined>,
) {
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
    end(response, status, page, 'text/html');
  }

  /** Sends a page, or 404.html where a browser navigates to a missing one; gives whether it did. */
  function sendFile(request: IncomingMessage, response: ServerResponse, path: string): boolean {
    const found = resolvePath(resolve(out), path);
    const isPage = found.kind === 'file' && found.file.endsWith('.html');
    if (isPage) sendPage(response, 200, readPage(join(out, found.file)));
    if (found.kind !== 'missing' || !request.headers.accept?.includes('text/html')) return isPage;
    process.stderr.write(`404 ${path}\n`);
    sendPage(response, 404, readPage(join(out, '404.html')));
    return true;
  }

  function sendFrontPage(response: ServerResponse, day: Day) {
    frontPage(day).then(
      (html) => sendPage(response, 200, html ?? noPage),
      (error) => end(response, 503, `This front page cannot be made: ${error}`),
    );
  }

  /** Handles the event stream, the client script, and requests for pages, which get the script. */
  const handle: Handler = (request, response, { pathname, searchParams }) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return false;
    const day = pathname === '/' && days.find((name) => name === searchParams.get('day'));
    if (pathname === '/__galley/events' && request.method === 'GET') openStream(response);
    else if (pathname === '/__galley/client.js') end(response, 200, client, 'text/javascript');
    else if (day) sendFrontPage(response, day);
    else return sendFile(request, response, pathname);
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

const noPage =
  '<!DOCTYPE html><html lang="en"><head><title>No page yet</title></head><body><h1>No page yet</h1></body></html>';

const readPage = (file: string): string => orUndefined(() => readFileSync(file, 'utf8')) ?? noPage;
