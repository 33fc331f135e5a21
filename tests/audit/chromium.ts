import { chromium } from 'playwright-core';
import { requireChromium } from '../machine.ts';
import type { Engine, EngineWindow } from './engine.ts';

/** Chromium by Playwright, as the other tests start it. */
export async function startChromium(): Promise<Engine> {
  const browser = await chromium.launch({
    executablePath: requireChromium(),
    args: [
      ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
      // Nothing but this machine is asked.
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
    ],
  });

  async function newWindow({ dark }: { readonly dark: boolean }): Promise<EngineWindow> {
    const context = await browser.newContext({
      colorScheme: dark ? 'dark' : 'light',
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const page = await context.newPage();
    page.on('dialog', (dialog) => void dialog.dismiss());
    const errors: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(`${message.text()} (${message.location().url})`);
    });
    page.on('pageerror', ({ message }) => errors.push(message));
    const session = await context.newCDPSession(page);
    await session.send('Page.enable');
    let mail: string | undefined;
    session.on('Page.frameRequestedNavigation', ({ url }) => {
      if (url.startsWith('mailto:')) mail = url;
    });
    let [x, y] = [0, 0];
    return {
      open: async (url) => void (await page.goto(url)),
      run: (expression) => page.evaluate<string>(expression),
      async moveTo(toX, toY) {
        [x, y] = [toX, toY];
        await page.mouse.move(x, y);
      },
      click: () => page.mouse.click(x, y),
      async press(...keys) {
        for (const key of keys) await page.keyboard.press(key);
      },
      type: (text) => page.keyboard.type(text),
      resize: (width, height) => page.setViewportSize({ width, height }),
      picture: () => page.screenshot({ fullPage: true }),
      print: () => page.pdf(),
      mailed: async () => mail,
      errors: () => errors,
    };
  }

  return {
    name: 'Chromium',
    version: browser.version(),
    lacks: [],
    newWindow,
    close: () => browser.close(),
  };
}
