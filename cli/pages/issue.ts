import type { EventsAhead } from '../../templates/types.ts';
import { weekdays } from '../content/data/events.ts';
import type { Edition, EditionPost } from '../content/model.ts';
import { usualTime } from '../content/newsletter.ts';
import { languageOf, timeZoneOf } from '../content/site.ts';
import { createClock } from '../lib/clock.ts';
import { atTime, createDays, dateFormat, endOf, startOf } from '../lib/in-zone.ts';
import { eventsOfWeek } from './calendar.ts';
import { calendarPage } from './kinds/events.ts';
import { noticeStories } from './notices.ts';
import { daysAfter } from './occurrences.ts';
import { usual } from './placing.ts';

export interface Issue {
  /** The stories, the heaviest first if there are days on which it comes. */
  readonly posts: readonly EditionPost[];
  readonly notices: readonly EditionPost[];
  readonly events: EventsAhead | undefined;
  /** The editor's note, in Markdown. */
  readonly note?: string | undefined;
  /** If there are days on which it comes: its day, whether it is the last one due, and when its stories were published. */
  readonly of?: { readonly iso: string; readonly text: string; readonly isDue: boolean; readonly span: Span };
}

/** In milliseconds. */
type Span = readonly [from: number, until: number];

/** The appointed time that a moment is not before, and the next one. */
export function appointments(days: readonly string[], time: string, timeZone: string, moment: Date): Span {
  const today = createDays(timeZone, 'en-US')(moment).iso;
  const near = Array.from({ length: 17 }, (_, i) => daysAfter(today, i - 8));
  const times = near.flatMap((day) =>
    days.includes(weekdays[(new Date(day).getUTCDay() + 6) % 7] ?? '')
      ? Date.parse(atTime(day, time, timeZone))
      : [],
  );
  const isPast = (appointed: number) => appointed <= moment.getTime();
  return [Math.max(...times.filter(isPast)), Math.min(...times.filter((appointed) => !isPast(appointed)))];
}

/** So long a note stays in a newsletter without days of its own. */
const aWeek = 7 * 24 * 60 * 60 * 1000;

/** The last newsletter that has a story. If it comes on certain days, it is the same until the next one is due, as it was then. */
export function issueOf(edition: Edition): Issue | undefined {
  const { shared, clock, posts } = edition;
  const { newsletter } = shared.site.data;
  if (!newsletter || posts.length === 0) return undefined;
  const { stories, days, time = usualTime } = newsletter;
  const eventsOf = (of: Edition) => (newsletter.events ? eventsOfWeek(of, calendarPage(of)) : undefined);
  const timeZone = timeZoneOf(shared.site.data);
  const { note } = edition;
  const written = note ? Date.parse(startOf(note.data.date, timeZone)) : Number.NaN;
  if (!days)
    return {
      posts: posts.slice(0, stories),
      notices: noticeStories(edition),
      events: eventsOf(edition),
      note: clock.isPast(written) && !clock.isPast(written + aWeek) ? note?.body : undefined,
    };
  const around = (moment: Date) => appointments(days, time, timeZone, moment);
  const due = Number(clock.read((now) => String(around(now)[0])));
  const newest = posts.find((post) => post.time < due);
  if (!newest) return undefined;
  const span = around(new Date(newest.time));
  const [from, until] = span;
  const isIn = ({ time, parsed: { data } }: EditionPost) =>
    from <= time && time < until && (data.until === undefined || endOf(data.until, timeZone) > until);
  const weightOf = ({ parsed }: EditionPost) => parsed.data.weight ?? usual;
  const then = new Date(until);
  const { locale, words } = languageOf(shared.site.data);
  const day = { timeZone, weekday: 'long', month: 'long', day: 'numeric' } as const;
  return {
    posts: [...posts, ...edition.endedPosts]
      .filter(isIn)
      .sort((a, b) => weightOf(b) - weightOf(a) || b.time - a.time)
      .slice(0, stories),
    notices: noticeStories({ shared, notices: [...edition.notices, ...edition.endedNotices].filter(isIn) }),
    events: eventsOf({ ...edition, clock: createClock(then) }),
    note: from <= written && written < until ? note?.body : undefined,
    of: {
      iso: createDays(timeZone, 'en-US')(then).iso,
      text: words.masthead.day(dateFormat(locale, day).format(then)),
      isDue: until === due,
      span,
    },
  };
}
