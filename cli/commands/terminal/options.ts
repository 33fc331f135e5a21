import { type Command, InvalidArgumentError, Option } from 'commander';
import { dayIssue, momentIssue } from '../../content/schema/date-issues.ts';
import { usageError } from '../../lib/errors.ts';
import { readHostName } from '../../lib/host-names.ts';
import { parseUrl } from '../../lib/web-address.ts';
import type { NetworkFlags, Shard } from './flags.ts';

// The options that several commands have. Every command loads this: it must stay light.

export const contentOption = new Option('--content <dir>', 'the content folder').default('content');
export const feedsOption = new Option(
  '--feeds <dir>',
  'the folder of pulled feeds (default: .galley/feeds beside the content folder)',
);
export const formatOption = new Option('--format <format>', 'how problems are listed')
  .choices(['pretty', 'json', 'github'])
  .default('pretty');
export const nowOption = new Option(
  '--now <moment>',
  'the time of the build (default: SOURCE_DATE_EPOCH, or else the clock)',
).argParser(readMoment);

/** The end of a command's help: what to write, and what to write with npm. */
export const examples = (galley: string, npm: string) =>
  `\nExamples:\n  galley ${galley}\n  npm run ${npm}\n`;

export const addWord = (word: string, before: readonly string[] = []): readonly string[] => [...before, word];

/** Adds the options of networks, to commands that print a result and are over. */
export const forNetworks = (command: Command): Command =>
  command
    .option(
      '--network <dir>',
      'a folder of papers: each of its folders with a site.yaml, over the files of its folder `shared`',
    )
    .option(
      '--shard <part>',
      'with --network: one part of the papers, such as 3/20, which is always the same',
      readShard,
    )
    .hook('postAction', endNow)
    .hook('preAction', (_, action) => {
      const { network, shard }: NetworkFlags = action.opts();
      if (shard && network === undefined)
        throw usageError('`--shard` is a part of a network: name its folder with --network.');
    });

/** Ends the process once its output is written: its memory need not be freed, nor a pending DNS lookup awaited. */
function endNow() {
  process.stdout.write('', (unwritten) => unwritten ?? process.stderr.write('', () => process.exit()));
}

/** Adds the options of every command that builds; without `out` into a temporary folder, if none is named. */
export const building = (command: Command, out?: string): Command =>
  command
    .addOption(contentOption)
    .addOption(feedsOption)
    .option('--cache <dir>', 'the cache folder (default: .galley beside the content folder)')
    .option('--out <dir>', `the output folder${out ? '' : ' (default: a temporary one)'}`, out)
    .option('--base-url <url>', 'overrides baseUrl of site.yaml', readOrigin)
    .option('--drafts', 'also builds drafts and scheduled posts', false)
    .option('--force', 'removes files from the output folder that no build has written', false)
    .option('--all', 'also lists problems of imported posts, which are otherwise only counted', false)
    .option('--fresh', 'makes everything anew, ignoring the cache', false)
    .addOption(nowOption)
    .addOption(formatOption);

export const serving = (command: Command): Command =>
  command
    .option('--host <host>', 'the address to listen on', '127.0.0.1')
    .option(
      '--port <port>',
      'the port to listen on; 0 for any free one (default: 8080, or else the next free one)',
      readPort,
    )
    .option(
      '--allow-host <name>',
      'another host name to answer to, besides localhost and IP addresses; .example.com includes its subdomains; repeatable',
      addHostName,
      [],
    );

function readOrigin(value: string): string {
  const url = /^https?:\/\//i.test(value) ? parseUrl(value) : undefined;
  if (!url) throw new InvalidArgumentError('It looks like https://preview.example.com.');
  if (url.pathname !== '/' || url.search || url.hash)
    throw new InvalidArgumentError('The site is at the root of a host: no path, query or fragment.');
  return url.origin;
}

function addHostName(value: string, before: readonly string[]): readonly string[] {
  const name = readHostName(value);
  if (name === undefined)
    throw new InvalidArgumentError(
      'It looks like paper.example.com: a name alone, without http:// or a port.',
    );
  return [...before, name];
}

function readPort(value: string): number {
  const port = Number(value);
  if (!/^\d+$/.test(value) || port > 65_535)
    throw new InvalidArgumentError('A port is a whole number from 0 to 65535.');
  return port;
}

export function readDay(value: string): string {
  if (dayIssue(value)) throw new InvalidArgumentError('It looks like 2019-01-01.');
  return value;
}

export function readCount(value: string): number {
  if (/^[1-9]\d{0,8}$/.test(value)) return Number(value);
  throw new InvalidArgumentError('It is a whole number from 1 on.');
}

function readShard(value: string): Shard {
  const [number = 0, of = 0] = /^\d{1,5}\/\d{1,5}$/.test(value) ? value.split('/').map(Number) : [];
  if (number > 0 && number <= of) return { number, of };
  throw new InvalidArgumentError('It looks like 3/20: the third of 20 parts.');
}

function readMoment(value: string): Date {
  if (momentIssue(value)) throw new InvalidArgumentError('It looks like 2026-11-20T12:00:00Z.');
  return new Date(value);
}
