import { BlockList, isIP, isIPv6 } from 'node:net';

const privateRanges = [
  '10.0.0.0/8',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '::1/128',
  'fc00::/7',
  'fe80::/10',
];

/** A test for addresses of a list: single addresses, and ranges such as `10.0.0.0/8`. Throws if an entry is neither. */
export function createAddressList(entries: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = '', bits] = entry.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (address) => {
    const version = isIP(withoutPrefix(address));
    return version !== 0 && list.check(withoutPrefix(address), version === 6 ? 'ipv6' : 'ipv4');
  };
}

/** Loopback and private addresses: of this machine, and of networks of one's own. */
export const isPrivate = createAddressList(privateRanges);

/** An IPv4 address that came as IPv6, as IPv4. */
export const withoutPrefix = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');

/** An address of `X-Forwarded-For`, which may have brackets and a port: `[2001:db8::1]:4711`, `203.0.113.5:4711`. */
const withoutPort = (hop: string): string =>
  withoutPrefix(hop.trim().replace(/^\[(.*)\](?::\d+)?$|^([\d.]+):\d+$/, '$1$2'));

/**
 * Whose request it is: that of the connection, unless a trusted proxy made it; then the last address in `X-Forwarded-For` that is no
 * trusted proxy. Anyone can write what comes before that. `unknown` if a trusted proxy sends something that is no address.
 */
export function clientOf(
  connection: string,
  forwardedFor: string | undefined,
  isTrusted: (address: string) => boolean,
): string {
  let client = withoutPrefix(connection);
  const hops = (forwardedFor ?? '').split(',').filter((hop) => hop.trim() !== '');
  for (let hop = hops.pop(); hop && isTrusted(client); hop = hops.pop()) {
    client = withoutPort(hop);
    if (!isIP(client)) return 'unknown';
  }
  return client;
}

/** What counts as one address: of IPv6 the network, because whoever has one address there has all of its 2^64. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.split('::');
  const groups = (part: string) => part.split(':').filter(Boolean);
  const missing = tail === undefined ? 0 : 8 - groups(head).length - groups(tail).length;
  return [...groups(head), ...Array<string>(Math.max(0, missing)).fill('0'), ...groups(tail ?? '')]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
