import type { Format } from '../problems/print.ts';
import { ExitError, exitCodes } from './exit-codes.ts';

/** The moment that counts as now, if one was given. */
export interface NowFlag {
  readonly now?: Date;
}

/** Flags of every command that builds. */
export interface BuildFlags extends NowFlag {
  readonly content: string;
  /** The folder of pulled feeds; by default beside the content folder. */
  readonly feeds?: string;
  /** The folder for what is kept between builds; by default `.galley` beside the content folder. */
  readonly cache?: string;
  readonly out: string;
  readonly baseUrl?: string;
  readonly drafts: boolean;
  /** Removes files from the output folder that no build has written. */
  readonly force: boolean;
  /** Uses nothing that an earlier build remembers. */
  readonly fresh: boolean;
  readonly format: Format;
}

/** Flags of `check`. */
export interface CheckFlags extends BuildFlags {
  /** A commit whose addresses must not be gone. */
  readonly since?: string;
  /** Makes the changes of the content that certainly cure a problem; with `dryRun` only shows them. */
  readonly fix: boolean;
  readonly dryRun: boolean;
}

/** Flags of `pull`. */
export interface PullFlags {
  readonly content: string;
  readonly feeds?: string;
  readonly force: boolean;
  readonly allowPrivate: boolean;
  readonly list: boolean;
  /** The host whose feeds are asked, instead of all. */
  readonly only?: string;
  readonly format: Format;
}

/** Flags of every command that listens. */
export interface ServerFlags {
  readonly host: string;
  readonly port: number;
  /** More host names to answer, as `readHostName` gives them. */
  readonly allowHost: readonly string[];
}

/** `--now`, else SOURCE_DATE_EPOCH (https://reproducible-builds.org/docs/source-date-epoch/), else the clock. */
export function nowOf({ now }: NowFlag): Date {
  if (now) return now;
  const epoch = process.env.SOURCE_DATE_EPOCH;
  if (!epoch) return new Date();
  if (!/^\d{1,11}$/.test(epoch)) {
    throw new ExitError(
      exitCodes.usage,
      `SOURCE_DATE_EPOCH is \`${epoch}\`; it must be whole seconds since 1970.`,
    );
  }
  return new Date(Number(epoch) * 1000);
}
