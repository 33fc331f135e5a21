import { setFlagsFromString } from 'node:v8';
import { printableJson } from '../lib/printable.ts';
import { readFlags, UsageError } from './flags.ts';
import type { Log, StationOptions } from './options.ts';
import { createRelay } from './relay.ts';
import { serve } from './serve.ts';

/** One line of JSON for every event. */
const log: Log = (event, details) =>
  void process.stdout.write(`${printableJson({ time: new Date().toISOString(), event, ...details })}\n`);

// Who reads the log may go away; the radio plays on.
process.stdout.on('error', () => {});

/**
 * Runs a relay of the stations that the flags name, else of those that are `usual`, until SIGTERM or SIGINT, then ends it in order. Throws
 * `UsageError`, and what listening throws.
 */
export async function runRelay(
  args: readonly string[],
  usual: () => readonly StationOptions[] = () => [],
): Promise<void> {
  const flags = readFlags(args);
  const stations = flags.stations.length > 0 ? flags.stations : usual();
  if (stations.length === 0)
    throw new UsageError('Name a station, as in --stream 8000=http://host:8000/live.');
  // Newcomers in a crowd would have V8 widen the room for what is short-lived, by some KB a listener, for good.
  setFlagsFromString('--semi-space-growth-factor=1');
  const relay = createRelay({ ...flags, stations, log });
  const { port, close } = await serve(relay, { ...flags, header: flags.limits.header, log }).catch(
    async (error: unknown) => {
      await relay.stop();
      throw error;
    },
  );
  // Whoever reads the next line may send a signal at once.
  const stopSignal = new Promise<void>((stop) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stop());
  });
  log('listening', { host: flags.host, port, stations: stations.map(({ port }) => port) });
  await stopSignal;
  log('stopping');
  await relay.stop();
  close();
  log('stopped');
}
