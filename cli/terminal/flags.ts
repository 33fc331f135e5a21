import type { Format } from '../problems/print.ts';
import { ExitError, exitCodes } from './exit-codes.ts';

// What each flag does is in its help, in main.ts.

/** The time of the build, if given. */
export interface NowFlag {
  readonly now?: Date;
}

/** A part of the papers of a network: one of `of`, counted from 1. */
export interface Shard {
  readonly number: number;
  readonly of: number;
}

/** Flags of commands that know networks. */
export interface NetworkFlags {
  /** The folder of a network, whose papers are taken instead. */
  readonly network?: string;
  readonly shard?: Shard;
}

/** Flags of every command that builds. */
export interface BuildFlags extends NowFlag, NetworkFlags {
  readonly content: string;
  readonly feeds?: string;
  readonly cache?: string;
  readonly out: string;
  readonly baseUrl?: string;
  readonly drafts: boolean;
  readonly force: boolean;
  readonly fresh: boolean;
  readonly all: boolean;
  readonly format: Format;
}

/** Flags of `check`. */
export interface CheckFlags extends BuildFlags {
  readonly since?: string;
  readonly fix: boolean;
  readonly dryRun: boolean;
}

/** Flags of `pull`. */
export interface PullFlags extends NetworkFlags {
  readonly content: string;
  readonly feeds?: string;
  readonly force: boolean;
  readonly allowPrivate: boolean;
  readonly list: boolean;
  readonly only?: string;
  readonly format: Format;
}

/** Flags of every command that listens. */
export interface ServerFlags {
  readonly host: string;
  readonly port?: number;
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
