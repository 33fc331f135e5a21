import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { paintFor } from '../log.ts';
import { printableJson } from '../printable.ts';
import { sourceOf } from '../relay/flags.ts';
import { defaultLimits, type Source, type StationOptions } from '../relay/options.ts';
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
  const from = (text: string): Source => {
    const source = sourceOf(text);
    return source.kind === 'file' ? { ...source, path: join(content, source.path) } : source;
  };
  return { port: String(port), source: from(source), ...(fallback && { fallback: from(fallback) }) };
}

/**
 * A relay beside a served site, which says on stderr what happens to it. Where there is none to be had, everything under `/api/` is
 * answered with 503 and why.
 */
export function answerRadio(content: string): {
  readonly answer: Answer;
  readonly stop: () => Promise<void>;
} {
  const relay = relayHere(content);
  return {
    answer(request, response, { pathname }) {
      if (!pathname.startsWith('/api/')) return false;
      if (typeof relay === 'string') end(response, 503, `The radio is silent here: ${relay}`);
      else if (!relay.handle(request, response)) end(response, 404, 'There is nothing here.');
      return true;
    },
    stop: async () => {
      if (typeof relay !== 'string') await relay.stop();
    },
  };
}

/** A relay for one's own machine, or why there is none. */
function relayHere(content: string): Relay | string {
  const paint = paintFor(process.stderr);
  try {
    return createRelay({
      stations: stationsOf(content),
      limits: { ...defaultLimits, shutdown: 0 },
      maxListeners: 0,
      maxPerAddress: 0,
      trustProxy: [],
      allowOrigin: [],
      alwaysOn: false,
      log: (event, details) =>
        void process.stderr.write(`${paint('dim', `radio ${event}`)} ${printableJson(details ?? {})}\n`),
    });
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
