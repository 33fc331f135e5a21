import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { mountRelay } from '../../cli/server/mounted-relay.ts';
import { resolvePath } from '../../cli/server/resolve-path.ts';
import { createSiteServer, listen } from '../../cli/server/site-server.ts';

/** What the relay does with a listener: is itself, answers 503, or never answers. */
export type Mood = 'itself' | 'down' | 'silent';

/** The demo as its host serves it, its relay beside it, and what goes wrong there on order. Every page tells what its browser complained of. */
export interface Paper {
  readonly origin: string;
  /** Answers 404 where an address is like this. */
  missing: RegExp | undefined;
  /** Answers nothing where an address is like this, until it is `let go`. */
  held: RegExp | undefined;
  readonly letGo: () => void;
  /** Changes the text of pages and stylesheets on their way. */
  alter: ((text: string) => string) | undefined;
  radio: Mood;
  /** As it was in the beginning. */
  readonly calm: () => void;
  readonly close: () => Promise<void>;
}

declare global {
  interface Window {
    complaints: string[];
  }
}

/** In the page, before its policy holds: keeps what a reader's console would show. */
function watch() {
  window.complaints = [];
  const complain = (text: string) => window.complaints.push(text);
  addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile }) =>
    complain(`policy: ${effectiveDirective} refuses ${blockedURI} (${sourceFile})`),
  );
  addEventListener(
    'error',
    ({ target, message, filename }) =>
      complain(
        target instanceof Element
          ? `not loaded: ${target.outerHTML.slice(0, 160)}`
          : `error: ${message} (${filename})`,
      ),
    true,
  );
  addEventListener('unhandledrejection', ({ reason }) => complain(`unhandled: ${reason}`));
  for (const level of ['error', 'warn'] as const) {
    const say = console[level].bind(console);
    console[level] = (...texts: unknown[]) => {
      complain(`console ${level}: ${texts.join(' ')}`);
      say(...texts);
    };
  }
}

/** Serves a built demo whose relay carries the stations of `content`. */
export async function servePaper(out: string, content: string): Promise<Paper> {
  const waiting = new Set<() => void>();
  const relay = mountRelay(content);

  function answer(status: number, type: string, text: string, response: ServerResponse) {
    response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' });
    response.end(text);
    return true;
  }

  const server = createSiteServer(out, {
    names: [],
    onMissing() {},
    first(request, response, url) {
      const { pathname } = url;
      if (pathname === '/watch.js') return answer(200, 'text/javascript', `(${watch})();`, response);
      if (paper.missing?.test(pathname)) return answer(404, 'text/plain', 'Not there.', response);
      if (paper.held?.test(pathname)) {
        const again = () => server.emit('request', request, response);
        waiting.add(again);
        response.once('close', () => waiting.delete(again));
        return true;
      }
      if (pathname === '/api/stream' && paper.radio === 'down')
        return answer(503, 'text/plain', 'Gone.', response);
      if (pathname === '/api/stream' && paper.radio === 'silent') return true;
      if (relay.handle(request, response, url)) return true;

      const destination = resolvePath(out, pathname);
      if (destination.kind === 'moved') return false;
      const isPage = request.headers['sec-fetch-dest'] === 'document';
      const file = destination.kind === 'file' ? destination.file : '/404.html';
      if (!(isPage && file.endsWith('.html')) && !(paper.alter && file.endsWith('.css'))) return false;
      const own = readFileSync(join(out, file), 'utf8');
      const text = paper.alter?.(own) ?? own;
      return isPage
        ? answer(
            destination.kind === 'file' ? 200 : 404,
            'text/html; charset=utf-8',
            text.replace('<meta charset="utf-8">', '$&<script src="/watch.js"></script>'),
            response,
          )
        : answer(200, 'text/css; charset=utf-8', text, response);
    },
  });

  const letGo = () => {
    paper.held = undefined;
    for (const again of waiting) again();
    waiting.clear();
  };
  const paper: Paper = {
    origin: (await listen(server, '127.0.0.1', 0)).replace(/\/$/, ''),
    missing: undefined,
    held: undefined,
    letGo,
    alter: undefined,
    radio: 'itself',
    calm() {
      letGo();
      paper.missing = undefined;
      paper.alter = undefined;
      paper.radio = 'itself';
    },
    async close() {
      await relay.stop();
      server.closeAllConnections();
      server.close();
    },
  };
  return paper;
}
