import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requireWebKit, requireXdotool, requireXvfb } from '../machine.ts';
import { freePort } from '../relay/wire.ts';
import { actions, type Engine, type EngineWindow, keys, patience } from './engine.ts';

/** The screen is as high as a picture of a whole page can be. */
const screen = { width: 1400, height: 16_000 };

/** MiniBrowser's own toolbar would keep its window wider than a phone. */
const slimToolbar = `
  * { min-width: 0; min-height: 0; padding: 0; margin: 0; border-width: 0; }
  toolbar *, headerbar *, entry { font-size: 1px; }
`;

/** WebKitGTK by W3C WebDriver under a screen of its own. The protocol is plain HTTP, and what is used of it fits on this page. */
export async function startWebKit(): Promise<Engine> {
  const folder = mkdtempSync(join(tmpdir(), 'galley-webkit-'));
  mkdirSync(join(folder, 'gtk-3.0'));
  writeFileSync(join(folder, 'gtk-3.0', 'gtk.css'), slimToolbar);

  const size = `${screen.width}x${screen.height}x24`;
  const flags = ['-displayfd', '1', '-screen', '0', size, '-nolisten', 'tcp'];
  const xvfb = spawn(requireXvfb(), flags, { stdio: ['ignore', 'pipe', 'ignore'] });
  const display = String((await once(xvfb.stdout, 'data'))[0]).trim();
  const children: ChildProcess[] = [xvfb];

  /** A driver has one session, and so one browser. */
  async function newWindow({ dark }: { readonly dark: boolean }): Promise<EngineWindow> {
    const port = await freePort();
    const driver = spawn(requireWebKit(), [`--port=${port}`], {
      stdio: 'ignore',
      env: {
        ...process.env,
        DISPLAY: `:${display}`,
        XDG_CONFIG_HOME: folder,
        XDG_DATA_HOME: folder,
        XDG_CACHE_HOME: folder,
      },
    });
    children.push(driver);
    return openSession(port, dark);
  }

  // The light window is the first, and the one that is typed in.
  let first: EngineWindow | undefined = await newWindow({ dark: false });
  // Where no window manager does, somebody has to give it the focus, and with it everything that depends on `:focus`.
  const focus = 'search --onlyvisible --class MiniBrowser windowfocus --sync'.split(' ');
  spawnSync(requireXdotool(), focus, { env: { ...process.env, DISPLAY: `:${display}` }, timeout: patience });
  const version = await first.run('Promise.resolve(navigator.userAgent)');
  return {
    name: 'WebKit',
    version: version.replace(/^.*Version\/(\S+).*$/, '$1'),
    lacks: ['its driver cannot print: it is shown what is printed, on the screen'],
    async newWindow({ dark }) {
      const window = dark ? undefined : first;
      first = undefined;
      return window ?? newWindow({ dark });
    },
    async close() {
      for (const child of children.reverse()) await stop(child);
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** One browser, and the one window it has. */
async function openSession(port: number, dark: boolean): Promise<EngineWindow> {
  const send = async <T>(path: string, body?: object): Promise<T> => {
    const how = body ? { method: 'POST', body: JSON.stringify(body) } : {};
    const signal = AbortSignal.timeout(30_000);
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { ...how, signal });
    const { value } = await response.json();
    if (!response.ok) throw new Error(`${path}: ${value.error}: ${value.message}`);
    return value;
  };
  await waitFor(() => send('/status'));
  // Nothing but this machine is asked: the proxy answers nobody.
  const closed = ['--proxy=http://127.0.0.1:9', '--ignore-host=127.0.0.1'];
  const args = ['--automation', ...closed, ...(dark ? ['--dark-mode'] : [])];
  const { sessionId } = await send<{ sessionId: string }>('/session', {
    capabilities: {
      alwaysMatch: {
        browserName: 'MiniBrowser',
        'webkitgtk:browserOptions': { args },
        // Else the driver answers nothing while a page or one of its frames is on its way.
        pageLoadStrategy: 'none',
      },
    },
  });
  const ask = <T>(path: string, body?: object) => send<T>(`/session/${sessionId}${path}`, body);
  const perform = (sources: readonly object[]) => ask<void>('/actions', { actions: sources });
  const run = (expression: string) =>
    ask<string>('/execute/async', {
      script: `const done = arguments[arguments.length - 1]; (${expression}).then(done, (e) => done(String(e)));`,
      args: [],
    });
  const resize = async (width: number, height: number) => {
    // The window is as much higher as its toolbar is.
    const bar = Number(await run('Promise.resolve(String(outerHeight - innerHeight))'));
    await ask('/window/rect', { x: 0, y: 0, width, height: height + bar });
  };
  return {
    async open(url) {
      await run('Promise.resolve((document.documentElement.dataset.left = ""))');
      await ask('/url', { url });
      await waitFor(async () => {
        const isThere = '"left" in document.documentElement.dataset || document.readyState !== "complete"';
        if (await run(`Promise.resolve(${isThere} ? "" : "there")`)) return;
        throw new Error(`never loaded: ${url}`);
      });
    },
    run,
    moveTo: (x, y) => perform(actions.move(x, y)),
    click: () => perform(actions.click()),
    press: (...pressed) => perform(actions.strokes(pressed.map((key) => keys[key]))),
    type: (text) => perform(actions.strokes([...text])),
    resize,
    async picture() {
      const sizes = await run(
        'Promise.resolve([innerWidth, innerHeight, document.documentElement.scrollHeight].join())',
      );
      const [width = 0, height = 0, all = 0] = sizes.split(',').map(Number);
      await resize(width, Math.min(all, screen.height - 100));
      await run('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(""))))');
      const png = Buffer.from(await ask<string>('/screenshot'), 'base64');
      await resize(width, height);
      return png;
    },
    print: async () => undefined,
    errors: () => [],
    mailed: async () => {
      const address = await ask<string>('/url');
      return address.startsWith('mailto:') ? address : undefined;
    },
  };
}

/** Asks until there is an answer. */
async function waitFor(ask: () => Promise<unknown>): Promise<void> {
  const end = Date.now() + patience;
  for (;;) {
    try {
      await ask();
      return;
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise((done) => setTimeout(done, 50));
    }
  }
}

async function stop(child: ChildProcess) {
  const ended = once(child, 'exit');
  child.kill();
  await ended;
}
