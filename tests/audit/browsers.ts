import puppeteer from 'puppeteer-core';
import { requireProgram } from '../machine.ts';
import type { Engine, EngineWindow } from './engine.ts';

type Browser = Awaited<ReturnType<typeof puppeteer.launch>>;

/** A mouse that can hover, for a machine that has none. */
const mouse =
  '--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4';

export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
];
/** Puppeteer loses the window of a page that was prerendered: its frame is another one. */
const prerendersNothing = '--disable-features=Prerender2';
/** No host but this machine is resolved. */
const offline = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1';

const firefoxPreferences = (dark: boolean) => ({
  'layout.css.prefers-color-scheme.content-override': dark ? 0 : 1,
  'ui.primaryPointerCapabilities': 6,
  'ui.allPointerCapabilities': 6,
  // Other hosts are reached through a proxy that nobody runs.
  'network.proxy.type': 1,
  'network.proxy.http': '127.0.0.1',
  'network.proxy.http_port': 9,
  'network.proxy.ssl': '127.0.0.1',
  'network.proxy.ssl_port': 9,
  'network.dns.disablePrefetch': true,
  'network.protocol-handler.external.mailto': false,
});

/** Chromium, through its own protocol. */
export const startChromium = (): Promise<Engine> =>
  startEngine(() =>
    puppeteer.launch({
      executablePath: requireProgram('chromium'),
      args: [...chromiumFlags, mouse, offline, prerendersNothing],
    }),
  );

/** Firefox, through WebDriver BiDi. */
export const startFirefox = (): Promise<Engine> =>
  startEngine((dark) =>
    puppeteer.launch({
      browser: 'firefox',
      executablePath: requireProgram('firefox'),
      extraPrefsFirefox: firefoxPreferences(dark),
    }),
  );

/** Runs one browser for light windows and one for dark ones: Firefox has one color scheme for all its windows. */
async function startEngine(launch: (dark: boolean) => Promise<Browser>): Promise<Engine> {
  const light = await launch(false);
  let dark: Promise<Browser> | undefined;
  return {
    version: (await light.version()).replace(/^.*\//, ''),
    async newWindow(how) {
      if (!how.dark) return openWindow(light, false);
      dark ??= launch(true);
      return openWindow(await dark, true);
    },
    async close() {
      await Promise.all([light.close(), dark?.then((browser: Browser) => browser.close())]);
    },
  };
}

async function openWindow(browser: Browser, dark: boolean): Promise<EngineWindow> {
  const page = await (await browser.createBrowserContext()).newPage();
  if (dark && !(await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)))
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'dark' }]);
  const errors: string[] = [];
  page.on('console', (message: Record<'type' | 'text', () => string>) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  page.on('pageerror', (error: unknown) => errors.push(String(error)));
  let at = { x: 0, y: 0 };
  return {
    open: async (url) => void (await page.goto(url)),
    within: (act, ...args) => page.evaluate(act, ...args),
    moveTo(x, y) {
      at = { x, y };
      return page.mouse.move(x, y);
    },
    click: () => page.mouse.click(at.x, at.y),
    press: (key) => page.keyboard.press(key),
    type: (text) => page.keyboard.type(text),
    resize: (width, height) => page.setViewport({ width, height }),
    picture: () => page.screenshot({ fullPage: true }),
    // The default format would be 8.5 by 11 centimeters in Firefox.
    print: () => page.pdf({ width: '8.5in', height: '11in' }),
    errors: () => errors,
  };
}
