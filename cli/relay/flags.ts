import { parseArgs } from 'node:util';
import { createAddressList } from './addresses.ts';
import { defaultLimits, type Limits, type Source, type StationOptions } from './options.ts';

/** The relay's flags, as bare `node` and `galley relay` take them. */
export const usage = `Relays a station's stream to everyone who listens at /api/stream?port=<key>.

  --stream KEY=SOURCE      a station: http://host:8000/live, https://…, or file:song.mp3; repeatable
  --fallback KEY=SOURCE    what is played while that station's source is gone; repeatable
  --follow HOST            a host to which sources may redirect; repeatable
  --host HOST              where to listen (127.0.0.1)
  --port PORT              on which port; 0: a free one (8001)
  --max-listeners N        of all stations together; 0: no limit (0)
  --max-per-address N      of one public address, or IPv6 /64; 0: no limit (200)
  --trust-proxy ADDRESS    trust X-Forwarded-For of this address or range; repeatable
  --allow-origin ORIGIN    pages of this site may use the relay; repeatable
  --always-on              keep sources open without listeners
  --silence SECONDS        a source that sends nothing for so long is gone (10)
  --grace SECONDS          how long listeners wait for their source before the fallback plays (30)
  --linger SECONDS         how long a source stays open without listeners (30)
  --shutdown SECONDS       how long a shutdown takes at most (10)
`;

/** Wrong flags: the message says which, and what is allowed. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** Everything the flags ask for. Throws `UsageError`. */
export function readFlags(args: readonly string[], limits: Limits = defaultLimits) {
  const { values } = parse(args);
  const fallbacks = pairs('fallback', values.fallback);
  const streams = pairs('stream', values.stream);
  for (const port of fallbacks.keys())
    if (!streams.has(port)) throw new UsageError(`--fallback ${port}=… belongs to no --stream.`);
  const stations = [...streams].map(([port, source]): StationOptions => {
    const fallback = fallbacks.get(port);
    if (!isPort(port) || port.startsWith('0'))
      throw new UsageError(`A station's key is a number from 1 to 65535, as in 8000=…, not ${port}.`);
    return {
      port,
      source: sourceOf(source),
      ...(fallback !== undefined && { fallback: sourceOf(fallback) }),
    };
  });
  if (values.host === '') throw new UsageError('--host takes an address, as 127.0.0.1 or 0.0.0.0.');
  if (!isPort(values.port))
    throw new UsageError(`--port takes a number from 0 to 65535, not ${values.port}; 0 takes a free one.`);
  const times = (['silence', 'grace', 'linger', 'shutdown'] as const).flatMap((name) =>
    values[name] === undefined ? [] : [[name, milliseconds(name, values[name])]],
  );
  return {
    stations,
    limits: { ...limits, ...Object.fromEntries(times) } as Limits,
    host: values.host,
    port: Number(values.port),
    maxListeners: wholeNumber('max-listeners', values['max-listeners']),
    maxPerAddress: wholeNumber('max-per-address', values['max-per-address']),
    follow: (values.follow ?? []).map(hostOf),
    trustProxy: (values['trust-proxy'] ?? []).map(addressesOf),
    allowOrigin: (values['allow-origin'] ?? []).map(originOf),
    alwaysOn: values['always-on'],
  };
}

const isPort = (text: string) => /^\d{1,5}$/.test(text) && Number(text) <= 65_535;

function wholeNumber(name: string, value: string): number {
  if (!/^\d{1,9}$/.test(value)) throw new UsageError(`--${name} takes a whole number, not ${value}.`);
  return Number(value);
}

/** From a tenth of a second, in which a good source may well pause, to an hour. */
function milliseconds(name: string, value: string): number {
  const seconds = /^\d+(?:\.\d+)?$/.test(value) ? Number(value) : Number.NaN;
  if (seconds >= 0.1 && seconds <= 3600) return seconds * 1000;
  throw new UsageError(`--${name} takes seconds, from 0.1 to 3600, not ${value}.`);
}

/** A key and its value each, as a repeatable flag takes them. */
function pairs(name: string, values: readonly string[] = []): Map<string, string> {
  const all = new Map<string, string>();
  for (const value of values) {
    const at = value.indexOf('=');
    if (at < 1) throw new UsageError(`--${name} takes a key, =, and a source, not ${value}.`);
    const key = value.slice(0, at);
    if (all.has(key)) throw new UsageError(`--${name} ${key}=… is there twice.`);
    all.set(key, value.slice(at + 1));
  }
  return all;
}

function hostOf(text: string): string {
  if (URL.canParse(`http://${text}/`) && new URL(`http://${text}/`).hostname === text) return text;
  throw new UsageError(`--follow takes the name of a host, as edge.radio.example, not ${text}.`);
}

function addressesOf(text: string): string {
  try {
    createAddressList([text]);
    if (!/\/(?!\d+$)/.test(text)) return text;
  } catch {
    // The message is the same for everything that is not an address.
  }
  throw new UsageError(`--trust-proxy takes an address or a range, as 127.0.0.1 or 10.0.0.0/8, not ${text}.`);
}

function originOf(text: string): string {
  if (/^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text) return text;
  throw new UsageError(
    `--allow-origin takes a site as browsers name it, as https://paper.example, not ${text}.`,
  );
}

function parse(args: readonly string[]) {
  const many = { type: 'string', multiple: true } as const;
  const one = { type: 'string' } as const;
  try {
    return parseArgs({
      args: [...args],
      options: {
        stream: many,
        fallback: many,
        follow: many,
        'trust-proxy': many,
        'allow-origin': many,
        host: { ...one, default: '127.0.0.1' },
        port: { ...one, default: '8001' },
        'max-listeners': { ...one, default: '0' },
        'max-per-address': { ...one, default: '200' },
        'always-on': { type: 'boolean', default: false },
        silence: one,
        grace: one,
        linger: one,
        shutdown: one,
        help: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    // What Node says after its first sentence is about arguments that the relay does not take.
    const message = error instanceof Error ? error.message : String(error);
    throw new UsageError(`${message.split(/\.?(?:\s*\n| (?=To specify))/, 1)[0]}.`);
  }
}

/** A source as flags and radio.yaml write it. Throws `UsageError`. */
export function sourceOf(text: string): Source {
  if (/^file:./.test(text)) return { kind: 'file', path: text.slice('file:'.length) };
  if (/^https?:\/\//.test(text) && URL.canParse(text)) return { kind: 'stream', url: new URL(text) };
  throw new UsageError(`A source is http://…, https://… or file:…, not ${text}.`);
}
