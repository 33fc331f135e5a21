import type { Board, Headline } from '../../templates/types.ts';
import type { FeedBlockFile } from '../content/embeds.ts';
import type { Edition } from '../content/model.ts';
import { type Feed, toIso } from '../headlines/feed.ts';
import type { PulledFeed } from '../headlines/snapshots.ts';
import type { Clock } from '../lib/clock.ts';
import { createDays, dateFormat, dayFormat, timeFormat, yearIn } from '../lib/in-zone.ts';

/** A board with fewer headlines repeats stories of other boards. */
const minHeadlines = 3;

/** Titles with fewer words may be the same by chance. */
const minWords = 5;

/** Milliseconds after they were last read for which headlines are shown. */
const shownFor = 7 * 24 * 60 * 60 * 1000;

export const areOutdated = ({ checked }: PulledFeed, clock: Clock): boolean =>
  clock.isPast(checked.getTime() + shownFor);

/** Makes the boards of a page's feed blocks; `undefined` for one that is shown in a frame, or has nothing of the last week. No story is on two boards. */
export function createBoards(
  { pulled, ownFeeds, clock }: Pick<Edition, 'pulled' | 'ownFeeds' | 'clock'>,
  timeZone: string,
  locale: string,
): (blocks: readonly FeedBlockFile[]) => readonly (Board | undefined)[] {
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
    read: {
      iso: toIso(checked),
      text: `${dateFormat(locale, day).format(checked)}, ${timeOf(checked)}`,
    },
    headlines: snapshot.items.map(({ title, link, published }) => ({
      title,
      link,
      published: published === undefined ? undefined : near(published, checked),
    })),
  });

  return (blocks) => withoutRepeats(blocks.map((block) => ({ board: candidate(block), items: block.items })));
}

/** A board of a feed file of the paper. It has no dates, because such a file is for days without news. */
const ownBoard = ({ title = '', items }: Feed): Board => ({
  source: { name: title },
  headlines: items.map(({ title, link }) => ({ title, link })),
});

/** Boards without the stories of earlier boards, each cut to the items it may have. */
function withoutRepeats(blocks: readonly { readonly board: Board | undefined; readonly items: number }[]) {
  const shown = new Set<string>();
  return blocks.map(({ board, items }) => {
    if (!board) return undefined;
    const here = new Set<string>();
    const [fresh, repeated]: [Headline[], Headline[]] = [[], []];
    for (const headline of board.headlines) {
      const keys = keysOf(headline);
      if (keys.some((key) => here.has(key))) continue;
      for (const key of keys) here.add(key);
      (keys.some((key) => shown.has(key)) ? repeated : fresh).push(headline);
    }
    const missing = Math.max(0, Math.min(items, minHeadlines) - fresh.length);
    const chosen = new Set([...fresh, ...repeated.slice(0, missing)]);
    const headlines = board.headlines.filter((headline) => chosen.has(headline)).slice(0, items);
    for (const headline of headlines) for (const key of keysOf(headline)) shown.add(key);
    return headlines.length === 0 ? undefined : { ...board, headlines };
  });
}

/** Keys of a story: its address, and its title if that has enough words. */
function keysOf({ title, link }: Headline): string[] {
  const words = title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return [
    ...(link === undefined ? [] : [`address ${addressKey(link)}`]),
    ...(words.length >= minWords ? [`title ${words.join(' ')}`] : []),
  ];
}

function addressKey(link: string): string {
  const { hostname, port, pathname, searchParams } = new URL(link);
  const query = [...searchParams].filter(([name]) => !/^(?:utm|at)_/i.test(name));
  const host = hostname.replace(/^www\./, '');
  return `${host}:${port}${pathname.replace(/\/$/, '')}?${new URLSearchParams(query)}`;
}
