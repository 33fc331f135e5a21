import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'undici';
import { requireFirefox } from '../machine.ts';
import { actions, type Engine, type EngineWindow, keys } from './engine.ts';

/** What a headless Firefox does not know by itself, or would ask the world outside. */
const preferences = (dark: boolean): Readonly<Record<string, string | number | boolean>> => ({
  'layout.css.prefers-color-scheme.content-override': dark ? 0 : 1,
  // A mouse that can hover, for a machine that has none.
  'ui.primaryPointerCapabilities': 6,
  'ui.allPointerCapabilities': 6,
  // Nothing but this machine is asked: the proxy answers nobody.
  'network.proxy.type': 1,
  'network.proxy.http': '127.0.0.1',
  'network.proxy.http_port': 9,
  'network.proxy.ssl': '127.0.0.1',
  'network.proxy.ssl_port': 9,
  'network.dns.disablePrefetch': true,
  'app.update.enabled': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'toolkit.telemetry.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'network.protocol-handler.external.mailto': true,
  'security.external_protocol_requires_permission': false,
});

/** Firefox by WebDriver BiDi, which it speaks itself: a socket, and a number for each question. */
export async function startFirefox(): Promise<Engine> {
  const [light, dark] = [await startProfile(false), await startProfile(true)];
  return {
    name: 'Firefox',
    version: light.version,
    lacks: [],
    newWindow: ({ dark: isDark }) => (isDark ? dark : light).newWindow(),
    close: async () => void (await Promise.all([light.close(), dark.close()])),
  };
}

/** A Firefox of its own: light or dark is a matter of the whole browser. */
async function startProfile(dark: boolean) {
  const profile = mkdtempSync(join(tmpdir(), 'galley-firefox-'));
  const lines = Object.entries(preferences(dark)).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  );
  writeFileSync(join(profile, 'user.js'), lines.join('\n'));
  const mail = join(profile, 'mail');
  const handler = join(profile, 'mail.sh');
  writeFileSync(handler, `#!/bin/sh\nprintf '%s' "$1" > '${mail}.part' && mv '${mail}.part' '${mail}'\n`);
  chmodSync(handler, 0o755);
  const mailer = { action: 2, ask: false, handlers: [{ name: 'mail', path: handler }] };
  writeFileSync(
    join(profile, 'handlers.json'),
    JSON.stringify({ defaultHandlersVersion: {}, mimeTypes: {}, schemes: { mailto: mailer } }),
  );

  const flags = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port=0'];
  const child = spawn(requireFirefox(), flags, { stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(child, 'exit');
  const address = await new Promise<string>((done, fail) => {
    let said = '';
    child.stderr.on('data', (data) => {
      said += data;
      const found = /listening on (ws:\S+)/.exec(said)?.[1];
      if (found) done(found);
    });
    child.once('exit', (code) => fail(new Error(`Firefox ended with ${code}: ${said}`)));
  });
  const { send, hangUp, entries } = await connect(`${address}/session`);
  const { capabilities } = await send<{ capabilities: { browserVersion: string } }>('session.new', {
    capabilities: { alwaysMatch: { unhandledPromptBehavior: { default: 'dismiss' } } },
  });

  await send('session.subscribe', { events: ['log.entryAdded'] });

  async function newWindow(): Promise<EngineWindow> {
    const { userContext } = await send<{ userContext: string }>('browser.createUserContext', {});
    const { context } = await send<{ context: string }>('browsingContext.create', {
      type: 'tab',
      userContext,
    });
    const perform = (sources: readonly object[]) =>
      send<void>('input.performActions', { context, actions: sources });
    return {
      open: (url) => send('browsingContext.navigate', { context, url, wait: 'complete' }),
      async run(expression) {
        const answer = await send<{ result?: { value: string }; exceptionDetails?: { text: string } }>(
          'script.evaluate',
          { expression, target: { context }, awaitPromise: true, userActivation: false },
        );
        if (!answer.result) throw new Error(answer.exceptionDetails?.text);
        return answer.result.value;
      },
      moveTo: (x, y) => perform(actions.move(x, y)),
      click: () => perform(actions.click()),
      press: (...pressed) => perform(actions.strokes(pressed.map((key) => keys[key]))),
      type: (text) => perform(actions.strokes([...text])),
      resize: (width, height) =>
        send('browsingContext.setViewport', { context, viewport: { width, height } }),
      async picture() {
        const how = { context, origin: 'document' };
        const { data } = await send<{ data: string }>('browsingContext.captureScreenshot', how);
        return Buffer.from(data, 'base64');
      },
      async print() {
        const { data } = await send<{ data: string }>('browsingContext.print', { context });
        return Buffer.from(data, 'base64');
      },
      mailed: async () => (existsSync(mail) ? readFileSync(mail, 'utf8') : undefined),
      errors: () =>
        entries
          .filter(({ level, source }) => level === 'error' && source.context === context)
          .map(({ text }) => text),
    };
  }

  return {
    version: capabilities.browserVersion,
    newWindow,
    async close() {
      hangUp();
      child.kill();
      await ended;
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

interface Answer {
  readonly id?: number;
  readonly result?: unknown;
  readonly error?: string;
  readonly message?: string;
  /** Of an event. */
  readonly method?: string;
  readonly params?: LogEntry;
}

interface LogEntry {
  readonly level: string;
  readonly text: string;
  readonly source: { readonly context?: string };
}

/** A line to a browser that speaks BiDi. */
async function connect(address: string) {
  const socket = new WebSocket(address);
  await new Promise<void>((done, fail) => {
    socket.addEventListener('open', () => done());
    socket.addEventListener('error', () => fail(new Error(`Nobody answers at ${address}.`)));
  });
  const asked = new Map<number, { done: (result: unknown) => void; fail: (error: Error) => void }>();
  const entries: LogEntry[] = [];
  socket.addEventListener('message', ({ data }) => {
    const { id, result, error, message, method, params }: Answer = JSON.parse(String(data));
    if (method === 'log.entryAdded' && params) entries.push(params);
    const question = id === undefined ? undefined : asked.get(id);
    if (id === undefined || !question) return;
    asked.delete(id);
    if (error === undefined) question.done(result);
    else question.fail(new Error(`${error}: ${message}`));
  });
  socket.addEventListener('close', () => {
    for (const { fail } of asked.values()) fail(new Error('Firefox has hung up.'));
  });
  let last = 0;
  return {
    /** What comes back is taken for what the specification says comes back. */
    send: <T>(method: string, params: object): Promise<T> => {
      const id = ++last;
      const answer = new Promise<unknown>((done, fail) => asked.set(id, { done, fail }));
      socket.send(JSON.stringify({ id, method, params }));
      return answer as Promise<T>;
    },
    hangUp: () => socket.close(),
    /** What its pages' consoles said. */
    entries: entries as readonly LogEntry[],
  };
}
