import { parseArgs } from 'node:util';
import { usageError } from '../../lib/errors.ts';
import { orUndefined } from '../../lib/or-undefined.ts';
import { createAddressList } from './admission.ts';

/** Where a station's sound comes from: a stream, or a file that is played in a loop. */
export type Source =
  | { readonly kind: 'stream'; readonly url: URL }
  | {
      readonly kind: 'file';
      readonly path: string;
      /** The folder that `path` must stay in, also through links. */
      readonly within?: string;
    };

/** One entry of the allow-list: the key that listeners request as `port`, and the sound behind it. */
export interface StationOptions {
  /** The key, compared as text. */
  readonly port: string;
  readonly source: Source;
  /** Played when the source is gone for longer than `limits.grace`. */
  readonly fallback?: Source;
}

/** Times in milliseconds, sizes in bytes. `silence` and `grace` have flags; a test checks that the others fit together. */
export const defaultLimits = {
  /** A source that sends nothing for this long is gone. */
  silence: 10_000,
  grace: 30_000,
  /** The same with a fallback, which has to play before listeners have heard what they were sent ahead. */
  withFallback: { silence: 3000, grace: 4000 },
  /** How long listeners have to take what was sent when they are disconnected. */
  shutdown: 1000,
  /** How long to wait for a complete request. */
  header: 10_000,
  /** A source that sends new sound for this long is back. Servers begin with a burst of old sound even if their encoder hangs. */
  trial: 3000,
  /** The first wait before connecting again; it doubles up to `maxRetry`. */
  retry: 250,
  maxRetry: 1000,
  /** How often every listener is written to, in `slices` that take turns. */
  beat: 1000,
  slices: 20,
  /** What a newcomer is sent first: milliseconds of sound, and at most so many bytes. */
  burst: 8000,
  burstBytes: 256 * 1024,
  /** A listener that is behind by more than this is dropped. */
  backlog: 512 * 1024,
  titles: 10_000,
  report: 3_600_000,
};

export type Limits = Readonly<typeof defaultLimits>;

/** One line of the log: what happened, and to what. */
export type Log = (event: string, details?: Readonly<Record<string, unknown>>) => void;

/** The relay's flags, as bare `node` and `galley relay` take them. */
export const usage = `Relays a station's stream to everyone who listens at /api/stream?port=<key>.

  --stream KEY=SOURCE      a station: http://host:8000/live, https://…, or file:song.mp3; repeatable
  --fallback KEY=SOURCE    what is played while that station's source is gone; repeatable
  --follow HOST            a host to which sources may redirect; repeatable
  --host HOST              where to listen (127.0.0.1)
  --port PORT              on which port; 0: a free one (8001)
  --max-listeners N        of all stations together; 0: no limit (10000)
  --max-per-address N      of one public address, or IPv6 /64; 0: no limit (200)
  --trust-proxy ADDRESS    trust X-Forwarded-For of this address or range; repeatable
  --allow-origin ORIGIN    pages of this site may use the relay; repeatable
  --silence SECONDS        a source that sends nothing for so long is gone (10; with a fallback 3)
  --grace SECONDS          how long listeners wait for their source (30), or the fallback waits (4)
`;

export type RelayOptions = ReturnType<typeof readFlags> & { readonly log: Log };

export function readFlags(args: readonly string[], limits: Limits = defaultLimits) {
  const flags = parse(args);
  const streams = sourcesOf('stream', flags.stream);
  const fallbacks = sourcesOf('fallback', flags.fallback);
  for (const port of fallbacks.keys())
    if (!streams.has(port)) throw usageError(`--fallback ${port}=… belongs to no --stream.`);
  if (flags.host === '') throw usageError('--host takes an address, as 127.0.0.1 or 0.0.0.0.');
  const stations: readonly StationOptions[] = [...streams].map(([port, source]) => {
    const fallback = fallbacks.get(port);
    return { port, source, ...(fallback && { fallback }) };
  });
  const seconds = (name: 'silence' | 'grace', usual: number) =>
    flags[name] === undefined
      ? usual
      : 1000 * Number(take(name, 'seconds, from 0.1 to 3600', flags[name], isTime));
  const times = (usual: Pick<Limits, 'silence' | 'grace'>) => ({
    silence: seconds('silence', usual.silence),
    grace: seconds('grace', usual.grace),
  });
  const number = (name: 'port' | 'max-listeners' | 'max-per-address', expected: string, isValid: Test) =>
    Number(take(name, expected, flags[name], isValid));
  const many = (name: 'follow' | 'trust-proxy' | 'allow-origin', expected: string, isValid: Test) =>
    flags[name].map((text) => take(name, expected, text, isValid));
  return {
    stations,
    limits: { ...limits, ...times(limits), withFallback: times(limits.withFallback) },
    host: flags.host,
    port: number('port', 'a number from 0, for a free one, to 65535', isPort),
    maxListeners: number('max-listeners', 'a whole number', isCount),
    maxPerAddress: number('max-per-address', 'a whole number', isCount),
    follow: many('follow', 'the name of a host, as edge.radio.example', isHost),
    trustProxy: many('trust-proxy', 'an address or a range, as 127.0.0.1 or 10.0.0.0/8', isAddress),
    allowOrigin: many('allow-origin', 'a site as browsers name it, as https://paper.example', isOrigin),
  };
}

function parse(args: readonly string[]) {
  const many = { type: 'string', multiple: true, default: [] as string[] } as const;
  const one = { type: 'string' } as const;
  const options = {
    ...{ stream: many, fallback: many, follow: many, 'trust-proxy': many, 'allow-origin': many },
    host: { ...one, default: '127.0.0.1' },
    port: { ...one, default: '8001' },
    'max-listeners': { ...one, default: '10000' },
    'max-per-address': { ...one, default: '200' },
    ...{ silence: one, grace: one },
  } as const;
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    // After the first sentence Node talks about positional arguments, which the relay does not take.
    const message = error instanceof Error ? error.message : String(error);
    throw usageError(`${message.split(/\.?(?:\s*\n| (?=To specify))/, 1)[0]}.`);
  }
}

/** The sources in the `KEY=SOURCE` values of a repeatable flag, by key. */
function sourcesOf(name: string, values: readonly string[]): ReadonlyMap<string, Source> {
  const sources = new Map<string, Source>();
  for (const value of values) {
    const [, key = '', source = ''] = /^([^=]+)=(.*)$/s.exec(value) ?? [];
    if (key === '') throw usageError(`--${name} takes a key, =, and a source, not ${value}.`);
    if (key.startsWith('0') || !isPort(key))
      throw usageError(`A station's key is a number from 1 to 65535, as in 8000=…, not ${key}.`);
    if (sources.has(key)) throw usageError(`--${name} ${key}=… is there twice.`);
    sources.set(key, sourceOf(source));
  }
  return sources;
}

type Test = (text: string) => boolean;

/** The value of a flag, if it is valid. */
function take(flag: string, expected: string, text: string, isValid: Test): string {
  if (isValid(text)) return text;
  throw usageError(`--${flag} takes ${expected}, not ${text}.`);
}

const isCount: Test = (text) => /^\d{1,9}$/.test(text);
const isPort: Test = (text) => isCount(text) && Number(text) <= 65_535;
const isTime: Test = (text) => /^\d+(?:\.\d+)?$/.test(text) && Number(text) >= 0.1 && Number(text) <= 3600;
const isHost: Test = (text) =>
  URL.canParse(`http://${text}/`) && new URL(`http://${text}/`).hostname === text;
const isOrigin: Test = (text) => /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text;
const isAddress: Test = (text) =>
  orUndefined(() => createAddressList([text])) !== undefined && !/\/(?!\d+$)/.test(text);

/** Parses a source, as flags and radio.yaml have it. Throws, as wrong usage. */
export function sourceOf(text: string): Source {
  if (/^file:./.test(text)) return { kind: 'file', path: text.slice('file:'.length) };
  if (/^https?:\/\//.test(text) && URL.canParse(text)) return { kind: 'stream', url: new URL(text) };
  throw usageError(`A source is http://…, https://… or file:…, not ${text}.`);
}
