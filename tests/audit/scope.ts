import { atLeastOne } from '../at-least-one.ts';
import { builtPages, type Route } from '../browser/built-pages.ts';
import { findProgram, type ProgramName } from '../machine.ts';

/** `SMOKE=1 npm run audit` runs the smallest real piece of each part, with the programs that are installed. */
export const isSmoke = Boolean(process.env.SMOKE);

/** In a smoke run the first few of a list, else all. */
export const some = <T>(all: readonly T[], few = 1): readonly T[] =>
  atLeastOne(isSmoke ? all.slice(0, few) : all);

/** All pages of the demo; in a smoke run the one at `path`. */
export const auditedPages = (path = '/'): readonly Route[] =>
  atLeastOne(builtPages().filter(({ address }) => !isSmoke || address === path));

/** Whether a smoke run skips something for want of a program, which it then says; a full run installs what it needs. */
export function skips(what: string, ...needed: readonly ProgramName[]): boolean {
  const missing = isSmoke ? needed.filter((name) => !findProgram(name)) : [];
  if (missing.length > 0) console.log(`skipped: ${what}, without ${missing.join(', ')}`);
  return missing.length > 0;
}

/** The widths that pages are designed for. */
export const widths = [320, 375, 768, 1024, 1280, 1440];
