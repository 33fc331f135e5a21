import { parseArgs } from 'node:util';
import { createAddressList } from './addresses.ts';
import { defaultLimits, type Limits, type Source, type StationOptions } from './options.ts';

/** The relay's flags, as bare `node` and `galley relay` take them. */
export const usage = `Relays a station's stream to everyone who listens at /api/stream?port=<key>.

  --stream KEY=SOURCE      a station: http://host:8000/live, https://…, or file:song.mp3; repeatable
  --fallback KEY=SOURCE    what stands in while that station's source is gone; repeatable
  --host HOST              where to listen (127.0.0.1)
  --port PORT              on which port; 0: a free one (8001)
  --max-listeners N        of all stations together; 0: no limit (0)
  --max-per-address N      of one public address, or IPv6 /64; 0: no limit (200)
  --trust-proxy ADDRESS    believe X-Forwarded-For of this address or range; repeatable
  --proxy-protocol         connections start with a PROXY line, as a TCP balancer sends it
  --allow-origin ORIGIN    pages of this site may use the relay; repeatable
  --always-on              keep sources open without listeners
  --limit NAME=NUMBER      another limit, in milliseconds or bytes: ${Object.keys(defaultLimits).join(', ')}; repeatable
`;

/** Wrong flags: the words say which, and what would do. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** Everything the flags ask for. Throws `UsageError`. */
export function readFlags(args: readonly string[]) {
  const { values } = parse(args);
  const fallbacks = onceEach('fallback', values.fallback);
  const streams = onceEach('stream', values.stream);
  for (const port of fallbacks.keys())
    if (!streams.has(port)) throw new UsageError(`--fallback ${port}=… stands in for no --stream.`);
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
  return {
    stations,
    limits: limitsOf(values.limit),
    host: values.host,
    port: Number(values.port),
    maxListeners: number('max-listeners', values['max-listeners']),
    maxPerAddress: number('max-per-address', values['max-per-address']),
    trustProxy: (values['trust-proxy'] ?? []).map(addressesOf),
    allowOrigin: (values['allow-origin'] ?? []).map(originOf),
    proxyProtocol: values['proxy-protocol'],
    alwaysOn: values['always-on'],
  };
}

const isPort = (text: string) => /^\d{1,5}$/.test(text) && Number(text) <= 65_535;

function number(name: string, value: string): number {
  if (!/^\d{1,9}$/.test(value)) throw new UsageError(`--${name} takes a whole number, not ${value}.`);
  return Number(value);
}

/** A key and what it is to be, as a repeatable flag takes it. */
function pair(name: string, value: string): readonly [string, string] {
  const at = value.indexOf('=');
  if (at < 1) throw new UsageError(`--${name} takes a name, =, and what it is to be, not ${value}.`);
  return [value.slice(0, at), value.slice(at + 1)];
}

function onceEach(name: string, values: readonly string[] = []): Map<string, string> {
  const all = new Map<string, string>();
  for (const [key, value] of values.map((value) => pair(name, value))) {
    if (all.has(key)) throw new UsageError(`--${name} ${key}=… is there twice.`);
    all.set(key, value);
  }
  return all;
}

/** The limits, some of them otherwise than usual; where one is named again, the last word counts. */
function limitsOf(values: readonly string[] = []): Limits {
  const limits: Record<string, number> = { ...defaultLimits };
  const names = Object.keys(limits).join(', ');
  for (const [name, value] of values.map((value) => pair('limit', value))) {
    if (!Object.hasOwn(limits, name)) throw new UsageError(`There is no limit ${name}; there are ${names}.`);
    limits[name] = number(`limit ${name}`, value);
    if (limits[name] === 0) throw new UsageError(`--limit ${name} takes a number above 0.`);
  }
  const { beat = 0, slices = 0 } = limits;
  if (slices > beat / 5)
    throw new UsageError(
      `--limit slices takes a fifth of beat at most, ${Math.floor(beat / 5)}, not ${slices}.`,
    );
  return limits as unknown as Limits;
}

function addressesOf(text: string): string {
  try {
    createAddressList([text]);
    if (!/\/(?!\d+$)/.test(text)) return text;
  } catch {
    // Said below, as for all that is no address.
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
  try {
    return parseArgs({
      args: [...args],
      options: {
        stream: many,
        fallback: many,
        limit: many,
        'trust-proxy': many,
        'allow-origin': many,
        host: { type: 'string', default: '127.0.0.1' },
        port: { type: 'string', default: '8001' },
        'max-listeners': { type: 'string', default: '0' },
        'max-per-address': { type: 'string', default: '200' },
        'proxy-protocol': { type: 'boolean', default: false },
        'always-on': { type: 'boolean', default: false },
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
