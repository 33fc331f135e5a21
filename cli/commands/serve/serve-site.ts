import { once } from 'node:events';
import type { ServerFlags } from '../terminal/flags.ts';
import { paintFor } from '../terminal/log.ts';
import { untilStopped } from '../terminal/until-stopped.ts';
import { mountRelay, providersOf } from './mounted-relay.ts';
import { createSiteServer, type Handler, listen } from './site-server.ts';

export type SiteFlags = ServerFlags & { readonly content: string; readonly out: string };

/** Serves `out` and its radio; `stopped` resolves at Ctrl+C. `more` gets requests first. Throws `EnvironmentError` for the port. */
export async function openSite(flags: SiteFlags, more: Handler = () => false) {
  const { out, content, host, allowHost } = flags;
  const paint = paintFor(process.stderr);
  const radio = mountRelay(content);
  const server = createSiteServer(out, {
    providers: providersOf(content),
    names: [host, ...allowHost],
    onMissing: (path) => process.stderr.write(`${paint('yellow', '404')} ${path}\n`),
    first: (...request) => radio.handle(...request) || more(...request),
  });
  const stopped = untilStopped();
  const port = await listen(server, flags);
  const address = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  async function close() {
    await radio.stop();
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  }
  return { address, stopped, close };
}

export async function serveSite(flags: SiteFlags): Promise<void> {
  const site = await openSite(flags);
  process.stdout.write(`serving ${flags.out} at ${site.address} (Ctrl+C stops)\n`);
  await site.stopped;
  await site.close();
}
