import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import chokidar from 'chokidar';
import { defaultFeedsFolder } from '../feeds/snapshots.ts';
import { type BuildFlags, nowOf, type ServerFlags } from '../flags.ts';
import { paintFor } from '../log.ts';
import type { PressSources } from '../main.ts';
import { isDropping } from '../pipeline/read.ts';
import { printPretty, summarize } from '../problems/print.ts';
import { buildInput, contentLines, printReport, requireContent } from './build.ts';
import type { WorkerAnswer, WorkerData, WorkerRequest } from './build-worker.ts';
import { untilStopped } from './preview.ts';
import { answerRadio } from './radio.ts';
import { type Answer, createSiteServer, end, listen, resolvePath } from './site-server.ts';

/** What the pages are told: the build that is served, and what was wrong with the last one (empty where nothing was). */
export interface DevState {
  readonly build: string;
  readonly report: string;
}

/** Editors save in several steps; this long (ms) after the last of them a build starts. */
const settleTime = 25;

/** `dev`: builds, serves, watches, and never ends because of what stands in a file. */
export async function dev(
  flags: BuildFlags & ServerFlags,
  { root, compile, compileTemplates }: PressSources,
): Promise<void> {
  const paint = paintFor(process.stderr);
  const say = (text: string) => process.stderr.write(`${text}\n`);
  const radio = answerRadio(flags.content);
  const pages = new Set<ServerResponse>();
  let state: DevState = { build: '0', report: 'The first build is still running.' };
  let builds = 0;

  function show(report: string, built: boolean) {
    if (built) builds += 1;
    state = { build: built ? `${process.pid}-${builds}` : state.build, report };
    for (const page of pages) page.write(`data: ${JSON.stringify(state)}\n\n`);
  }

  let press = dirname(fileURLToPath(import.meta.url));
  let templates: string | undefined;
  let worker: Worker | undefined;

  function startWorker(): Worker {
    const { content, shownAs, feeds, baseUrl, drafts, drawing } = buildInput(flags, press);
    const input = { content, shownAs, feeds, baseUrl, drafts, drawing };
    const data: WorkerData = { input, out: flags.out, force: flags.force };
    return new Worker(join(press, 'build-worker.js'), { workerData: data });
  }

  function tell(text: string) {
    say(`${paint('red', 'error')} ${text}`);
    show(text, false);
  }

  /** Compiles changed sources. Templates are taken up by the next build; a changed pipeline wants a worker of its own. */
  async function renewPress(changed: 'templates' | 'pipeline') {
    templates = await compileTemplates();
    if (changed === 'templates') return;
    press = await compile();
    await worker?.terminate();
    worker = undefined;
  }

  /** One build by the worker; rejects where there is none to be had, or where it ended. */
  async function build() {
    const start = performance.now();
    requireContent(flags.content);
    templates ??= await compileTemplates();
    worker ??= startWorker();
    const heard = new AbortController();
    const { signal } = heard;
    try {
      worker.postMessage({ now: nowOf(flags), templates } satisfies WorkerRequest);
      const ended = once(worker, 'exit', { signal }).then(() =>
        Promise.reject(new Error('The worker ended.')),
      );
      const [answer] = (await Promise.race([once(worker, 'message', { signal }), ended])) as [WorkerAnswer];
      if ('fault' in answer) {
        tell(answer.fault);
        return;
      }
      const { report } = answer;
      printReport(report, flags, performance.now() - start, 'built');
      const problems = `${printPretty(report.problems, contentLines(flags))}\n${summarize(report.problems)}`;
      show(report.written ? '' : problems, report.written !== undefined);
    } catch (error) {
      await worker?.terminate();
      worker = undefined;
      throw error;
    } finally {
      heard.abort();
    }
  }

  // One build at a time; what changes meanwhile is in the next one.
  let waiting: NodeJS.Timeout | undefined;
  let changedCode: 'templates' | 'pipeline' | undefined;
  let running = false;
  let again = false;

  async function runBuilds() {
    again = running;
    if (running) return;
    running = true;
    do {
      again = false;
      try {
        // Kept where compiling fails, so that mending another file takes this change up as well.
        if (changedCode) await renewPress(changedCode);
        changedCode = undefined;
        await build();
      } catch (error) {
        tell(error instanceof Error ? error.message : String(error));
      }
    } while (again);
    running = false;
  }

  // What is wrong with the call itself ends it, before anything is started.
  requireContent(flags.content);
  const server = createSiteServer(
    flags.out,
    (path) => say(`${paint('yellow', '404')} ${path}`),
    devAnswers(() => state, flags.out, pages, press, radio.answer),
  );
  const address = await listen(server, flags.host, flags.port);
  const stopped = untilStopped();

  // The folders around the content and the pulled feeds are watched, because a folder that is taken away and put back, or is made later,
  // would be lost sight of.
  const content = resolve(flags.content);
  const feeds = resolve(flags.feeds ?? defaultFeedsFolder(flags.content));
  const [looks, cli] = [join(root, 'templates'), join(root, 'cli')];
  const within = (path: string, folder: string) => path === folder || path.startsWith(folder + sep);
  const wanted = [content, feeds, looks, cli];
  const watcher = chokidar.watch([dirname(content), dirname(feeds), looks, cli], {
    ignoreInitial: true,
    ignored: (path) => {
      if (wanted.some((folder) => within(folder, path))) return false;
      return !wanted.some((folder) => within(path, folder)) || isDropping(basename(path));
    },
  });
  watcher.on('all', (_event, path) => {
    if (within(path, cli)) changedCode = 'pipeline';
    else if (within(path, looks)) changedCode ??= 'templates';
    clearTimeout(waiting);
    waiting = setTimeout(runBuilds, settleTime);
  });
  watcher.on('error', (error) => say(`${paint('yellow', 'watching failed')} ${String(error)}`));
  await once(watcher, 'ready');
  await runBuilds();
  process.stdout.write(`serving at ${address}, watching ${flags.content} (Ctrl+C stops)\n`);

  await stopped;
  clearTimeout(waiting);
  await radio.stop();
  await watcher.close();
  await worker?.terminate();
  server.closeAllConnections();
  server.close();
}

/** Answers that only `dev` gives: the news of builds, the script that listens to it, and pages with that script in them. */
function devAnswers(
  state: () => DevState,
  out: string,
  pages: Set<ServerResponse>,
  press: string,
  radio: Answer,
): Answer {
  const client = readFileSync(join(press, 'dev-client.js'), 'utf8');
  return (request, response, url) => {
    if (url.pathname === '/__galley/events') {
      stream(request, response);
      return true;
    }
    if (url.pathname === '/__galley/client.js') {
      end(response, 200, client, 'text/javascript; charset=utf-8');
      return true;
    }
    if (radio(request, response, url)) return true;
    const found = resolvePath(resolve(out), url.pathname);
    const html = found.kind === 'file' && found.file.endsWith('.html');
    if (!html && found.kind !== 'missing') return false;
    return sendPage(found.kind === 'file' ? found.file : undefined, request, response, url.pathname);
  };

  function stream(request: IncomingMessage, response: ServerResponse) {
    response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
    response.write(`retry: 500\ndata: ${JSON.stringify(state())}\n\n`);
    pages.add(response);
    request.on('close', () => pages.delete(response));
  }

  function sendPage(
    file: string | undefined,
    request: IncomingMessage,
    response: ServerResponse,
    path: string,
  ): boolean {
    if (file === undefined) {
      // Only what is asked for as a page gets a page; a missing picture stays missing.
      if (!(request.headers.accept ?? '').includes('text/html')) return false;
      process.stderr.write(`404 ${path}\n`);
    }
    let page: string;
    try {
      page = readFileSync(join(out, file ?? '404.html'), 'utf8');
    } catch {
      page =
        '<!DOCTYPE html><html lang="en"><head><title>No page yet</title></head><body><h1>No page yet</h1></body></html>';
    }
    const script = `<script type="module" src="/__galley/client.js?build=${state().build}"></script></head>`;
    end(response, file ? 200 : 404, page.replace('</head>', script), 'text/html; charset=utf-8');
    return true;
  }
}
