import { once } from 'node:events';
import type { ServerFlags } from '../terminal/flags.ts';
import { paintFor } from '../terminal/log.ts';
import { untilStopped } from '../terminal/until-stopped.ts';
import { mountRelay, providersOf } from './mounted-relay.ts';
import { createSiteServer, type Handler, listen } from './site-server.ts';

export type SiteFlags = ServerFlags & { readonly content: string; readonly out: string };

/** Serves `out` and its radio. `more` gets requests first. Throws `EnvironmentError` for the port. */
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
  const port = await listen(server, flags);
  const address = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  async function close() {
    await radio.stop();
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  }
  return { address, close };
}

/** Says where a site is served, and resolves at Ctrl+C. */
export function servedUntilStopped({ address }: { readonly address: string }, out: string): Promise<void> {
  const stopped = untilStopped();
  process.stdout.write(`serving ${out} at ${address} (Ctrl+C stops)\n`);
  return stopped;
}
