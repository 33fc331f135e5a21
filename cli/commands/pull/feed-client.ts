import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { EnvHttpProxyAgent } from 'undici';

/** Milliseconds of one try, from the lookup of the name to the last byte, with redirects; bytes of the answer, uncompressed. */
const usualLimits = { time: 10_000, bytes: 2 * 1024 * 1024 };

export type FeedClient = ReturnType<typeof openClient>;

export interface ClientOptions {
  readonly allowPrivate: boolean;
  readonly limits?: Partial<typeof usualLimits>;
  readonly isPublic?: (address: string) => boolean;
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
}: ClientOptions) {
  const isAllowed = (address: string) => allowPrivate || isPublic(address);
  const dispatcher = new EnvHttpProxyAgent({
    // Many proxies open tunnels only for https.
    proxyTunnel: false,
    connect: { ca, autoSelectFamily: true, lookup: checkedLookup(resolve, isAllowed) },
    connections: 2,
    maxHeaderSize: 64 * 1024,
  });
  return { dispatcher, isAllowed, limits: { ...usualLimits, ...limits }, close: () => dispatcher.destroy() };
}

export const privateAddress = (address: string): Refusal =>
  new Refusal(`its host leads to a private address (${address}); use --allow-private to allow it`);

/** The allowed addresses of a name: the socket connects to one of these, so DNS rebinding changes nothing. Not called for a host that is an address. */
function checkedLookup(
  resolve: NonNullable<ClientOptions['resolve']>,
  isAllowed: (address: string) => boolean,
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

/** A service of the host on Azure's machines, although it is in a public range. */
const azureHost = '168.63.129.16';
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');
const nat64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/** Whether a text is an address of the public internet; of IPv6 addresses for an IPv4 address that one counts, and no server has 6to4 or Teredo. */
export function isPublicAddress(address: string): boolean {
  const version = address.includes('%') ? 0 : isIP(address);
  if (version === 0) return false;
  if (version === 4) return isPublic4(ipaddr.IPv4.parse(address));
  // ipaddr.js reads `::8.8.8.8` as `::ffff:8.8.8.8`; in hexadecimal, as URL writes them, the two differ.
  const parsed = ipaddr.IPv6.parse(new URL(`http://[${address}]`).hostname.slice(1, -1));
  if (parsed.isIPv4MappedAddress()) return isPublic4(parsed.toIPv4Address());
  if (parsed.match(nat64)) return isPublic4(new ipaddr.IPv4(parsed.toByteArray().slice(12)));
  return parsed.match(globalUnicast) && parsed.range() === 'unicast';
}

const isPublic4 = (address: ipaddr.IPv4): boolean =>
  address.range() === 'unicast' && address.toString() !== azureHost;
