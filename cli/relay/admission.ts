import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import { clientOf, createAddressList, isPrivate, networkOf } from './addresses.ts';
import type { Log } from './options.ts';

export interface AdmissionOptions {
  /** The most listeners of all stations together, and of one public address; 0: no limit. */
  readonly maxListeners: number;
  readonly maxPerAddress: number;
  /** Addresses and ranges of proxies whose `X-Forwarded-For` is trusted. */
  readonly trustProxy: readonly string[];
  readonly log: Log;
}

export interface Refusal {
  readonly status: 429 | 503;
  readonly text: string;
}

/** Counts a listener until its socket closes, or says why it is refused. */
export type Admit = (socket: Socket, headers: IncomingHttpHeaders) => Refusal | undefined;

/** A refusal for one reason is logged once in this time, in milliseconds. */
const refusalInterval = 60_000;

/** Limits how many listen. Throws if an address to trust is not valid. */
export function createAdmission({ maxListeners, maxPerAddress, trustProxy, log }: AdmissionOptions): Admit {
  const isTrusted = createAddressList(trustProxy);
  let present = 0;
  const perAddress = new Map<string, number>();
  const refusals = new Map<string, { readonly next: number; readonly since: number }>();
  // One function for all, because ten thousand listeners should cost little.
  const left = () => {
    present -= 1;
  };

  function logRefusal(reason: string, cure: string, client: string) {
    const now = performance.now();
    const { next = 0, since = 0 } = refusals.get(reason) ?? {};
    if (now >= next) log('refused', { reason, client, cure, alsoRefused: since });
    refusals.set(
      reason,
      now >= next ? { next: now + refusalInterval, since: 0 } : { next, since: since + 1 },
    );
  }

  return (socket, headers) => {
    const client = clientOf(
      socket.remoteAddress ?? '',
      [headers['x-forwarded-for']].flat().join(',') || undefined,
      isTrusted,
    );
    if (maxListeners > 0 && present >= maxListeners) {
      logRefusal('max-listeners', `raise --max-listeners (${maxListeners}), or add a relay`, client);
      return { status: 503, text: 'Listener limit reached.' };
    }
    const key = networkOf(client);
    const count = perAddress.get(key) ?? 0;
    const isCounted = maxPerAddress > 0 && !isPrivate(client);
    if (isCounted && count >= maxPerAddress) {
      const cure = `raise --max-per-address (${maxPerAddress}); if this is a proxy of your own, name it with --trust-proxy`;
      logRefusal('max-per-address', cure, client);
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
