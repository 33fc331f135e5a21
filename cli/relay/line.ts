import type { Kind } from './frames.ts';
import type { Limits, Source, SourceEvents } from './options.ts';
import { openSource } from './sources.ts';
import { createSplicer } from './splice.ts';

/** What a line begins with. */
export interface Beginning {
  readonly kind: Kind;
  /** It goes on at the very next byte after what was sent before; otherwise it begins at a frame. */
  readonly spliced: boolean;
}

export interface LineEvents extends Pick<SourceEvents, 'sound' | 'title' | 'end'> {
  /** Its first sound comes next. */
  readonly begin: (beginning: Beginning) => void;
}

/**
 * Opens a source and joins it to `sent`, the newest of what was sent before, asked for when the source has answered. It ends where the source
 * ends, and where no sound is found in what it sends.
 *
 * @returns a function that closes it without another word
 */
export function openLine(source: Source, limits: Limits, sent: () => Buffer, events: LineEvents): () => void {
  let kind: Kind | undefined;
  let join: ReturnType<typeof createSplicer> | undefined;
  let impatience: NodeJS.Timeout | undefined;

  const closeSource = openSource(source, limits, {
    start(itsKind) {
      kind = itsKind;
      // A file begins anew: what was sent is not looked for in it.
      join = createSplicer(source.kind === 'file' ? Buffer.alloc(0) : sent(), kind.packing, () =>
        performance.now(),
      );
      impatience = setTimeout(fail, limits.silence);
    },
    sound(bytes) {
      if (!kind || !join) return events.sound(bytes);
      const splice = join(bytes);
      if (splice.kind === 'undecided') return;
      if (splice.kind === 'noise') return fail();
      clearTimeout(impatience);
      join = undefined;
      events.begin({ kind, spliced: splice.kind === 'spliced' });
      events.sound(splice.rest);
    },
    title: events.title,
    end(reason) {
      clearTimeout(impatience);
      events.end(reason);
    },
  });

  function close() {
    clearTimeout(impatience);
    closeSource();
  }

  function fail() {
    close();
    events.end('it sends no sound, though it says so');
  }

  return close;
}
