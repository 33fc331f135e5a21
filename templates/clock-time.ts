/** A time of day as newspapers write it: `7:02 p.m.` for `7:02 PM`; other clocks as their language has them. */
export const clockTime = (format: Intl.DateTimeFormat, moment: Date): string =>
  format.format(moment).replace(/\s?([AP])M$/, (_, half: string) => ` ${half.toLowerCase()}.m.`);
