/** A headline of a feed, as far as a board prints it. All texts are plain text on one line. */
export interface FeedItem {
  /** At most 300 characters, never empty. */
  readonly title: string;
  /** Absolute, http or https, without credentials. */
  readonly link?: string;
  /** When it was published: ISO 8601 in UTC, whole seconds, as in `2026-11-20T12:30:00Z`. */
  readonly published?: string;
  /** The beginning of its text, at most 600 characters. Printed only where the feed is the paper's own. */
  readonly summary?: string;
}

/** A feed as it was read, whatever its format. */
export interface Feed {
  /** The name it gives itself. */
  readonly title?: string;
  /** The site it belongs to: absolute, http or https. */
  readonly link?: string;
  /** Minutes it asks to be kept. */
  readonly ttl?: number;
  /** In the order of the feed, 200 at most. */
  readonly items: readonly FeedItem[];
}

/** A moment as feeds and snapshots keep it: ISO 8601 in UTC, whole seconds. */
export const toIso = (date: Date): string => `${date.toISOString().slice(0, 19)}Z`;
