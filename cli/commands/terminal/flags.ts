import { usageError } from '../../lib/errors.ts';
import type { Format } from '../../problems/print.ts';

// What each flag does is in its help: in options.ts if several commands have it, else in the file of its command.

export interface NowFlag {
  readonly now?: Date | undefined;
}

/** A part of the papers of a network: one of `of`, counted from 1. */
export interface Shard {
  readonly number: number;
  readonly of: number;
}

export interface NetworkFlags {
  /** The folder of a network, whose papers are taken instead. */
  readonly network?: string;
  readonly shard?: Shard;
}

/** What a build or a check of a paper needs. A switch that is left out is off. */
export interface PaperFlags extends NowFlag, NetworkFlags {
  readonly content: string;
  /** The folder of the site; a check looks up what was built into it. */
  readonly out: string;
  readonly feeds?: string;
  readonly cache?: string;
  readonly baseUrl?: string;
  readonly drafts?: boolean;
  readonly fresh?: boolean;
  readonly all?: boolean;
  readonly force?: boolean;
  /** The site is for `dev`: it counts no readers, and has pages whose texts have errors. */
  readonly isDev?: boolean;
}

export interface BuildFlags extends PaperFlags {
  readonly format: Format;
}

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
    throw usageError(`SOURCE_DATE_EPOCH is \`${epoch}\`; it must be whole seconds since 1970.`);
  }
  return new Date(Number(epoch) * 1000);
}
