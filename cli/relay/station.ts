import type { Socket } from 'node:net';
import { packingOf } from '../lib/sound-frames.ts';
import { createAudience, type Wrap } from './audience.ts';
import { formatOfFile } from './file.ts';
import { createHistory } from './history.ts';
import type { Limits, Log, StationOptions, StreamInfo } from './options.ts';
import { type Beginning, openSource, type SourceOptions } from './source.ts';
import { closed, reduce, type StationEffect, type StationEvent } from './station-state.ts';

export type Station = ReturnType<typeof createStation>;

export interface StationSettings {
  readonly limits: Limits;
  /** Hosts to which a source may redirect. */
  readonly follow: readonly string[];
  /** Keeps the source open without listeners. */
  readonly alwaysOn: boolean;
  readonly log: Log;
}

/** One station: its source is opened with the first listener and closed `limits.linger` after the last, unless it is `alwaysOn`. */
export function createStation(
  { port, source, fallback }: StationOptions,
  { limits, follow, alwaysOn, log }: StationSettings,
) {
  const history = createHistory(Math.max(limits.burstBytes, limits.backlog));
  const counts = { reconnects: 0, splices: 0 };
  const audience = createAudience(history, limits, closeLater);
  const fallbackFormat = fallback?.kind === 'file' ? formatOfFile(fallback) : undefined;
  let hasWarned = false;
  const waiting = new Set<(ready: StreamInfo | undefined) => void>();

  let state = closed;
  let isStopped = false;
  /** What is sent now; `undefined` if there is no sound for newcomers. */
  let current: Beginning | undefined;
  /** What is sent from the next bytes on. */
  let upcoming: Beginning | undefined;
  let format: string | undefined;
  let title: string | undefined;
  /** When the source last sent new sound, or was opened. */
  let lastSound = 0;
  let grace: NodeJS.Timeout | undefined;
  let retry: NodeJS.Timeout | undefined;
  let linger: NodeJS.Timeout | undefined;
  let closeSource = () => {};
  let closeFallback = () => {};

  const sourceOptions: SourceOptions = {
    limits,
    follow,
    sent: () => history.since(history.end() - limits.burstBytes),
    isHeld: () => state.phase === 'fallback' || state.phase === 'silent',
  };

  function dispatch(event: StationEvent) {
    const [next, effects] = reduce(state, event, fallback !== undefined);
    state = next;
    for (const effect of effects) run[effect]();
  }

  const run: Readonly<Record<StationEffect, () => void>> = {
    connect() {
      let isProven = false;
      closeSource = openSource(source, sourceOptions, {
        begin(beginning) {
          if (beginning.spliced) {
            counts.splices += 1;
            log('spliced', { port });
          }
          const isOther = beginning.format !== undefined && beginning.format !== fallbackFormat;
          if (fallbackFormat !== undefined && isOther && !hasWarned) {
            hasWarned = true;
            log('fallback-differs', { port, source: beginning.format, fallback: fallbackFormat });
          }
          switchSource(beginning);
          dispatch('sound');
        },
        sound(bytes) {
          if (isProven) lastSound = performance.now();
          send(bytes);
        },
        proven() {
          isProven = true;
          lastSound = performance.now();
          if (state.failures > 0) log('upstream-back', { port, failures: state.failures });
          dispatch('proven');
        },
        title(next) {
          title = next;
        },
        end(reason) {
          if (state.phase === 'playing') {
            current = undefined;
            counts.reconnects += 1;
          }
          logFailure('upstream-failed', reason, state.failures + 1);
          dispatch('failed');
        },
      });
    },
    retry() {
      retry = setTimeout(run.connect, retryDelay(state.failures, limits));
    },
    startGrace() {
      grace = setTimeout(dispatch, Math.max(0, limits.grace - age()), 'graceOver');
    },
    stopGrace: () => clearTimeout(grace),
    openFallback() {
      if (!fallback) return;
      title = undefined;
      if (state.fallbackFailures === 0) log('fallback', { port });
      closeFallback = openSource(
        fallback,
        { ...sourceOptions, isHeld: () => false },
        {
          begin(beginning) {
            switchSource(beginning);
            dispatch('fallbackSound');
          },
          sound: send,
          proven() {},
          title() {},
          end(reason) {
            logFailure('fallback-failed', reason, state.fallbackFailures + 1);
            dispatch('fallbackFailed');
          },
        },
      );
    },
    closeFallback: () => closeFallback(),
    endListeners() {
      title = undefined;
      endAll('there is no sound');
      answerWaiting(undefined);
    },
    close() {
      for (const timer of [grace, retry, linger]) clearTimeout(timer);
      closeSource();
      closeFallback();
      title = undefined;
      history.clear();
      current = undefined;
      log('closed', { port });
      answerWaiting(undefined);
    },
  };

  function logFailure(event: string, reason: string, failures: number) {
    if (Number.isInteger(Math.log10(failures))) log(event, { port, reason, failures });
  }

  const age = () => performance.now() - lastSound;

  /** What comes next is of this kind. Whoever was sent another kind cannot go on, and comes again. */
  function switchSource(next: Beginning) {
    const nextFormat = next.format ?? format;
    if (format !== undefined && nextFormat !== format) endAll(`${nextFormat} follows ${format}`);
    format = nextFormat;
    current = undefined;
    upcoming = next;
  }

  function send(bytes: Buffer) {
    history.append(bytes);
    if (current || !upcoming) return;
    current = upcoming;
    audience.serveNow();
    answerWaiting(current);
  }

  /** Ends everyone, and forgets what they heard. */
  function endAll(reason: string) {
    if (audience.size() > 0) log('ended', { port, listeners: audience.size(), reason });
    current = undefined;
    history.clear();
    void audience.end(0, limits.shutdown);
  }

  function answerWaiting(info: StreamInfo | undefined) {
    for (const ready of waiting) ready(info);
    waiting.clear();
  }

  function open() {
    lastSound = performance.now();
    dispatch('open');
  }

  function closeLater() {
    clearTimeout(linger);
    if (!alwaysOn && !isStopped) linger = setTimeout(dispatch, limits.linger, 'close');
  }

  if (alwaysOn) open();

  return {
    port,
    /** What was counted since the station was made. */
    counts: () => ({ ...audience.counts, ...counts }),
    /**
     * Calls back once when there is sound to send, or with `undefined` if there will be none soon: now, or later unless the function it
     * returns is called first. It opens the source if that is closed.
     */
    whenReady(ready: (info: StreamInfo | undefined) => void): () => void {
      if (state.phase === 'closed' && !isStopped) open();
      if (audience.size() === 0) closeLater();
      if (current || state.phase === 'silent' || isStopped) ready(current);
      else waiting.add(ready);
      return () => waiting.delete(ready);
    },
    /** Sends the station's sound to a socket, after `head`, until either ends. */
    add(socket: Socket, head: string, wrap: Wrap): void {
      clearTimeout(linger);
      audience.add(socket, head, packingOf(current?.contentType ?? 'audio/mpeg'), wrap);
    },
    listeners: audience.size,
    listenerSeconds: audience.listenerSeconds,
    /** How many wait for sound: newcomers, and in an outage all who listen. */
    waiting: () => waiting.size + (current ? 0 : audience.size()),
    /** Drops listeners that are behind. */
    drop: audience.drop,
    title: () => title,
    /** Milliseconds since the source sent new sound, or was opened; `undefined` if it is closed. A fallback does not count. */
    age: () => (state.phase === 'closed' ? undefined : age()),
    /** Ends listeners within `limits.shutdown`, and closes the source. */
    async stop(): Promise<void> {
      isStopped = true;
      answerWaiting(undefined);
      await audience.end(limits.shutdown / 2, limits.shutdown);
      dispatch('close');
    },
  };
}

/** Milliseconds until a source is tried again: longer with each failure, by chance a little less. */
const retryDelay = (failures: number, { retry, maxRetry }: Limits): number =>
  Math.min(maxRetry, retry * 2 ** Math.min(failures - 1, 20)) * (0.75 + Math.random() / 4);
