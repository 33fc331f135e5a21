import { lookup } from 'node:dns/promises';
import { setMaxListeners } from 'node:events';
import type { LookupFunction } from 'node:net';
import { buildConnector, type Dispatcher, EnvHttpProxyAgent, errors } from 'undici';
import { isPublicAddress } from './public-address.ts';

export interface Limits {
  /** Milliseconds of one try, from the lookup of the name to the last byte, redirects included. */
  readonly time: number;
  /** Bytes of an unpacked answer. */
  readonly bytes: number;
  readonly redirects: number;
  /** Seconds for which a server may ask to be left alone. */
  readonly retryAfter: number;
  /** Milliseconds before the second try. */
  readonly pause: number;
}

export const limits: Limits = {
  time: 10_000,
  bytes: 2 * 1024 * 1024,
  redirects: 5,
  retryAfter: 48 * 60 * 60,
  pause: 500,
};

/** What feeds are asked with: connections, and what they may reach. */
export interface FeedClient {
  readonly dispatcher: Dispatcher;
  readonly isAllowed: (address: string) => boolean;
  readonly limits: Limits;
  /** A proxy is in force. Where it connects for us, it is the one to check what a name leads to. */
  readonly proxied: boolean;
  /** Breaks off everything at once. */
  readonly close: () => Promise<void>;
}

export interface ClientOptions {
  readonly allowPrivate: boolean;
  /** Where `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY` are looked for, in either case. */
  readonly environment?: NodeJS.ProcessEnv;
  readonly limits?: Partial<Limits>;
  readonly isPublic?: (address: string) => boolean;
  /** The addresses of a name. */
  readonly resolve?: (name: string) => Promise<readonly ResolvedAddress[]>;
  /** A certificate that is trusted instead of the usual ones. */
  readonly ca?: Buffer;
}

interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

/** Why something is not asked for, or not read to its end. Its message is the reason of a `Failed`. */
export class Refusal extends Error {}

/** @throws where the environment's proxy is no address */
export function openClient({
  allowPrivate,
  environment = process.env,
  limits: ownLimits,
  isPublic = isPublicAddress,
  resolve = (name) => lookup(name, { all: true }),
  ca,
}: ClientOptions): FeedClient {
  const isAllowed = (address: string) => allowPrivate || isPublic(address);
  const allLimits = { ...limits, ...ownLimits };
  const closing = new AbortController();
  // Every connection listens to it.
  setMaxListeners(0, closing.signal);
  const socket = { timeout: allLimits.time, signal: closing.signal, ca };
  const connect = buildConnector({ ...socket, lookup: checkedLookup(resolve, isAllowed) });
  const variable = (name: string) => environment[name.toLowerCase()] || environment[name] || '';
  const [httpProxy, httpsProxy] = ['HTTP_PROXY', 'HTTPS_PROXY'].map((name) =>
    variable(name).replace(/^(?!$|\w+:\/\/)/, 'http://'),
  );
  const dispatcher = new EnvHttpProxyAgent({
    // Even where they are empty: undici looks for what is undefined in the environment of the process.
    httpProxy,
    httpsProxy,
    noProxy: variable('NO_PROXY'),
    // Plain http goes to a proxy as a plain request: many open tunnels for https alone.
    proxyTunnel: false,
    proxyTls: socket,
    requestTls: socket,
    connect: checkedConnector(connect, isAllowed),
    connections: 2,
    keepAliveTimeout: 1000,
    keepAliveMaxTimeout: 1000,
    maxHeaderSize: 64 * 1024,
  });
  return {
    dispatcher,
    isAllowed,
    limits: allLimits,
    proxied: Boolean(httpProxy || httpsProxy),
    close() {
      closing.abort();
      return dispatcher.destroy();
    },
  };
}

/** Why an address is not asked. */
export const privateAddress = (address: string): Refusal =>
  new Refusal(`its host leads to a private address (${address}); --allow-private lets it`);

/** A lookup that gives only the allowed addresses of a name. Node does not call it for a host that is an address: see `checkedUrl`. */
function checkedLookup(
  resolve: NonNullable<ClientOptions['resolve']>,
  isAllowed: FeedClient['isAllowed'],
): LookupFunction {
  return (name, { all }, callback) => {
    const found = resolve(name).then((addresses) => {
      const allowed = addresses.filter(({ address }) => isAllowed(address));
      if (allowed[0]) return { first: allowed[0], allowed };
      throw addresses[0] ? privateAddress(addresses[0].address) : new Refusal('its host has no address');
    });
    found.then(
      ({ first, allowed }) => (all ? callback(null, allowed) : callback(null, first.address, first.family)),
      (error) => callback(error, ''),
    );
  };
}

/** A connector that looks at where it has led before anything is asked there. */
function checkedConnector(
  connect: buildConnector.connector,
  isAllowed: FeedClient['isAllowed'],
): buildConnector.connector {
  return (options, callback) =>
    connect(options, (error, socket) => {
      if (error) return callback(error, null);
      const { remoteAddress } = socket;
      if (remoteAddress && isAllowed(remoteAddress)) return callback(null, socket);
      socket.destroy();
      callback(remoteAddress ? privateAddress(remoteAddress) : new errors.SocketError('closed'), null);
    });
}
