import type { AlertBand } from '../../templates/types.ts';
import type { Edition } from '../content/model.ts';
import { languageOf } from '../content/site.ts';
import { endOf, isDay, startOf } from '../lib/in-zone.ts';
import { createDates } from './event-dates.ts';

export function alertOf({ shared, clock, pages, posts }: Edition): AlertBand | undefined {
  const { from, until, path, ...alert } = shared.alert?.data ?? {};
  const { words, locale, timeZone } = languageOf(shared.site.data);
  const isToCome = from !== undefined && !clock.isPast(Date.parse(startOf(from, timeZone)));
  const end = until === undefined ? undefined : endOf(until, timeZone);
  if (!('text' in alert) || isToCome || (end !== undefined && clock.isPast(end))) return undefined;
  const { dayOf, dayInWords, timeInWords } = createDates({ timeZone, words, locale });
  const today = clock.read(dayOf);

  /** The time of day for today, else the day, with its time if the paper gives one. */
  function inWords(end: number, until: string): string {
    const last = new Date(isDay(until) ? end - 1 : end);
    const day = dayOf(last) === today ? [] : [dayInWords(last, today.slice(0, 4))];
    const time = day.length > 0 && isDay(until) ? [] : [timeInWords(new Date(end))];
    return words.alert.until([...day, ...time].join(', '));
  }

  const more = [...posts.map(({ post }) => post), ...pages.map(({ data }) => data)];
  const title = more.find((page) => page.path === path)?.title ?? words.alert.more;
  return {
    ...alert,
    link: path === undefined ? undefined : { path, title },
    until: end && until ? { iso: new Date(end).toISOString(), text: inWords(end, until) } : undefined,
  };
}
