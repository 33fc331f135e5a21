import { afterAll } from 'vitest';
import { type Station, startStation } from '../browser/fake-station.ts';
import { serveChanged } from '../browser/served-papers.ts';
import { demoContent } from './demo.ts';

let station: Station | undefined;
let address: Promise<string> | undefined;

afterAll(() => station?.close());

async function serve(): Promise<string> {
  station = await startStation();
  const { origin } = station;
  return serveChanged(demoContent, {
    'radio.yaml': (text) => `${text}\norigin: ${origin}\n`,
    'site.yaml': (text) => text.replace(/^postsPerPage: .*/m, 'postsPerPage: 4'),
    'data/partners.yaml': (text) => text.replace('id: media-kit', 'id: unset'),
    'embeds.yaml': (text) =>
      text
        .replace('url: /embeds/form/', 'url: https://forms.example/')
        .replace('url: /embeds/document/', 'url: https://documents.example/')
        .replace('url: /embeds/wall/', 'url: https://events.example/'),
    'data/events.yaml': (text) =>
      text.replace('title: Oak Cliff Seed Swap', '$&\n    url: https://seeds.example/swap'),
    'pages/local-news.yaml': (text) => text.replace('    rssUrl:', '    board: frame\n    rssUrl:'),
  });
}

/**
 * The demo with other settings, served once for a test file: its station plays, its blog has several pages, its forms, documents and
 * events are in frames of services, and so is one section's board; a document is not connected yet.
 */
export const serveDemoWithServices = (): Promise<string> => {
  address ??= serve();
  return address;
};
