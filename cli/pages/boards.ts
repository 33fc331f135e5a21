import type { Board } from '../../templates/types.ts';
import type { FeedBlockFile } from '../content/embeds.ts';
import type { Edition } from '../content/model.ts';
import { type Feed, toIso } from '../headlines/feed.ts';
import type { PulledFeed } from '../headlines/snapshots.ts';
import type { Clock } from '../lib/clock.ts';
import { createDays, dateFormat, dayFormat, timeFormat, yearIn } from '../lib/in-zone.ts';

/** Milliseconds after they were last read for which headlines are shown. */
const shownFor = 7 * 24 * 60 * 60 * 1000;

export const areOutdated = ({ checked }: PulledFeed, clock: Clock): boolean =>
  clock.isPast(checked.getTime() + shownFor);

/** Makes the board of a feed block; `undefined` for one that is shown in a frame, or has nothing of the last week. */
export function createBoards(
  { pulled, ownFeeds, clock }: Pick<Edition, 'pulled' | 'ownFeeds' | 'clock'>,
  timeZone: string,
  locale: string,
): (block: FeedBlockFile) => Board | undefined {
  const day = { timeZone, month: 'short', day: 'numeric' } as const;
  const timeOf = timeFormat(timeZone, locale);
  const dayOf = createDays(timeZone, locale);

  /** `6:30 a.m.` on the day of `other`, `Nov 19` in its year, else `Nov 19, 2025`; never a time if `iso` is only a day. */
  function near(iso: string, other: Date) {
    const date = new Date(iso);
    const hasTime = iso.includes('T');
    if (hasTime && dayOf(date).iso === dayOf(other).iso) return { iso, text: timeOf(date) };
    const options = hasTime ? day : { ...day, timeZone: 'UTC' };
    return { iso, text: dayFormat(locale, date, yearIn(timeZone)(other), options).format(date) };
  }

  function candidate(block: FeedBlockFile): Board | undefined {
    if (block.board === 'frame') return undefined;
    const known = pulled.get(block.rssUrl);
    if (known && !areOutdated(known, clock)) return pulledBoard(block, known);
    const own = ownFeeds.get(block.fallback ?? '');
    return own && ownBoard(own);
  }

  const pulledBoard = ({ feedTitle, rssUrl }: FeedBlockFile, { snapshot, checked }: PulledFeed): Board => ({
    source: { name: feedTitle, url: snapshot.link ?? new URL(rssUrl).origin },
    read: { iso: toIso(checked), text: `${dateFormat(locale, day).format(checked)}, ${timeOf(checked)}` },
    headlines: snapshot.items.map(({ title, link, published }) => ({
      title,
      link,
      published: published === undefined ? undefined : near(published, checked),
    })),
  });

  return (block) => {
    const board = candidate(block);
    const headlines = board?.headlines.slice(0, block.items) ?? [];
    return board && headlines.length > 0 ? { ...board, headlines } : undefined;
  };
}

/** A board of a feed file of the paper. It has no dates, because such a file is for days without news. */
const ownBoard = ({ title = '', items }: Feed): Board => ({
  source: { name: title },
  headlines: items.map(({ title, link }) => ({ title, link })),
});
