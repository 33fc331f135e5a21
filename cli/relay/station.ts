import type { Socket } from 'node:net';
import { createAudience } from './audience.ts';
import { type Kind, mp3 } from './frames.ts';
import { createHistory } from './history.ts';
import { openLine } from './line.ts';
import type { Limits, Log, StationOptions } from './options.ts';

/** What a station counts since it was made. */
export interface Counts {
  bytes: number;
  evicted: number;
  reconnects: number;
  splices: number;
}

/** What a newcomer may be told: the kind of sound there is, or that there is none now. */
export type Readiness = Kind | 'no sound';

export interface Station {
  readonly port: string;
  /**
   * Tells once that there is sound to send, or that there will be none soon: now, or later unless the function it returns is called
   * first. It opens the source where it is closed.
   */
  readonly whenReady: (tell: (readiness: Readiness) => void) => () => void;
  /** Sends the station's sound to a socket, after `head`, until either ends. */
  readonly add: (socket: Socket, head: string) => void;
  readonly listeners: () => number;
  /** Drops listeners that are `behind`. */
  readonly drop: (behind: (socket: Socket) => boolean) => void;
  readonly title: () => string | undefined;
  /** Hears every new title, until the function it returns is called. */
  readonly onTitle: (hear: (title: string | undefined) => void) => () => void;
  /** Milliseconds since the source sounded, or was opened; `undefined` where it is closed. A fallback does not count. */
  readonly age: () => number | undefined;
  readonly counts: Readonly<Counts>;
  /** Ends listeners within `limits.shutdown`, and closes the source. */
  readonly stop: () => Promise<void>;
}

/**
 * One station: its source is opened with the first listener and closed a while after the last, unless it is `alwaysOn`.
 *
 * | state | what is open | what waits |
 * | --- | --- | --- |
 * | closed | nothing | nothing |
 * | opening | the source, or its retry | newcomers, for its first sound or failure |
 * | sounding | the source | |
 * | lost | the source's retry | everyone, until `patience` is over |
 * | standing-in | the fallback, and the source's retry | newcomers, until the fallback sounds |
 * | gone | the source's retry | nobody: listeners were ended, newcomers are refused |
 *
 * `linger` may be running in all but the first.
 */
export function createStation(
  { port, source, fallback }: StationOptions,
  limits: Limits,
  alwaysOn: boolean,
  log: Log,
): Station {
  const history = createHistory(Math.max(limits.burstBytes, limits.backlog));
  const counts: Counts = { bytes: 0, evicted: 0, reconnects: 0, splices: 0 };
  const audience = createAudience(history, limits, {
    sent: (bytes) => {
      counts.bytes += bytes;
    },
    evicted: () => {
      counts.evicted += 1;
    },
    empty: closeLater,
  });
  const followers = new Set<(title: string | undefined) => void>();
  const waiting = new Set<(readiness: Readiness) => void>();

  let state: 'closed' | 'opening' | 'sounding' | 'lost' | 'standing-in' | 'gone' = 'closed';
  /** Whether there is sound for newcomers. */
  let audible = false;
  let stopped = false;
  let kind = mp3;
  let title: string | undefined;
  /** When the source last sounded, or was opened. */
  let lastSign = 0;
  /** How often the source, and the fallback, failed since they last sounded. */
  let failures = 0;
  let fallbackFailures = 0;
  let patience: NodeJS.Timeout | undefined;
  let retry: NodeJS.Timeout | undefined;
  let linger: NodeJS.Timeout | undefined;
  let closeSource = () => {};
  let closeFallback = () => {};

  function open() {
    state = 'opening';
    lastSign = performance.now();
    connect();
  }

  function connect() {
    closeSource = openLine(source, limits, newest, {
      begin(beginning) {
        if (failures > 0) log('upstream-back', { port, failures });
        failures = 0;
        if (beginning.spliced) {
          counts.splices += 1;
          log('spliced', { port });
        }
        clearTimeout(patience);
        closeFallback();
        become(beginning.kind);
        state = 'sounding';
      },
      sound(bytes) {
        lastSign = performance.now();
        send(bytes);
      },
      title: entitle,
      end: sourceFailed,
    });
  }

  const newest = () => history.since(history.end() - limits.burstBytes);

  /** What comes next is of this kind. Who was told another cannot go on, and comes again. */
  function become(next: Kind) {
    if (next.packing !== kind.packing) endAll(`${next.contentType} follows ${kind.contentType}`);
    kind = next;
  }

  function send(bytes: Buffer) {
    history.append(bytes);
    if (audible) return;
    audible = true;
    audience.hurry();
    answerWaiting(kind);
  }

  function sourceFailed(reason: string) {
    failures += 1;
    if (isPowerOfTen(failures)) log('upstream-failed', { port, reason, failures });
    const wait = Math.min(limits.retryMost, limits.retry * 2 ** Math.min(failures - 1, 20));
    retry = setTimeout(connect, wait * (0.75 + Math.random() / 4));
    if (state === 'sounding') {
      state = 'lost';
      audible = false;
      counts.reconnects += 1;
      patience = setTimeout(giveUp, Math.max(0, limits.grace - (performance.now() - lastSign)));
    } else if (state === 'opening' || (state === 'gone' && fallback)) giveUp();
  }

  /** The source does not come back soon. */
  function giveUp() {
    entitle(undefined);
    if (!fallback) return fallSilent();
    if (fallbackFailures === 0) log('fallback', { port });
    state = 'standing-in';
    closeFallback = openLine(fallback, limits, newest, {
      begin: (beginning) => become(beginning.kind),
      sound(bytes) {
        fallbackFailures = 0;
        send(bytes);
      },
      title() {},
      end(reason) {
        fallbackFailures += 1;
        if (isPowerOfTen(fallbackFailures))
          log('fallback-failed', { port, reason, failures: fallbackFailures });
        fallSilent();
      },
    });
  }

  /** There is nothing to be heard, for now. */
  function fallSilent() {
    if (state !== 'gone') endAll('there is no sound');
    state = 'gone';
    answerWaiting('no sound');
  }

  /** Ends everyone, and forgets what they heard. */
  function endAll(reason: string) {
    if (audience.size() > 0) log('ended', { port, listeners: audience.size(), reason });
    audible = false;
    history.clear();
    void audience.end(0, limits.shutdown);
  }

  function entitle(to: string | undefined) {
    if (to === title) return;
    title = to;
    for (const tell of followers) tell(title);
  }

  function answerWaiting(readiness: Readiness) {
    for (const tell of waiting) tell(readiness);
    waiting.clear();
  }

  function close() {
    if (state === 'closed') return;
    for (const timer of [patience, retry, linger]) clearTimeout(timer);
    closeSource();
    closeFallback();
    entitle(undefined);
    history.clear();
    log('closed', { port });
    state = 'closed';
    audible = false;
    failures = 0;
    fallbackFailures = 0;
    answerWaiting('no sound');
  }

  function closeLater() {
    clearTimeout(linger);
    if (!alwaysOn && !stopped && state !== 'closed') linger = setTimeout(close, limits.linger);
  }

  if (alwaysOn) open();

  return {
    port,
    counts,
    whenReady(tell) {
      if (state === 'closed' && !stopped) open();
      if (audience.size() === 0) closeLater();
      if (audible) tell(kind);
      else if (state === 'gone' || stopped) tell('no sound');
      else waiting.add(tell);
      return () => waiting.delete(tell);
    },
    add(socket, head) {
      clearTimeout(linger);
      audience.add(socket, head, kind.packing);
    },
    listeners: audience.size,
    drop: audience.drop,
    title: () => title,
    onTitle(tell) {
      followers.add(tell);
      return () => followers.delete(tell);
    },
    age: () => (state === 'closed' ? undefined : performance.now() - lastSign),
    async stop() {
      stopped = true;
      answerWaiting('no sound');
      await audience.end(limits.shutdown / 2, limits.shutdown);
      close();
    },
  };
}

const isPowerOfTen = (count: number) => Number.isInteger(Math.log10(count));
