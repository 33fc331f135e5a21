import { clockTime } from '../clock-time.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * Replaces the times of stories by `18 min ago`, `7:02 p.m.`, `Yesterday`, in lists also by `Nov 17`, and the date by today, in the zone of the
 * paper; not on paper.
 */
export function showTimes() {
  const today = document.querySelector<HTMLTimeElement>('[data-zone]');
  if (!today) return;
  const inWords = createTimes(document.documentElement.lang, today.dataset.zone);
  const times = [...document.querySelectorAll<HTMLTimeElement>('.when:not(.sheet__story *)')];
  function update() {
    const now = new Date();
    if (today) setText(today, inWords.today(now));
    for (const time of times) {
      const moment = new Date(time.dateTime);
      const age = now.getTime() - moment.getTime();
      // The reader's clock is wrong, or it is a story to come in a preview.
      if (age < -minute) continue;
      time.title ||= time.textContent;
      // More text may stand behind it, which would move.
      const isLong = age > 2 * day && time.closest('.article__head, .podcast');
      setText(time, isLong ? time.title : inWords.story(moment, now));
      time.classList.toggle('when--fresh', age < hour);
    }
  }
  // A time keeps its width, and the date of the paper and the byline of an article their heights, so that nothing moves around them.
  for (const line of document.querySelectorAll<HTMLElement>('.masthead__date, .article__head .byline'))
    line.style.minHeight = `${line.offsetHeight}px`;
  const inColumns = times.filter((time) => time.closest('.story'));
  const widths = inColumns.map((time) => time.offsetWidth);
  for (const [i, time] of inColumns.entries()) time.style.minWidth = `${widths[i]}px`;
  update();
  setInterval(update, minute);
  document.addEventListener('visibilitychange', update);
  addEventListener('pageshow', update);
  addEventListener('beforeprint', () => {
    for (const time of times) setText(time, time.title || time.textContent);
  });
  addEventListener('afterprint', update);
}

const setText = (element: HTMLElement, text: string) => {
  if (element.textContent !== text) element.textContent = text;
};

export function createTimes(locale: string, timeZone: string | undefined) {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { timeZone, ...options });
  const clock = format({ hour: 'numeric', minute: '2-digit' });
  const dayAndYear = format({ month: 'short', day: 'numeric', year: 'numeric' });
  const dayOnly = format({ month: 'short', day: 'numeric' });
  const year = format({ year: 'numeric' });
  // Swedish dates are those of ISO 8601, and `Date.parse` has all days of 24 hours: in a zone some have 23 or 25.
  const date = new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short' });
  const dayOf = (moment: Date) => Date.parse(date.format(moment)) / day;
  const full = format({ dateStyle: 'full' });
  return {
    today: (now: Date): string => full.format(now),
    story(moment: Date, now: Date): string {
      const age = now.getTime() - moment.getTime();
      if (age < hour) return scriptWords.ago.join(String(Math.max(1, Math.floor(age / minute))));
      const time = clockTime(clock, moment);
      const days = dayOf(now) - dayOf(moment);
      if (days === 0) return time;
      if (days === 1) return age < day ? `${scriptWords.yesterday}, ${time}` : scriptWords.yesterday;
      return (year.format(moment) === year.format(now) ? dayOnly : dayAndYear).format(moment);
    },
  };
}
