import type { Socket } from 'node:net';
import { clientOf, createAddressList, isPrivate, networkOf } from './addresses.ts';
import type { RelayOptions } from './flags.ts';
import type { Request } from './request-head.ts';

/** A refusal for one reason is logged once in this time, in milliseconds. */
const refusalInterval = 60_000;

export type Refusal = { readonly status: number; readonly text: string };

/** Enforces the limits of listeners: the function it returns counts a listener until its socket closes, or refuses it. Throws if an address is not valid. */
export function createAdmission({ maxListeners, maxPerAddress, trustProxy, log }: RelayOptions) {
  const isTrusted = createAddressList(trustProxy);
  const counts = new Map<string, number>();
  const refusals = new Map<string, { readonly next: number; readonly alsoRefused?: number }>();

  function count(key: string, more: 1 | -1) {
    const now = (counts.get(key) ?? 0) + more;
    if (now > 0) counts.set(key, now);
    else counts.delete(key);
  }

  function logRefusal(reason: string, client: string, cure: string) {
    const now = performance.now();
    const { next = now, alsoRefused = 0 } = refusals.get(reason) ?? {};
    const isDue = now >= next;
    if (isDue) log('refused', { reason, client, cure, alsoRefused });
    refusals.set(reason, isDue ? { next: now + refusalInterval } : { next, alsoRefused: alsoRefused + 1 });
  }

  return (socket: Socket, { headers }: Request): Refusal | undefined => {
    const forwardedFor = [headers['x-forwarded-for'] ?? []].flat().join(',');
    const client = clientOf(socket.remoteAddress ?? '', forwardedFor, isTrusted);
    const keys = ['everyone', networkOf(client)] as const;
    const [everyone, network] = keys;
    const isFull = (key: string, max: number) => max > 0 && (counts.get(key) ?? 0) >= max;
    if (isFull(everyone, maxListeners)) {
      logRefusal('max-listeners', client, `raise --max-listeners (${maxListeners}), or add a relay`);
      return { status: 503, text: 'Listener limit reached.' };
    }
    if (!isPrivate(client) && isFull(network, maxPerAddress)) {
      const cure = `raise --max-per-address (${maxPerAddress}); if this is a proxy of your own, name it with --trust-proxy`;
      logRefusal('max-per-address', client, cure);
      return { status: 429, text: 'Listener limit reached for your address.' };
    }
    for (const key of keys) count(key, 1);
    socket.once('close', () => {
      for (const key of keys) count(key, -1);
    });
    return undefined;
  };
}
