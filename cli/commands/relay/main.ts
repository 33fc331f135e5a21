import { once } from 'node:events';
import { createServer } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { usageError } from '../../lib/errors.ts';
import { printableJson } from '../../lib/printable.ts';
import { defaultLimits, type Log, type RelayOptions, readFlags, type StationOptions } from './flags.ts';
import { createRelay, type Relay } from './relay.ts';

const log: Log = (event, details) =>
  void process.stdout.write(`${printableJson({ time: new Date().toISOString(), event, ...details })}\n`);

/** Runs a relay of the stations in the flags, else of `usual`, until SIGTERM or SIGINT. Throws wrong usage, and errors of listening. */
export async function runRelay(
  args: readonly string[],
  usual: () => readonly StationOptions[] = () => [],
  defaults = defaultLimits,
): Promise<void> {
  // The reader of the log may go away; the radio plays on.
  process.stdout.on('error', () => {});
  const flags = readFlags(args, defaults);
  const stations = flags.stations.length > 0 ? flags.stations : usual();
  if (stations.length === 0) throw usageError('Name a station, as in --stream 8000=http://host:8000/live.');
  // Otherwise a crowd that joins makes V8 enlarge its young generation for good, by some KB a listener.
  setFlagsFromString('--semi-space-growth-factor=1');
  const relay = createRelay({ ...flags, stations, log });
  const { port, close } = await serve(relay, { ...flags, log }).catch(async (error: unknown) => {
    await relay.stop();
    throw error;
  });
  // A supervisor may send a signal as soon as it has read the next line.
  const stopSignal = Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]);
  log('listening', { host: flags.host, port, stations: stations.map(({ port }) => port) });
  const timer = setInterval(report, flags.limits.report, relay);
  await stopSignal;
  clearInterval(timer);
  log('stopping');
  await relay.stop();
  report(relay);
  close();
  log('stopped');
}

/** Logs the listener hours of each station since the last call: music licenses ask for them. */
function report({ stations }: Relay): void {
  for (const { port, listeners, takeHours } of stations)
    log('listened', { port, listenerHours: Number(takeHours().toFixed(3)), listeners: listeners() });
}

/** Serves a relay, until `close`. Rejects if it cannot listen. */
export async function serve(relay: Relay, { host, port, limits, log, maxListeners }: RelayOptions) {
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
