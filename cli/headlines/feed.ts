/** A headline of a feed. All texts are on one line, without markup. */
export interface FeedItem {
  /** At most 300 characters, never empty. */
  readonly title: string;
  /** Absolute, http or https, without credentials. */
  readonly link?: string;
  /** When it was published: a moment in UTC, `2026-11-20T12:30:00Z`, or only a day, `2026-11-20`. */
  readonly published?: string;
}

export interface Feed {
  /** The name it gives itself. */
  readonly title?: string;
  /** The site it belongs to: absolute, http or https. */
  readonly link?: string;
  /** Minutes for which it may be cached. */
  readonly ttl?: number;
  /** In the order of the feed, 200 at most. */
  readonly items: readonly FeedItem[];
}

/** A mistake in an item: offsets in the text, and the text there. */
export interface Flaw {
  readonly kind: 'no-title' | 'bad-link';
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export interface ReadOptions {
  /** The address of the text after redirects. */
  readonly url?: string;
  readonly now: Date;
  /** Called for mistakes in an RSS or Atom feed. The items are read all the same, without the wrong values. */
  readonly onFlaw?: (flaw: Flaw) => void;
}

/** A moment in ISO 8601, UTC, whole seconds. */
export const toIso = (date: Date): string => `${date.toISOString().slice(0, 19)}Z`;
