import type { Socket } from 'node:net';
import { createAudience, type Wrap } from './audience.ts';
import { formatOfFile } from './file.ts';
import type { RelayOptions } from './flags.ts';
import { createHistory } from './history.ts';
import type { Source, StationOptions, StreamInfo } from './options.ts';
import { packingOf } from './sound-frames.ts';
import { type Beginning, openSource, type Sound, type SourcePart } from './source.ts';
import { closed, reduce, type StationEffect, type StationEvent } from './station-state.ts';

export type Station = ReturnType<typeof createStation>;

/** One station: its source is opened with the first listener and closed `limits.linger` after the last, unless it is `alwaysOn`. */
export function createStation(
  { port, source, fallback }: StationOptions,
  { limits: usualLimits, follow, alwaysOn, log }: RelayOptions,
) {
  const limits = fallback ? { ...usualLimits, ...usualLimits.withFallback } : usualLimits;
  const history = createHistory(Math.max(limits.burstBytes, limits.backlog));
  const counts = { reconnects: 0, splices: 0 };
  const audience = createAudience(history, limits, closeLater);
  let fallbackFormat = fallback?.kind === 'file' ? formatOfFile(fallback) : undefined;
  const waiting = new Set<(ready: StreamInfo | undefined) => void>();
  const timers: Partial<Record<'grace' | 'retry' | 'linger', NodeJS.Timeout>> = {};

  let state = closed;
  let isStopped = false;
  /** The sound that is sent now; `undefined` if there is none for newcomers. */
  let current: Beginning | undefined;
  let format: string | undefined;
  let title: string | undefined;
  /** When the source last sent new sound, or was opened. */
  let lastSound = 0;
  let closeSource = () => {};
  let closeFallback = () => {};

  function dispatch(event: StationEvent) {
    const [next, effects] = reduce(state, event, fallback !== undefined);
    state = next;
    for (const effect of effects) run[effect]();
  }

  const run: Readonly<Record<StationEffect, () => void>> = {
    connect() {
      let wasProven = false;
      closeSource = play(source, (part) => {
        if ('title' in part) title = part.title;
        else if ('end' in part) lost(part.end);
        else {
          const { beginning, isProven } = part;
          if (isProven) lastSound = performance.now();
          if (isProven && state.failures > 0) log('upstream-back', { port, failures: state.failures });
          if (beginning || isProven !== wasProven) dispatch(isProven ? 'proven' : 'burst');
          wasProven = isProven;
          if (beginning) logBeginning(beginning);
          send(part);
        }
      });
    },
    retry() {
      // Exponential backoff with jitter.
      const wait = Math.min(limits.maxRetry, limits.retry * 2 ** Math.min(state.failures - 1, 20));
      timers.retry = setTimeout(run.connect, wait * (0.75 + Math.random() / 4));
    },
    startGrace() {
      timers.grace = setTimeout(dispatch, Math.max(0, limits.grace - age()), 'graceOver');
    },
    stopGrace: () => clearTimeout(timers.grace),
    openFallback() {
      if (!fallback) return;
      title = undefined;
      if (state.fallbackFailures === 0) log('fallback', { port });
      const takePart = (part: SourcePart) => {
        if ('end' in part) {
          logFailure('fallback-failed', part.end, state.fallbackFailures + 1);
          dispatch('fallbackFailed');
        } else if ('sound' in part) {
          if (part.beginning) dispatch('fallbackSound');
          send(part);
        }
      };
      // Listeners get what they missed: with more, every outage would set them further behind.
      const ahead = audience.size() > 0 ? Math.min(limits.burst, age()) : limits.burst;
      closeFallback = play(fallback, takePart, ahead);
    },
    closeFallback: () => closeFallback(),
    endListeners() {
      title = undefined;
      endAll('there is no sound');
      answerWaiting(undefined);
    },
    close() {
      for (const timer of Object.values(timers)) clearTimeout(timer);
      closeSource();
      closeFallback();
      title = undefined;
      history.clear();
      current = undefined;
      log('closed', { port });
      answerWaiting(undefined);
    },
  };

  /** Plays a source until it ends, or until what this returns is called. */
  function play(from: Source, take: (part: SourcePart) => void, ahead = limits.burst): () => void {
    const closing = new AbortController();
    const { signal } = closing;
    const isFallback = from !== source;
    const isHeld = () => !isFallback && (state.phase === 'fallback' || state.phase === 'silent');
    const sent = () => history.since(history.end() - limits.burstBytes);
    const options = { limits: isFallback ? usualLimits : limits, follow, signal, ahead, sent, isHeld };
    const read = async () => {
      for await (const part of openSource(from, options)) {
        if (signal.aborted) return;
        take(part);
      }
    };
    void read();
    return () => closing.abort();
  }

  function lost(reason: string) {
    if (state.phase === 'playing') {
      current = undefined;
      counts.reconnects += 1;
    }
    logFailure('upstream-failed', reason, state.failures + 1);
    dispatch('failed');
  }

  function logBeginning({ isSpliced, format }: Beginning) {
    if (isSpliced) {
      counts.splices += 1;
      log('spliced', { port });
    }
    if (!fallbackFormat || !format || format === fallbackFormat) return;
    log('fallback-differs', { port, source: format, fallback: fallbackFormat });
    // Logged only once.
    fallbackFormat = undefined;
  }

  function logFailure(event: string, reason: string, failures: number) {
    if (Number.isInteger(Math.log10(failures))) log(event, { port, reason, failures });
  }

  const age = () => performance.now() - lastSound;

  function send({ sound, beginning }: Sound) {
    if (beginning) {
      const next = beginning.format ?? format;
      // Players cannot go on with another format, and connect again.
      if (format !== undefined && next !== format) endAll(`${next} follows ${format}`);
      format = next;
    }
    history.append(sound);
    if (!beginning) return;
    current = beginning;
    audience.serveNow();
    answerWaiting(current);
  }

  /** Disconnects all listeners, and drops the sound they heard. */
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
    clearTimeout(timers.linger);
    if (!alwaysOn && !isStopped) timers.linger = setTimeout(dispatch, limits.linger, 'close');
  }

  if (alwaysOn) open();

  return {
    port,
    counts: () => ({ ...audience.counts(), ...counts }),
    /** Opens the source, and calls back once there is sound, or with `undefined` if there is none soon. The function it returns cancels that. */
    whenReady(ready: (info: StreamInfo | undefined) => void): () => void {
      if (state.phase === 'closed' && !isStopped) open();
      if (audience.size() === 0) closeLater();
      if (current || state.phase === 'silent' || isStopped) ready(current);
      else waiting.add(ready);
      return () => waiting.delete(ready);
    },
    /** Sends `head` and then the station's sound to a socket, until either ends. */
    add(socket: Socket, head: string, wrap: Wrap): void {
      clearTimeout(timers.linger);
      audience.add(socket, head, packingOf(current?.contentType ?? 'audio/mpeg'), wrap);
    },
    listeners: audience.size,
    /** How many wait for sound: newcomers, and in an outage all listeners. */
    waiting: () => waiting.size + (current ? 0 : audience.size()),
    drop: audience.drop,
    title: () => title,
    /** Milliseconds since the source sent new sound or was opened; `undefined` if it is closed. */
    age: () => (state.phase === 'closed' ? undefined : age()),
    isSilent: () => state.phase !== 'closed' && age() > limits.silence,
    /** Disconnects listeners within `limits.shutdown`, and closes the source. */
    async stop(): Promise<void> {
      isStopped = true;
      answerWaiting(undefined);
      await audience.end(limits.shutdown / 2, limits.shutdown);
      dispatch('close');
    },
  };
}
