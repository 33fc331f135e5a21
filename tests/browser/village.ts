import { join } from 'node:path';
import { spoiledContent } from '../helpers.ts';
import { type Station, startStation } from './fake-station.ts';
import { type Changes, serveChanged } from './served-papers.ts';

/** Builds and serves the small site with full menus and pages of more kinds, and some files changed; its address. */
export const serveVillage = (changes: Changes = {}, flags: readonly string[] = []): Promise<string> =>
  serveChanged(
    spoiledContent(join(import.meta.dirname, 'village', 'content'), ['pages/local-news.md']),
    { 'site.yaml': (text) => text.replace(/^knownMissing: .*\n/m, ''), ...changes },
    flags,
  );

/** Changes after which the village's forms and one board are in frames of services. */
export const services: Changes = {
  'embeds.yaml': (text) => text.replace('url: /embeds/form/', 'url: https://forms.example/'),
  'pages/local-news.yaml': (text) => text.replace('    rssUrl:', '    board: frame\n    rssUrl:'),
};

/** The village with a radio whose station the test controls. */
export async function serveVillageRadio(): Promise<{
  readonly station: Station;
  readonly address: string;
}> {
  const station = await startStation();
  const site = await serveVillage({ 'radio.yaml': (text) => `${text}\norigin: ${station.origin}\n` });
  return { station, address: `${site}/radio` };
}
