import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** A service of the host on Azure's machines, although it is in a public range. */
const azureHost = '168.63.129.16';
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');
const nat64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/**
 * Whether a text is an IP address of the public internet: global unicast. IPv6 addresses for an IPv4 address count as that one; 6to4 and
 * Teredo are never public, because no server has them.
 */
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
