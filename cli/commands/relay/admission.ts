import { BlockList, isIP, isIPv6, type Socket } from 'node:net';

interface Limits {
  readonly maxListeners: number;
  readonly maxPerAddress: number;
  readonly trustProxy: readonly string[];
}

export type Refusal = { readonly status: number; readonly text: string };

/** Enforces the limits of listeners: the function it returns counts a listener until its socket closes, or refuses it. Throws if an address is not valid. */
export function createAdmission({ maxListeners, maxPerAddress, trustProxy }: Limits) {
  const isTrusted = createAddressList(trustProxy);
  const isPrivate = createAddressList(privateAddresses);
  const counts = new Map<string, number>();

  function count(key: string, more: 1 | -1) {
    const now = (counts.get(key) ?? 0) + more;
    if (now > 0) counts.set(key, now);
    else counts.delete(key);
  }

  return (socket: Socket, forwardedFor: string | undefined): Refusal | undefined => {
    const client = clientOf(socket.remoteAddress ?? '', forwardedFor, isTrusted);
    const keys = ['everyone', networkOf(client)] as const;
    const [everyone, network] = keys;
    const isFull = (key: string, max: number) => max > 0 && (counts.get(key) ?? 0) >= max;
    if (isFull(everyone, maxListeners))
      return { status: 503, text: `All ${maxListeners} places are taken (--max-listeners).` };
    if (!isPrivate(client) && isFull(network, maxPerAddress))
      return {
        status: 429,
        text: `All ${maxPerAddress} places of your address are taken (--max-per-address).`,
      };
    for (const key of keys) count(key, 1);
    socket.once('close', () => {
      for (const key of keys) count(key, -1);
    });
    return undefined;
  };
}

const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4');

/** A test for addresses in a list of single addresses and ranges such as `10.0.0.0/8`. Throws if an entry is neither. */
export function createAddressList(entries: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = '', bits] = entry.split('/');
    if (bits === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(bits), familyOf(address));
  }
  // IPv4 addresses that are written as IPv6 are found, too.
  return (address) => isIP(address) !== 0 && list.check(address, familyOf(address));
}

const privateAddresses = [
  ...['10.0.0.0/8', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.168.0.0/16'],
  ...['::1/128', 'fc00::/7', 'fe80::/10'],
];

const withoutPrefix = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');

/** An address from `X-Forwarded-For`, which may have brackets and a port: `[2001:db8::1]:4711`, `203.0.113.5:4711`. */
const withoutPort = (hop: string): string =>
  withoutPrefix(hop.trim().replace(/^\[(.*)\](?::\d+)?$|^([\d.]+):\d+$/, '$1$2'));

/** The address of the connection or, where a trusted proxy made it, the last in `X-Forwarded-For` that is no trusted proxy; `unknown` if that is none. */
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

/** What limits count as one address: of IPv6 the /64, since whoever has one of its addresses has all 2^64. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const groups = address.split(':');
  const zeros = Array<string>(Math.max(0, 9 - groups.length)).fill('0');
  return groups
    .flatMap((group) => (group === '' ? zeros : group))
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
