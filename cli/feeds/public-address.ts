import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Azure's machines find their host's own services at it, though it lies among public addresses. */
const azureHost = '168.63.129.16';
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');
const nat64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/**
 * Whether an IP address, as text, is one of the public internet: global unicast. What stands for an IPv4 address is judged as that one;
 * 6to4 and Teredo, which nobody serves from, never are. Text that is no address is none.
 */
export function isPublicAddress(address: string): boolean {
  const version = address.includes('%') ? 0 : isIP(address);
  if (version === 0) return false;
  if (version === 4) return isPublic4(ipaddr.IPv4.parse(address));
  // ipaddr.js takes `::8.8.8.8` for `::ffff:8.8.8.8`; written in hexadecimal, as URL does, the two differ.
  const parsed = ipaddr.IPv6.parse(new URL(`http://[${address}]`).hostname.slice(1, -1));
  if (parsed.isIPv4MappedAddress()) return isPublic4(parsed.toIPv4Address());
  if (parsed.match(nat64)) return isPublic4(new ipaddr.IPv4(parsed.toByteArray().slice(12)));
  return parsed.match(globalUnicast) && parsed.range() === 'unicast';
}

const isPublic4 = (address: ipaddr.IPv4): boolean =>
  address.range() === 'unicast' && address.toString() !== azureHost;
