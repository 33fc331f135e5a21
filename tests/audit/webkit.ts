import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../commands/relay/wire.ts';
import { requireWebKit, requireXdotool, requireXvfb } from '../machine.ts';
import { until } from '../until.ts';
import { type Engine, type EngineWindow, patience } from './engine.ts';

/** As high as a picture of a whole page can be. */
const display = { width: 1400, height: 16_000 };

/** MiniBrowser's toolbar would keep its window wider than a phone. */
const slimToolbar = `
  * { min-width: 0; min-height: 0; padding: 0; margin: 0; border-width: 0; }
  toolbar *, headerbar *, entry { font-size: 1px; }
`;

/** The characters that WebDriver has for keys. */
const keys = {
  Tab: '\uE004',
  Enter: '\uE007',
  Escape: '\uE00C',
  End: '\uE010',
  Home: '\uE011',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
} as const;

/** WebKitGTK through W3C WebDriver, on a display of its own. The clients that npm has weigh 20 MB and more; plain HTTP does as well. */
export async function startWebKit(): Promise<Engine> {
  const folder = mkdtempSync(join(tmpdir(), 'galley-webkit-'));
  mkdirSync(join(folder, 'gtk-3.0'));
  writeFileSync(join(folder, 'gtk-3.0', 'gtk.css'), slimToolbar);

  const size = `${display.width}x${display.height}x24`;
  const flags = ['-displayfd', '1', '-screen', '0', size, '-nolisten', 'tcp'];
  const xvfb = spawn(requireXvfb(), flags, { stdio: ['ignore', 'pipe', 'ignore'] });
  const env = {
    ...process.env,
    DISPLAY: `:${String((await once(xvfb.stdout, 'data'))[0]).trim()}`,
    XDG_CONFIG_HOME: folder,
    XDG_DATA_HOME: folder,
    XDG_CACHE_HOME: folder,
  };
  const children: ChildProcess[] = [xvfb];

  /** A driver has one session, and a session one window. */
  async function newWindow({ dark }: { readonly dark: boolean }): Promise<EngineWindow> {
    const port = await freePort();
    children.push(spawn(requireWebKit(), [`--port=${port}`], { stdio: 'ignore', env }));
    return openSession(port, dark);
  }

  // The first window is the light one, which gets keys: without a window manager, it has to be given the focus.
  let first: EngineWindow | undefined = await newWindow({ dark: false });
  const focus = 'search --onlyvisible --class MiniBrowser windowfocus --sync'.split(' ');
  spawnSync(requireXdotool(), focus, { env, timeout: patience });
  const agent = await first.run('Promise.resolve(navigator.userAgent)');
  return {
    version: agent.replace(/^.*Version\/(\S+).*$/, '$1'),
    async newWindow(how) {
      const window = how.dark ? undefined : first;
      first = undefined;
      return window ?? newWindow(how);
    },
    async close() {
      for (const child of children.reverse()) {
        const ended = once(child, 'exit');
        child.kill();
        await ended;
      }
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function openSession(port: number, dark: boolean): Promise<EngineWindow> {
  async function send<T>(path: string, body?: object): Promise<T> {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(30_000),
    });
    const { value } = await response.json();
    if (!response.ok) throw new Error(`${path}: ${value.error}: ${value.message}`);
    return value;
  }
  const isUp = () => send('/status').catch(() => false);
  await until(isUp, 'WebKitWebDriver', patience);
  // Other hosts are reached through a proxy that nobody runs.
  const offline = ['--proxy=http://127.0.0.1:9', '--ignore-host=127.0.0.1'];
  const args = ['--automation', ...offline, ...(dark ? ['--dark-mode'] : [])];
  const { sessionId } = await send<{ sessionId: string }>('/session', {
    capabilities: {
      alwaysMatch: {
        browserName: 'MiniBrowser',
        'webkitgtk:browserOptions': { args },
        // Else the driver answers nothing while a page or one of its frames is loading.
        pageLoadStrategy: 'none',
        // A script that is sent while a page is being replaced may never be answered, and is sent again.
        timeouts: { script: patience / 3 },
      },
    },
  });
  const command = <T>(path: string, body: object) => send<T>(`/session/${sessionId}${path}`, body);
  const act = (device: object, ...actions: readonly object[]) =>
    command<void>('/actions', { actions: [{ ...device, actions }] });
  const mouse = { type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' } };
  const type = (text: string) =>
    act(
      { type: 'key', id: 'keyboard' },
      ...[...text].flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]),
    );
  const run = (expression: string) =>
    command<string>('/execute/async', {
      script: `const done = arguments[arguments.length - 1]; (${expression}).then(done, (e) => done(String(e)));`,
      args: [],
    });
  async function resize(width: number, height: number) {
    const toolbar = Number(await run('Promise.resolve(String(outerHeight - innerHeight))'));
    await command('/window/rect', { x: 0, y: 0, width, height: height + toolbar });
  }
  return {
    async open(url) {
      await run('Promise.resolve((document.documentElement.dataset.left = ""))');
      await command('/url', { url });
      const isThere = '!("left" in document.documentElement.dataset) && document.readyState === "complete"';
      const loaded = () => run(`Promise.resolve(${isThere} ? "yes" : "")`).catch(() => '');
      await until(loaded, url, patience);
    },
    run,
    moveTo: (x, y) => act(mouse, { type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0 }),
    click: () => act(mouse, { type: 'pointerDown', button: 0 }, { type: 'pointerUp', button: 0 }),
    press: (key) => type(keys[key]),
    type,
    resize,
    async picture() {
      const sizes = await run(
        'Promise.resolve([innerWidth, innerHeight, document.documentElement.scrollHeight].join())',
      );
      const [width = 0, height = 0, all = 0] = sizes.split(',').map(Number);
      await resize(width, Math.min(all, display.height - 100));
      await run('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(""))))');
      const png = await send<string>(`/session/${sessionId}/screenshot`);
      await resize(width, height);
      return Buffer.from(png, 'base64');
    },
  };
}
