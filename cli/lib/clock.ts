import { cached } from './cached.ts';

export type Clock = ReturnType<typeof createClock>;

/** When results of a clock hold, in milliseconds: from the time of the clock, and until one expires. As JSON, that is `null` for never. */
export type Validity = readonly [from: number, until: number | null];

const hour = 60 * 60 * 1000;

/** The last moment that JavaScript knows: https://tc39.es/ecma262/#sec-time-values-and-time-range */
const lastMoment = 8.64e15;

/** The time of a build, and when the build expires because of it. */
export function createClock(now: Date) {
  const time = now.getTime();
  let until = Number.POSITIVE_INFINITY;

  /** When the text changes. */
  function endOf(textOf: (date: Date) => string, text: string): number {
    const isSame = (moment: number) => textOf(new Date(moment)) === text;
    let [same, other] = [time, time + hour];
    while (isSame(other)) {
      if (other === lastMoment) return Number.POSITIVE_INFINITY;
      [same, other] = [other, Math.min(lastMoment, other + 2 * (other - time))];
    }
    while (other - same > 1) {
      const middle = Math.floor((same + other) / 2);
      if (isSame(middle)) same = middle;
      else other = middle;
    }
    return other;
  }

  return {
    /** Whether a moment, in milliseconds, is now or was before. */
    isPast(moment: number): boolean {
      if (moment > time) until = Math.min(until, moment);
      return moment <= time;
    },
    /** `textOf` of now. Its results must change with time and never return, like days and years. */
    read: cached((textOf: (date: Date) => string): string => {
      const text = textOf(now);
      until = Math.min(until, endOf(textOf, text));
      return text;
    }),
    /** When the first result so far expires, in milliseconds; `Infinity` if none does. */
    validUntil: () => until,
    validity: (): Validity => [time, until],
    /** Whether all that a clock had read, up to this validity, is the same now. If so, this clock's results expire with it. */
    holds([from, end]: Validity): boolean {
      const isSame = from <= time && time < (end ?? Number.POSITIVE_INFINITY);
      if (isSame) until = Math.min(until, end ?? until);
      return isSame;
    },
  };
}
