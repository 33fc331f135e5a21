import type { Socket } from 'node:net';
import { clientOf, createAddressList, isPrivate, networkOf } from './addresses.ts';
import type { Log } from './options.ts';
import type { Answer, Request } from './relay.ts';

export interface AdmissionOptions {
  /** The most listeners of all stations together, and of one public address; 0: no limit. */
  readonly maxListeners: number;
  readonly maxPerAddress: number;
  /** Addresses and ranges of proxies whose `X-Forwarded-For` is trusted. */
  readonly trustProxy: readonly string[];
  readonly log: Log;
}

/** A refusal for one reason is logged once in this time, in milliseconds. */
const refusalInterval = 60_000;

/**
 * Limits how many listen: what it returns counts a listener until its socket closes, or gives the answer that refuses it. Throws if an
 * address to trust is not valid.
 */
export function createAdmission({ maxListeners, maxPerAddress, trustProxy, log }: AdmissionOptions) {
  const isTrusted = createAddressList(trustProxy);
  let present = 0;
  const perAddress = new Map<string, number>();
  const refusals = new Map<string, { readonly next: number; readonly alsoRefused?: number }>();
  // One function for all, because ten thousand listeners should cost little.
  const left = () => {
    present -= 1;
  };

  function logRefusal(reason: string, client: string, cure: string) {
    const now = performance.now();
    const { next = now, alsoRefused = 0 } = refusals.get(reason) ?? {};
    const isDue = now >= next;
    if (isDue) log('refused', { reason, client, cure, alsoRefused });
    refusals.set(reason, isDue ? { next: now + refusalInterval } : { next, alsoRefused: alsoRefused + 1 });
  }

  return (socket: Socket, { headers }: Request): Answer | undefined => {
    const forwardedFor = [headers['x-forwarded-for'] ?? []].flat().join(',');
    const client = clientOf(socket.remoteAddress ?? '', forwardedFor, isTrusted);
    if (maxListeners > 0 && present >= maxListeners) {
      logRefusal('max-listeners', client, `raise --max-listeners (${maxListeners}), or add a relay`);
      return { status: 503, text: 'Listener limit reached.' };
    }
    const key = networkOf(client);
    const count = perAddress.get(key) ?? 0;
    const isCounted = maxPerAddress > 0 && !isPrivate(client);
    if (isCounted && count >= maxPerAddress) {
      const cure = `raise --max-per-address (${maxPerAddress}); if this is a proxy of your own, name it with --trust-proxy`;
      logRefusal('max-per-address', client, cure);
      return { status: 429, text: 'Listener limit reached for your address.' };
    }
    present += 1;
    socket.on('close', left);
    if (!isCounted) return undefined;
    perAddress.set(key, count + 1);
    socket.once('close', () => {
      const others = (perAddress.get(key) ?? 0) - 1;
      if (others > 0) perAddress.set(key, others);
      else perAddress.delete(key);
    });
    return undefined;
  };
}
