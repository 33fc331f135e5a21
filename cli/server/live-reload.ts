import { createReadStream, existsSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream';
import { keyOf } from '../lib/content-hash.ts';
import { parseUrl } from '../lib/web-address.ts';
import type { ComposedFile } from './dev-builder.ts';
import { resolveIn, resolvePath } from './resolve-path.ts';
import { end, type Handler, typeOf } from './site-server.ts';

/** What pages get from `dev`: the build that is served, and the problems of the last one (empty where there were none). */
export interface BuildState {
  readonly build: string;
  readonly report: string;
}

export interface LiveReload {
  /** Handles the event stream, the client script, and requests for pages, which get the script. */
  readonly handle: Handler;
  /** Sends a new state to all open pages. */
  readonly send: (state: BuildState) => void;
}

/** Files that are not on the disk yet, by their paths in the site. */
export interface NewFiles {
  readonly files: () => ReadonlySet<string>;
  readonly read: (path: string) => Promise<ComposedFile>;
  /** Stands for the pictures that Galley draws, whose addresses stay when they change. */
  readonly drawn: () => string;
}

const noFiles: NewFiles = { files: () => new Set(), read: async () => undefined, drawn: () => '' };

/** Live reload for the site in `out`, whose `news` come first; `client` is the text of the script that pages run. */
export function createLiveReload(out: string, client: string, first: BuildState, news = noFiles): LiveReload {
  const pages = new Set<ServerResponse>();
  let state = first;

  function openStream(request: IncomingMessage, response: ServerResponse) {
    if (isCrossOrigin(request))
      return end(response, 403, 'Only pages that are served here may ask for this.');
    response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
    response.write(`retry: 500\n${message(state)}`);
    pages.add(response);
    response.on('close', () => pages.delete(response));
  }

  function withScript(html: string): string {
    const rest = withoutStyles(html);
    const page = keyOf(rest, rest.includes('="/art/') ? news.drawn() : '');
    const served = `build=${state.build}&amp;page=${page}`;
    return html.replace(
      '</head>',
      () => `<script type="module" src="/__galley/client.js?${served}"></script></head>`,
    );
  }

  /** The file that a path leads to, if it is not on the disk yet, or another one is. */
  function newFileAt(path: string): string | undefined {
    const files = news.files();
    const found = files.size > 0 ? resolveIn((file) => files.has(file.slice(1)), path) : undefined;
    if (found?.kind !== 'file') return undefined;
    // Copies of sounds and pictures are sent from the disk, in parts if a browser asks for that.
    const isMade = /\.(?:html|css|js|xml|json|txt|svg)$/.test(found.file);
    return isMade || !existsSync(join(out, found.file)) ? found.file : undefined;
  }

  async function sendNew(request: IncomingMessage, response: ServerResponse, path: string, file: string) {
    const content = await news.read(file.slice(1)).catch(() => undefined);
    if (typeof content === 'string' && file.endsWith('.html'))
      end(response, 200, withScript(content), 'text/html; charset=utf-8');
    else if (content === undefined) {
      if (!sendOld(request, response, path)) end(response, 503, 'This file is being made. Ask again.');
    } else {
      response.writeHead(200, { 'Content-Type': typeOf(file), 'Cache-Control': 'no-store' });
      if (typeof content === 'string' || ArrayBuffer.isView(content)) response.end(content);
      else pipeline(createReadStream(content.copyOf), response, () => {});
    }
  }

  /** Sends a page of the disk with the script, or 404.html to a browser that asks for a page; gives whether it did. */
  function sendOld(request: IncomingMessage, response: ServerResponse, path: string): boolean {
    const found = resolvePath(resolve(out), path);
    if (found.kind === 'moved' || (found.kind === 'file' && !found.file.endsWith('.html'))) return false;
    const file = found.kind === 'file' ? found.file : undefined;
    if (file === undefined) {
      if (!(request.headers.accept ?? '').includes('text/html')) return false;
      process.stderr.write(`404 ${path}\n`);
    }
    const send = (page: string) =>
      end(response, file ? 200 : 404, withScript(page), 'text/html; charset=utf-8');
    const onDisk = () => readPage(join(out, file ?? '404.html'));
    if (file === undefined && news.files().has('404.html'))
      void news.read('404.html').then((page) => send(typeof page === 'string' ? page : onDisk()));
    else send(onDisk());
    return true;
  }

  function sendPage(request: IncomingMessage, response: ServerResponse, path: string): boolean {
    const file = newFileAt(path);
    if (file === undefined) return sendOld(request, response, path);
    void sendNew(request, response, path, file);
    return true;
  }

  return {
    handle(request, response, { pathname }) {
      if (request.method !== 'GET' && request.method !== 'HEAD') return false;
      if (pathname === '/__galley/events' && request.method === 'GET') openStream(request, response);
      else if (pathname === '/__galley/client.js')
        end(response, 200, client, 'text/javascript; charset=utf-8');
      else return sendPage(request, response, pathname);
      return true;
    },
    send(next) {
      state = next;
      for (const page of pages) page.write(message(state));
    },
  };
}

const message = (state: BuildState) => `data: ${JSON.stringify(state)}\n\n`;

/**
 * A page without all in its head that follows from how the paper looks: its stylesheet, fonts, icon and colors, the pictures that other sites
 * show, and the hash of what names these. Two pages of which the same is left differ in their styles alone.
 */
export function withoutStyles(html: string): string {
  const end = html.indexOf('</head>');
  const head = html
    .slice(0, end)
    .replace(/<link rel="(?:stylesheet|preload|icon)"[^>]*>|<meta name="theme-color"[^>]*>/g, '')
    .replace(/\/share\/[\w-]+\.png/g, '')
    .replace(/sha256-[\w+/=]+/g, '');
  return head + html.slice(end);
}

/** Whether a page of another origin asks. A request from our own pages may have no `Origin`. */
export function isCrossOrigin({ headers: { origin, host } }: IncomingMessage): boolean {
  if (origin === undefined) return false;
  const from = parseUrl(origin);
  return !from || from.host !== host?.toLowerCase();
}

function readPage(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '<!DOCTYPE html><html lang="en"><head><title>No page yet</title></head><body><h1>No page yet</h1></body></html>';
  }
}
