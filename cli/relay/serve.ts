import { once } from 'node:events';
import { createServer } from 'node:http';
import type { RelayOptions } from './flags.ts';
import type { Relay } from './relay.ts';

type ServeOptions = Pick<RelayOptions, 'limits' | 'log' | 'maxListeners'> & {
  readonly host: string;
  readonly port: number;
};

/** Serves a relay, until `close`. Rejects if it cannot listen. */
export async function serve(relay: Relay, { host, port, limits, log, maxListeners }: ServeOptions) {
  const { header } = limits;
  const server = createServer(
    {
      ...{ headersTimeout: header, requestTimeout: header, connectionsCheckingInterval: header / 2 },
      maxHeaderSize: 8192,
      // Pages ask for the title every `limits.titles`.
      keepAliveTimeout: 2 * limits.titles,
    },
    relay.handle,
  );
  // Each listener may have a connection for sound and one for titles; the rest are refused with an answer.
  if (maxListeners > 0) server.maxConnections = 2 * maxListeners + 100;
  await once(server.listen({ host, port, backlog: 4096 }), 'listening');
  server.on('error', (error) => log('accept-failed', { reason: error.message }));
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : port,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
