import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { printableJson } from '../lib/printable.ts';
import { requireOrdinaryFile } from '../relay/confined.ts';
import { sourceOf } from '../relay/flags.ts';
import { defaultLimits, type Source, type StationOptions } from '../relay/options.ts';
import { createRelay, type Relay } from '../relay/relay.ts';
import { type RadioFile, radioSchema } from '../sources/site.ts';
import { paintFor } from '../terminal/log.ts';
import { type Answer, end } from './site-server.ts';

/** The stations of `content/radio.yaml`. Throws where the file is missing, or `check` would refuse it or a sound it names. */
export function stationsOf(content: string): StationOptions[] {
  const file = join(content, 'radio.yaml');
  if (!existsSync(file)) throw new Error(`There is no ${file}, which names the stations.`);
  requireOrdinaryFile(file, content);
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
    if (source.kind !== 'file') return source;
    const path = join(content, source.path);
    // A sound that is not there yet may come; what is there must be right.
    if (lstatSync(path, { throwIfNoEntry: false })) requireOrdinaryFile(path, content);
    return { ...source, path, within: content };
  };
  return { port: String(port), source: from(source), ...(fallback && { fallback: from(fallback) }) };
}

export interface SiteRadio {
  readonly answer: Answer;
  /** Reads the stations anew; whether they are others now. Then everyone who listens is ended, and hears the new ones by coming again. */
  readonly renew: () => boolean;
  readonly stop: () => Promise<void>;
}

/**
 * A relay beside a served site, which says on stderr what happens to it. Where there is none to be had, everything under `/api/` is
 * answered with 503 and why.
 */
export function answerRadio(content: string): SiteRadio {
  let stations = stationsHere(content);
  let relay = relayOf(stations);
  return {
    answer(request, response, { pathname }) {
      if (!pathname.startsWith('/api/')) return false;
      if (typeof relay === 'string') end(response, 503, `The radio is silent here: ${relay}`);
      else if (!relay.handle(request, response)) end(response, 404, 'There is nothing here.');
      return true;
    },
    renew() {
      const found = stationsHere(content);
      if (JSON.stringify(found) === JSON.stringify(stations)) return false;
      const former = relay;
      stations = found;
      relay = relayOf(found);
      if (typeof former !== 'string') void former.stop();
      return true;
    },
    stop: async () => {
      if (typeof relay !== 'string') await relay.stop();
    },
  };
}

/** The stations, or why there are none. */
function stationsHere(content: string): readonly StationOptions[] | string {
  try {
    return stationsOf(content);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** A relay for one's own machine, or why there is none. */
function relayOf(stations: readonly StationOptions[] | string): Relay | string {
  if (typeof stations === 'string') return stations;
  const paint = paintFor(process.stderr);
  return createRelay({
    stations,
    limits: { ...defaultLimits, shutdown: 0 },
    maxListeners: 0,
    maxPerAddress: 0,
    trustProxy: [],
    allowOrigin: [],
    alwaysOn: false,
    log: (event, details) =>
      void process.stderr.write(`${paint('dim', `radio ${event}`)} ${printableJson(details ?? {})}\n`),
  });
}
