import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { type Dispatcher, EnvHttpProxyAgent } from 'undici';
import { isPublicAddress } from './public-address.ts';

/** What an answer may take. */
interface Limits {
  /** Milliseconds of one try, from the lookup of the name to the last byte, with redirects. */
  readonly time: number;
  /** Bytes, uncompressed. */
  readonly bytes: number;
}

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
  readonly limits?: Partial<Limits>;
  readonly isPublic?: (address: string) => boolean;
  /** The addresses of a name. */
  readonly resolve?: (name: string) => Promise<LookupAddress[]>;
  /** A certificate that is trusted instead of the usual ones. */
  readonly ca?: Buffer;
}

/** Why an address is not requested or an answer not read to its end. Its message is the reason of a `Failed`. */
export class Refusal extends Error {}

/** @throws if the environment's proxy is no address */
export function openClient({
  allowPrivate,
  limits,
  isPublic = isPublicAddress,
  resolve = (name) => lookup(name, { all: true }),
  ca,
}: ClientOptions): FeedClient {
  const isAllowed = (address: string) => allowPrivate || isPublic(address);
  const allLimits = { time: 10_000, bytes: 2 * 1024 * 1024, ...limits };
  const dispatcher = new EnvHttpProxyAgent({
    // Many proxies open tunnels only for https.
    proxyTunnel: false,
    requestTls: { ca },
    connect: { ca, autoSelectFamily: true, lookup: checkedLookup(resolve, isAllowed) },
    connections: 2,
    maxHeaderSize: 64 * 1024,
  });
  return { dispatcher, isAllowed, limits: allLimits, close: () => dispatcher.destroy() };
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
  const allowedOf = async (name: string) => {
    const addresses = await resolve(name);
    const allowed = addresses.filter(({ address }) => isAllowed(address));
    if (allowed.length === 0) throw privateAddress(addresses[0]?.address ?? 'none');
    return allowed;
  };
  // With `autoSelectFamily`, Node always asks for all addresses.
  return (name, _options, callback) =>
    void allowedOf(name).then(
      (allowed) => callback(null, allowed),
      (error) => callback(error, []),
    );
}
