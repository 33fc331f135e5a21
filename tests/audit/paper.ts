import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mountRelay } from '../../cli/commands/serve/mounted-relay.ts';
import { createSiteServer, end, listen } from '../../cli/commands/serve/site-server.ts';
import { temporaryFolder } from '../helpers.ts';

/** The demo on its host, with its relay, and with failures on order. Every page notes what its browser complains of. */
export interface Paper {
  readonly origin: string;
  /** Answers 404 to paths that match. */
  missing: RegExp | undefined;
  /** Leaves paths that match unanswered until `letGo`. */
  held: RegExp | undefined;
  readonly letGo: () => void;
  /** Changes the text of all pages and stylesheets. Throws where that changes nothing. */
  readonly alter: (change: (text: string) => string) => void;
  /** What the relay does with a listener: serves it, answers 503, or never answers. */
  radio: 'on' | 'down' | 'silent';
  /** Undoes everything that was ordered. */
  readonly calm: () => void;
  readonly close: () => Promise<void>;
}

declare global {
  interface Window {
    complaints: string[];
  }
}

/** In the page, before its policy applies: notes what a reader's console would show. */
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

/** Puts an element before everything else in the head of a page, where its policy does not apply yet. */
export const putFirst = (element: string) => (text: string) =>
  text.replace(/<head[^>]*>/, (head) => head + element);

/** Serves a copy of a built demo, with a relay for the stations of `content`. */
export async function servePaper(built: string, content: string): Promise<Paper> {
  const out = join(temporaryFolder(), 'dist');
  cpSync(built, out, { recursive: true });
  writeFileSync(join(out, 'watch.js'), `(${watch})();`);
  const files = readdirSync(out, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:html|css)$/.test(file))
    .map((file) => join(out, file));
  const texts = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]));
  function alter(change: (text: string) => string) {
    const changed = [...texts].filter(([file, text]) => {
      const now = change(text);
      if (now !== text) writeFileSync(file, now);
      return now !== text;
    });
    if (changed.length === 0) throw new Error('That changes no page of the paper.');
  }
  const watched = putFirst('<script src="/watch.js"></script>');
  alter(watched);
  for (const [file, text] of texts) texts.set(file, watched(text));

  const waiting = new Set<() => void>();
  const relay = mountRelay(content);
  const server = createSiteServer(out, {
    names: [],
    onMissing() {},
    first(request, response, url) {
      const { pathname } = url;
      const isStream = pathname === '/api/stream';
      if (paper.missing?.test(pathname)) end(response, 404, 'Not there.');
      else if (isStream && paper.radio === 'down') end(response, 503, 'Gone.');
      else if (paper.held?.test(pathname)) {
        const again = () => server.emit('request', request, response);
        waiting.add(again);
        response.once('close', () => waiting.delete(again));
      } else return (isStream && paper.radio === 'silent') || relay.handle(request, response, url);
      return true;
    },
  });

  const letGo = () => {
    paper.held = undefined;
    for (const again of waiting) again();
    waiting.clear();
  };
  const paper: Paper = {
    origin: `http://127.0.0.1:${await listen(server, { host: '127.0.0.1', port: 0 })}`,
    missing: undefined,
    held: undefined,
    letGo,
    alter,
    radio: 'on',
    calm() {
      letGo();
      paper.missing = undefined;
      for (const [file, text] of texts) writeFileSync(file, text);
      paper.radio = 'on';
    },
    async close() {
      await relay.stop();
      server.closeAllConnections();
      server.close();
    },
  };
  return paper;
}
