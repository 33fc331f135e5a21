import type { LiveStory, MarkdownText } from '../../templates/types.ts';
import type { WrittenEntry } from '../content/markdown/live.ts';
import type { Edition, EditionPost } from '../content/model.ts';
import { languageOf } from '../content/site.ts';
import type { SourceFile } from '../content/source-file.ts';
import { createClockTimes, createDays, timeFormat } from '../lib/in-zone.ts';
import { createBylines } from './kinds/authors.ts';

/** How many key moments there are if no entry is pinned. */
const maxMoments = 6;

/** The id of an entry is made of its local time, which no other entry has: its title may still be corrected. */
const idOf = ({ time }: WrittenEntry): `T${string}` => `T${time.slice(0, 16).replace(/[-:]/g, '')}`;

/** The Markdown of a post: of a live story what is above its first entry, and each entry. */
export function createTexts(edition: Edition) {
  const { locale, timeZone } = languageOf(edition.shared.site.data);
  const dayOf = createDays(timeZone, locale);
  const clockOf = timeFormat(timeZone, locale);
  const whenOf = createClockTimes(timeZone, locale, edition.clock);
  const bylineOf = createBylines(edition);
  return (
    { parsed: { source, body, bodyOffset, data }, live }: EditionPost,
    place: (source: SourceFile, markdown: string, at: number) => MarkdownText,
  ): { readonly body: MarkdownText; readonly live?: LiveStory } => {
    if (!live) return { body: place(source, body, bodyOffset) };
    const isOfOneDay = new Set(live.entries.map(({ time }) => dayOf(new Date(time)).iso)).size === 1;
    const momentOf = (iso: string) => ({ iso, text: (isOfOneDay ? clockOf : whenOf)(new Date(iso)) });
    const intro = place(source, live.intro, bodyOffset);
    const entries = live.entries.map((entry) => ({
      id: idOf(entry),
      time: momentOf(entry.time),
      title: entry.title,
      isPinned: entry.isPinned,
      authors: entry.author === undefined ? [] : bylineOf(entry.author).authors,
      body: place(source, entry.markdown, bodyOffset + entry.offset),
    }));
    const byTime = entries.toSorted((a, b) => Date.parse(b.time.iso) - Date.parse(a.time.iso));
    const pinned = entries.filter(({ isPinned }) => isPinned);
    const newest = byTime[0]?.time.iso ?? data.publishedDate;
    const last = new Date(newest);
    return {
      body: intro,
      live: {
        isOver: !data.live,
        newest: { iso: newest, text: dayOf(last).text, when: whenOf(last) },
        oldest: byTime.at(-1)?.time.iso ?? data.publishedDate,
        entries,
        moments: (pinned.length > 0 ? pinned : byTime).filter(({ title }) => title).slice(0, maxMoments),
      },
    };
  };
}
