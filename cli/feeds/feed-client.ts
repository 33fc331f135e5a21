import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { type Dispatcher, EnvHttpProxyAgent } from 'undici';
import { isPublicAddress } from './public-address.ts';

const limits = {
  /** Milliseconds of one try, from the lookup of the name to the last byte, with redirects. */
  time: 10_000,
  /** Bytes of an answer, compressed and uncompressed. */
  bytes: 2 * 1024 * 1024,
  redirects: 5,
  /** Seconds for which a server may ask us to wait. */
  retryAfter: 48 * 60 * 60,
  /** Milliseconds before the second try. */
  pause: 500,
};
type Limits = Readonly<typeof limits>;

/** Connections to feeds, and the addresses they may reach. */
export interface FeedClient {
  readonly dispatcher: Dispatcher;
  readonly isAllowed: (address: string) => boolean;
  readonly limits: Limits;
  /** Aborts all requests. */
  readonly close: () => Promise<void>;
}

export interface ClientOptions {
  readonly allowPrivate: boolean;
  /** Has `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY`, in upper or lower case. */
  readonly environment?: NodeJS.ProcessEnv;
  readonly limits?: Partial<Limits>;
  readonly isPublic?: (address: string) => boolean;
  /** The addresses of a name. */
  readonly resolve?: (name: string) => Promise<readonly LookupAddress[]>;
  /** A certificate that is trusted instead of the usual ones. */
  readonly ca?: Buffer;
}

/** Why an address is not requested or an answer not read to its end. Its message is the reason of a `Failed`. */
export class Refusal extends Error {}

/** The host takes longer than it may. */
export class Silence extends Refusal {}

/** @throws if the environment's proxy is no address */
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
  const socket = { timeout: allLimits.time, ca };
  const variable = (name: string) => environment[name.toLowerCase()] || environment[name] || '';
  const [httpProxy, httpsProxy] = ['HTTP_PROXY', 'HTTPS_PROXY'].map((name) =>
    variable(name).replace(/^(?!$|\w+:\/\/)/, 'http://'),
  );
  const dispatcher = new EnvHttpProxyAgent({
    // Empty, not undefined: undici would look in the environment of the process.
    httpProxy,
    httpsProxy,
    noProxy: variable('NO_PROXY'),
    // Many proxies open tunnels only for https.
    proxyTunnel: false,
    proxyTls: socket,
    requestTls: socket,
    connect: { ...socket, lookup: checkedLookup(resolve, isAllowed) },
    connections: 2,
    keepAliveTimeout: 1000,
    keepAliveMaxTimeout: 1000,
    maxHeaderSize: 64 * 1024,
  });
  return {
    dispatcher,
    isAllowed,
    limits: allLimits,
    close: () => dispatcher.destroy(),
  };
}

export const privateAddress = (address: string): Refusal =>
  new Refusal(`its host leads to a private address (${address}); use --allow-private to allow it`);

/**
 * A lookup that gives only the allowed addresses of a name. The socket connects to one of these and no other, so that a name that leads
 * elsewhere a moment later (DNS rebinding) changes nothing. Node does not call it if the host is an address: see `checkedUrl`.
 */
function checkedLookup(
  resolve: NonNullable<ClientOptions['resolve']>,
  isAllowed: FeedClient['isAllowed'],
): LookupFunction {
  return (name, { all }, callback) => {
    const found = resolve(name).then((addresses) => {
      const allowed = addresses.filter(({ address }) => isAllowed(address));
      if (allowed[0]) return { first: allowed[0], allowed };
      throw addresses[0] ? privateAddress(addresses[0].address) : new Silence('its host has no address');
    });
    found.then(
      ({ first, allowed }) => (all ? callback(null, allowed) : callback(null, first.address, first.family)),
      (error) => callback(error, ''),
    );
  };
}
