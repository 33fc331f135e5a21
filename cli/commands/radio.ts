import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { defaultLimits, type Log, type StationOptions } from '../relay/options.ts';
import { createRelay, type Relay } from '../relay/relay.ts';
import { type RadioFile, radioSchema } from '../schemas/site.ts';
import { type Answer, end } from './site-server.ts';

/** The stations of `content/radio.yaml`. Throws where the file is missing, or `check` would refuse it. */
export function stationsOf(content: string): StationOptions[] {
  const file = join(content, 'radio.yaml');
  if (!existsSync(file)) throw new Error(`There is no ${file}, which names the stations.`);
  const radio = radioSchema.safeParse(read(file));
  if (!radio.success) throw new Error(`${file} has problems: \`galley check\` says which.`);
  return radio.data.stations.map((station) => stationOf(station, content));
}

/** What stands in a file; `undefined` where it cannot be read as YAML. */
function read(file: string): unknown {
  try {
    return parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

function stationOf(
  { port, source, fallback }: RadioFile['stations'][number],
  content: string,
): StationOptions {
  const from = (text: string): StationOptions['source'] =>
    text.startsWith('file:')
      ? { kind: 'file', path: join(content, text.slice('file:'.length)) }
      : { kind: 'stream', url: new URL(text) };
  return { port: String(port), source: from(source), ...(fallback && { fallback: from(fallback) }) };
}

/** A relay beside a served site. Where there is none to be had, everything under `/api/` is answered with 503 and why. */
export function answerRadio(
  content: string,
  log: Log,
): { readonly answer: Answer; readonly stop: () => Promise<void> } {
  let relay: Relay | undefined;
  let reason = 'No relay is running on this host, so the radio is silent here.';
  try {
    relay = createRelay({
      stations: stationsOf(content),
      limits: { ...defaultLimits, shutdown: 0 },
      maxListeners: 0,
      maxPerAddress: 0,
      trustProxy: [],
      allowOrigin: [],
      alwaysOn: false,
      log,
    });
  } catch (error) {
    reason = `The radio is silent here: ${error instanceof Error ? error.message : String(error)}`;
  }
  return {
    answer(request, response, { pathname }) {
      if (!pathname.startsWith('/api/')) return false;
      if (!relay?.handle(request, response))
        end(response, relay ? 404 : 503, relay ? 'There is nothing here.' : reason);
      return true;
    },
    stop: async () => relay?.stop(),
  };
}
