/** The time of a build, and when the build expires because of it. */
export interface Clock {
  /** Whether a moment, in milliseconds, is now or was before. */
  readonly isPast: (moment: number) => boolean;
  /** `textOf` of now. Its results must change with time and never return, like days and years. */
  readonly read: (textOf: (date: Date) => string) => string;
  /** When the first result so far expires, in milliseconds; `Infinity` if none does. */
  readonly validUntil: () => number;
  /** Whether all results so far hold at a time, in milliseconds. */
  readonly isValidAt: (moment: number) => boolean;
}

const hour = 60 * 60 * 1000;

/** The last moment that JavaScript knows: https://tc39.es/ecma262/#sec-time-values-and-time-range */
const lastMoment = 8.64e15;

export function createClock(now: Date): Clock {
  const time = now.getTime();
  const read = new Map<(date: Date) => string, string>();
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
    isPast(moment) {
      if (moment > time) until = Math.min(until, moment);
      return moment <= time;
    },
    read(textOf) {
      const known = read.get(textOf);
      if (known !== undefined) return known;
      const text = textOf(now);
      until = Math.min(until, endOf(textOf, text));
      read.set(textOf, text);
      return text;
    },
    validUntil: () => until,
    isValidAt: (moment) => time <= moment && moment < until,
  };
}
