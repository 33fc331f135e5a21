import type { Socket } from 'node:net';
import { type ContentType, packingOf } from '../../lib/sound-frames.ts';
import { createAudience, type Wrap } from './audience.ts';
import type { RelayOptions, Source, StationOptions } from './flags.ts';
import { createHistory } from './history.ts';
import { openSource, type Sound, type SourcePart } from './source.ts';

export type Station = ReturnType<typeof createStation>;

/**
 * | phase | what is open | what listeners hear |
 * | --- | --- | --- |
 * | opening | the source | nothing yet: they wait for its first sound or failure |
 * | playing | the source | the source |
 * | lost | the source, or its retry | nothing: they wait until `limits.grace` is over |
 * | fallback | the fallback, and the source or its retry | the fallback |
 * | silent | the source, or its retry | nothing: they were ended, and newcomers are refused |
 */
type Phase = 'opening' | 'playing' | 'lost' | 'fallback' | 'silent';

/** One station, whose source is open until it is stopped. */
export function createStation(
  { port, source, fallback }: StationOptions,
  { limits: usual, follow, log }: RelayOptions,
) {
  const limits = fallback ? { ...usual, ...usual.withFallback } : usual;
  const history = createHistory(limits.burstBytes);
  const audience = createAudience(history, limits);
  const waiting = new Set<(type: ContentType | undefined) => void>();
  let grace: NodeJS.Timeout | undefined;
  let retry: NodeJS.Timeout | undefined;

  let phase: Phase = 'opening';
  /** How often the source failed since it was last proven, and the fallback since it last played. */
  let failures = 0;
  let fallbackFailures = 0;
  /** The type of what is sent now; `undefined` if there is nothing for newcomers. */
  let current: ContentType | undefined;
  let format: string | undefined;
  let title: string | undefined;
  /** When the source last sent new sound, or was opened. */
  let lastSound = performance.now();
  let closeSource = () => {};
  let closeFallback = () => {};

  const age = () => performance.now() - lastSound;

  function connect() {
    closeSource = play(source, (part) => {
      if ('title' in part) title = part.title;
      else if ('end' in part) fail(part.end);
      else {
        if (part.isProven) {
          lastSound = performance.now();
          if (failures > 0) log('upstream-back', { port, failures });
          failures = 0;
        }
        if (part.beginning && !part.beginning.format) log('spliced', { port });
        phase = 'playing';
        clearTimeout(grace);
        closeFallback();
        send(part);
      }
    });
  }

  /** The source ended: connects again after exponential backoff with jitter. */
  function fail(reason: string) {
    failures += 1;
    logFailure('upstream-failed', reason, failures);
    const wait = Math.min(limits.maxRetry, limits.retry * 2 ** (failures - 1));
    retry = setTimeout(connect, wait * (0.75 + Math.random() / 4));
    if (phase === 'playing') {
      phase = 'lost';
      current = undefined;
      grace = setTimeout(giveUp, Math.max(0, limits.grace - age()));
    } else if (phase === 'opening' || (phase === 'silent' && fallback)) giveUp();
  }

  /** Nobody waits for the source any longer. */
  function giveUp() {
    if (!fallback) return fallSilent();
    phase = 'fallback';
    title = undefined;
    if (fallbackFailures === 0) log('fallback', { port });
    // Listeners get what they missed: with more, every outage would set them further behind.
    const ahead = audience.size() > 0 ? Math.min(limits.burst, age()) : limits.burst;
    const take = (part: SourcePart) => {
      if ('end' in part) {
        fallbackFailures += 1;
        logFailure('fallback-failed', part.end, fallbackFailures);
        fallSilent();
      } else if ('sound' in part) {
        fallbackFailures = 0;
        send(part);
      }
    };
    closeFallback = play(fallback, take, ahead);
  }

  function fallSilent() {
    phase = 'silent';
    title = undefined;
    endAll('there is no sound');
    answerWaiting(undefined);
  }

  /** Plays a source until it ends, or until what this returns is called. */
  function play(from: Source, take: (part: SourcePart) => void, ahead = limits.burst): () => void {
    const closing = new AbortController();
    const { signal } = closing;
    const isHeld = () => from === source && (phase === 'fallback' || phase === 'silent');
    const sent = () => history.since(history.end() - limits.burstBytes);
    const options = { limits, follow, signal, ahead, sent, isHeld };
    const read = async () => {
      for await (const part of openSource(from, options)) {
        if (signal.aborted) return;
        take(part);
      }
    };
    void read();
    return () => closing.abort();
  }

  function logFailure(event: string, reason: string, failures: number) {
    if (Number.isInteger(Math.log10(failures))) log(event, { port, reason, failures });
  }

  function send({ sound, beginning }: Sound) {
    if (beginning) {
      const next = beginning.format ?? format;
      // Players cannot go on with another format, and connect again.
      if (format !== undefined && next !== format) endAll(`${next} follows ${format}`);
      format = next;
    }
    history.append(sound);
    if (!beginning) return;
    current = beginning.contentType;
    audience.serveNow();
    answerWaiting(current);
  }

  /** Disconnects all listeners, and drops the sound they heard. */
  function endAll(reason: string) {
    if (audience.size() > 0) log('ended', { port, listeners: audience.size(), reason });
    current = undefined;
    history.clear();
    void audience.end();
  }

  function answerWaiting(type: ContentType | undefined) {
    for (const ready of waiting) ready(type);
    waiting.clear();
  }

  connect();

  return {
    port,
    /** Calls back with the type of its sound once there is some, or with `undefined` if there is none soon. The function it returns cancels that. */
    whenReady(ready: (type: ContentType | undefined) => void): () => void {
      if (current || phase === 'silent') ready(current);
      else waiting.add(ready);
      return () => waiting.delete(ready);
    },
    /** Sends the station's sound to a socket, until either ends. */
    add: (socket: Socket, wrap: Wrap) => audience.add(socket, packingOf(current ?? 'audio/mpeg'), wrap),
    listeners: audience.size,
    takeHours: audience.takeHours,
    title: () => title,
    isSilent: () => age() > limits.silence,
    /** Disconnects listeners within `limits.shutdown`, and closes the source. */
    async stop(): Promise<void> {
      answerWaiting(undefined);
      await audience.end();
      clearTimeout(grace);
      clearTimeout(retry);
      closeSource();
      closeFallback();
    },
  };
}
