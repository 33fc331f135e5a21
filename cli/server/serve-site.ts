import { once } from 'node:events';
import type { ServerFlags } from '../terminal/flags.ts';
import { paintFor } from '../terminal/log.ts';
import { untilStopped } from '../terminal/until-stopped.ts';
import { mountRelay } from './mounted-relay.ts';
import { createSiteServer, listen } from './site-server.ts';

/** Serves the built site in `out` with its radio, until Ctrl+C. Rejects with `EnvironmentError` where the port is not free. */
export async function serveSite({
  out,
  content,
  host,
  port,
  allowHost,
}: ServerFlags & { readonly content: string; readonly out: string }): Promise<void> {
  const paint = paintFor(process.stderr);
  const radio = mountRelay(content);
  const server = createSiteServer(out, {
    names: [host, ...allowHost],
    onMissing: (path) => process.stderr.write(`${paint('yellow', '404')} ${path}\n`),
    first: radio.handle,
  });
  const stopped = untilStopped();
  const address = await listen(server, host, port);
  process.stdout.write(`serving ${out} at ${address} (Ctrl+C stops)\n`);
  await stopped;
  await radio.stop();
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
}
