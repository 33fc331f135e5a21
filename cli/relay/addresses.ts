import { BlockList, isIP, isIPv6, type Socket } from 'node:net';

const privateRanges = [
  ['10.0.0.0', 8, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['::1', 128, 'ipv6'],
  ['fc00::', 7, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
] as const;

/** A test for addresses of the listed ones: single addresses, and ranges as `10.0.0.0/8`. Throws where one is neither. */
export function createAddressList(entries: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = '', bits] = entry.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (address) => {
    const version = isIP(plain(address));
    return version !== 0 && list.check(plain(address), version === 6 ? 'ipv6' : 'ipv4');
  };
}

/** Loopback and private addresses: of this machine, and of networks of one's own. */
export const isPrivate = createAddressList(privateRanges.map(([address, bits]) => `${address}/${bits}`));

/** An IPv4 address that came as IPv6, as IPv4. */
export const plain = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');

/**
 * Whose request it is: that of the connection, unless a trusted proxy made it; then the last address in `X-Forwarded-For` that is no
 * trusted proxy. What stands before that anyone can write.
 */
export function clientOf(
  connection: string,
  forwardedFor: string | undefined,
  isTrusted: (address: string) => boolean,
): string {
  let client = plain(connection);
  const hops = (forwardedFor ?? '').split(',').map((hop) => hop.trim());
  for (let hop = hops.pop(); hop && isIP(plain(hop)) && isTrusted(client); hop = hops.pop())
    client = plain(hop);
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

/** Whom a connection is for, where a balancer made it and said so. */
const passedOn = new WeakMap<Socket, string>();

export const passOn = (socket: Socket, address: string): void => void passedOn.set(socket, address);

/** Whose connection it is, as a balancer said or else as the system does. */
export const addressOf = (socket: Socket): string => passedOn.get(socket) ?? socket.remoteAddress ?? '';
