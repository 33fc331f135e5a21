import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join, resolve } from 'node:path';
import type { DevState } from '../commands/dev.ts';
import { parseUrl } from '../lib/web-address.ts';
import { type Answer, end, resolvePath } from './site-server.ts';

/** What only `dev` answers, and how open pages are told of a new state. */
export interface DevAnswers {
  readonly answer: Answer;
  readonly tell: (state: DevState) => void;
}

/** News of builds, the script that listens to it, and the pages of `out` with that script in them. */
export function createDevAnswers(out: string, client: string, first: DevState): DevAnswers {
  const pages = new Set<ServerResponse>();
  let state = first;

  function stream(request: IncomingMessage, response: ServerResponse) {
    if (isElsewhere(request)) return end(response, 403, 'Only pages that are served here may ask for this.');
    response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
    response.write(`retry: 500\n${message(state)}`);
    pages.add(response);
    response.on('close', () => pages.delete(response));
  }

  /** A page with the script; `false` where nothing stands, and no page was asked for. */
  function sendPage(request: IncomingMessage, response: ServerResponse, path: string): boolean {
    const found = resolvePath(resolve(out), path);
    if (found.kind === 'moved' || (found.kind === 'file' && !found.file.endsWith('.html'))) return false;
    const file = found.kind === 'file' ? found.file : undefined;
    if (file === undefined) {
      // Only what is asked for as a page gets a page; a missing picture stays missing.
      if (!(request.headers.accept ?? '').includes('text/html')) return false;
      process.stderr.write(`404 ${path}\n`);
    }
    const script = `<script type="module" src="/__galley/client.js?build=${state.build}"></script></head>`;
    const page = readPage(join(out, file ?? '404.html')).replace('</head>', () => script);
    end(response, file ? 200 : 404, page, 'text/html; charset=utf-8');
    return true;
  }

  return {
    answer(request, response, { pathname }) {
      if (request.method !== 'GET' && request.method !== 'HEAD') return false;
      if (pathname === '/__galley/events' && request.method === 'GET') stream(request, response);
      else if (pathname === '/__galley/client.js')
        end(response, 200, client, 'text/javascript; charset=utf-8');
      else return sendPage(request, response, pathname);
      return true;
    },
    tell(next) {
      state = next;
      for (const page of pages) page.write(message(state));
    },
  };
}

const message = (state: DevState) => `data: ${JSON.stringify(state)}\n\n`;

/** Whether a page of another origin asks. Pages from here do not say where they are from when they only read. */
function isElsewhere({ headers: { origin, host } }: IncomingMessage): boolean {
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
