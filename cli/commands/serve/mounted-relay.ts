import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { type EmbedsFile, embedsSchema } from '../../content/embeds.ts';
import { type RadioFile, radioSchema } from '../../content/site.ts';
import { problemsError } from '../../lib/errors.ts';
import { orUndefined } from '../../lib/or-undefined.ts';
import { requireOrdinaryFile } from '../../lib/ordinary-file.ts';
import { printableJson } from '../../lib/printable.ts';
import { readFlags, type Source, type StationOptions, sourceOf } from '../relay/flags.ts';
import { createRelay, type Relay } from '../relay/relay.ts';
import { paintFor } from '../terminal/log.ts';
import { end, type Handler } from './site-server.ts';

/** The stations of `content/radio.yaml`. Throws `ExitError` where the file is missing or not valid, `EnvironmentError` where it or a sound is no ordinary file. */
export function stationsOf(content: string): StationOptions[] {
  const file = join(content, 'radio.yaml');
  if (!existsSync(file)) throw problemsError(`There is no ${file}, which names the stations.`);
  requireOrdinaryFile(file, content);
  const radio = radioSchema.safeParse(read(file));
  if (!radio.success) throw problemsError(`${file} has problems: \`galley check\` says which.`);
  return radio.data.stations.map((station) => stationOf(station, content));
}

/** The providers of `content/embeds.yaml`; none where it is missing, or not valid. */
export const providersOf = (content: string): EmbedsFile['providers'] =>
  embedsSchema.safeParse(read(join(content, 'embeds.yaml'))).data?.providers ?? {};

/** The value of a YAML file; `undefined` where it is not YAML. */
const read = (file: string): unknown => orUndefined(() => parse(readFileSync(file, 'utf8')));

function stationOf({ port, source, fallback }: RadioFile['stations'][number], content: string) {
  const from = (text: string): Source => {
    const source = sourceOf(text);
    if (source.kind !== 'file') return source;
    const path = join(content, source.path);
    // A sound file may be added later.
    if (lstatSync(path, { throwIfNoEntry: false })) requireOrdinaryFile(path, content);
    return { ...source, path, within: content };
  };
  return { port: String(port), source: from(source), ...(fallback && { fallback: from(fallback) }) };
}

/** A relay under `/api/` of a served site, from the first request on, logging to stderr. While the stations cannot be read, it answers 503 with the reason. */
export function mountRelay(content: string) {
  let relay: Relay | undefined;
  const handle: Handler = (request, response, { pathname }) => {
    if (!pathname.startsWith('/api/')) return false;
    try {
      relay ??= startRelay(stationsOf(content));
    } catch (error) {
      end(response, 503, `The radio is silent here: ${error instanceof Error ? error.message : error}`);
      return true;
    }
    relay.handle(request, response);
    return true;
  };
  return { handle, stop: async () => relay?.stop() };
}

function startRelay(stations: readonly StationOptions[]): Relay {
  const paint = paintFor(process.stderr);
  return createRelay({
    ...readFlags(['--max-per-address', '0']),
    stations,
    log: (event, details) =>
      void process.stderr.write(`${paint('dim', `radio ${event}`)} ${printableJson(details ?? {})}\n`),
  });
}
