import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeFeed } from '../../cli/commands/pull/decode.ts';
import type { Feed } from '../../cli/headlines/feed.ts';
import { type Reading, readFeed } from '../../cli/headlines/read-feed.ts';
import { now } from '../helpers.ts';

const folder = join(import.meta.dirname, 'samples');

/** A feed as some program writes it, and what is to be read in it. */
export interface Sample {
  readonly name: string;
  readonly isJson: boolean;
  readonly bytes: Buffer;
  readonly expected: Feed;
}

export const samples: readonly Sample[] = readdirSync(folder)
  .filter((file) => !file.endsWith('.json'))
  .map((file) => {
    const name = file.replace(/\.\w+$/, '');
    return {
      name,
      isJson: file.endsWith('.jsonfeed'),
      bytes: readFileSync(join(folder, file)),
      expected: JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')),
    };
  });

export const readBytes = (bytes: Uint8Array): Reading =>
  readFeed(decodeFeed(bytes) ?? '', { url: 'https://fetched.example/feeds/1', now });

export const titlesOf = (reading: Reading): readonly string[] =>
  reading.kind === 'feed' ? reading.feed.items.map(({ title }) => title) : [];
