import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Builder, Key } from 'selenium-webdriver';
import { DriverService } from 'selenium-webdriver/remote/index.js';
import { requireProgram } from '../machine.ts';
import { until } from '../until.ts';
import { type Engine, type EngineWindow, patience } from './engine.ts';

/** As high as a picture of a whole page can be. */
const display = { width: 1400, height: 16_000 };

/** MiniBrowser's toolbar would keep its window wider than a phone. */
const slimToolbar = `
  * { min-width: 0; min-height: 0; padding: 0; margin: 0; border-width: 0; }
  toolbar *, headerbar *, entry { font-size: 1px; }
`;

/** WebKitGTK through WebDriver, on a display of its own. */
export async function startWebKit(): Promise<Engine> {
  const folder = mkdtempSync(join(tmpdir(), 'galley-webkit-'));
  mkdirSync(join(folder, 'gtk-3.0'));
  writeFileSync(join(folder, 'gtk-3.0', 'gtk.css'), slimToolbar);

  const size = `${display.width}x${display.height}x24`;
  const flags = ['-displayfd', '1', '-screen', '0', size, '-nolisten', 'tcp'];
  const xvfb = spawn(requireProgram('xvfb'), flags, { stdio: ['ignore', 'pipe', 'ignore'] });
  const env = {
    ...process.env,
    DISPLAY: `:${String((await once(xvfb.stdout, 'data'))[0]).trim()}`,
    XDG_CONFIG_HOME: folder,
    XDG_DATA_HOME: folder,
    XDG_CACHE_HOME: folder,
  };
  const services: { readonly kill: () => Promise<void> }[] = [];

  /** A service has one session, and a session one window. */
  async function newWindow({ dark }: { readonly dark: boolean }): Promise<EngineWindow> {
    const service = new DriverService.Builder(requireProgram('webkit'))
      .setLoopback(true)
      .setEnvironment(env)
      .build();
    services.push(service);
    return openSession(await service.start(patience), dark);
  }

  // The first window is the light one, which gets keys: without a window manager, it has to be given the focus.
  let first: EngineWindow | undefined = await newWindow({ dark: false });
  const focus = 'search --onlyvisible --class MiniBrowser windowfocus --sync'.split(' ');
  spawnSync(requireProgram('xdotool'), focus, { env, timeout: patience });
  const agent = await first.within(() => navigator.userAgent);
  return {
    version: agent.replace(/^.*Version\/(\S+).*$/, '$1'),
    async newWindow(how) {
      const window = how.dark ? undefined : first;
      first = undefined;
      return window ?? newWindow(how);
    },
    async close() {
      await Promise.all(services.map((service) => service.kill()));
      const ended = once(xvfb, 'exit');
      xvfb.kill();
      await ended;
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function openSession(server: string, dark: boolean): Promise<EngineWindow> {
  // Other hosts are reached through a proxy that nobody runs.
  const offline = ['--proxy=http://127.0.0.1:9', '--ignore-host=127.0.0.1'];
  const driver = await new Builder()
    .usingServer(server)
    .withCapabilities({
      browserName: 'MiniBrowser',
      'webkitgtk:browserOptions': { args: ['--automation', ...offline, ...(dark ? ['--dark-mode'] : [])] },
      // Else the driver answers nothing while a page or one of its frames is loading.
      pageLoadStrategy: 'none',
      // A script that is sent while a page is being replaced may never be answered, and is sent again.
      timeouts: { script: patience / 3 },
    })
    .build();
  const within: EngineWindow['within'] = async (act, ...args) => {
    const [value, fault] = await driver.executeAsyncScript(
      `const [done, ...args] = [...arguments].reverse();
      (async () => (${act})(...args.reverse()))().then((value) => done([value]), (e) => done([null, String(e)]));`,
      ...args,
    );
    if (fault !== undefined) throw new Error(fault);
    return value;
  };
  async function resize(width: number, height: number) {
    const toolbar = await within(() => outerHeight - innerHeight);
    await driver
      .manage()
      .window()
      .setRect({ x: 0, y: 0, width, height: height + toolbar });
  }
  const type = (text: string) => driver.actions().sendKeys(text).perform();
  return {
    within,
    async open(url) {
      await within(() => document.documentElement.setAttribute('data-left', ''));
      await driver.get(url);
      const isThere = () =>
        !('left' in document.documentElement.dataset) && document.readyState === 'complete';
      await until(() => within(isThere).catch(() => false), url, patience);
    },
    moveTo: (x, y) =>
      driver
        .actions()
        .move({ x: Math.round(x), y: Math.round(y), duration: 0 })
        .perform(),
    click: () => driver.actions().press().release().perform(),
    press: (key) => type(Key[key.replace(/(?<=[a-z])(?=[A-Z])/, '_').toUpperCase()] ?? ''),
    type,
    resize,
    async picture() {
      const [width, height, all] = await within(() => [
        innerWidth,
        innerHeight,
        document.documentElement.scrollHeight,
      ]);
      await resize(width, Math.min(all, display.height - 100));
      await within(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      const png = await driver.takeScreenshot();
      await resize(width, height);
      return Buffer.from(png, 'base64');
    },
  };
}
