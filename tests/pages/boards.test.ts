import { describe, expect, it, test } from 'vitest';
import type { FeedBlockFile } from '../../cli/content/embeds.ts';
import type { Feed } from '../../cli/headlines/feed.ts';
import type { PulledFeed, Snapshot } from '../../cli/headlines/snapshots.ts';
import { createClock } from '../../cli/lib/clock.ts';
import { createBoards } from '../../cli/pages/boards.ts';
import { now } from '../helpers.ts';

const block = (name: string, more: Partial<FeedBlockFile> = {}): FeedBlockFile => ({
  feedTitle: name,
  rssUrl: `https://${name}.example/rss`,
  board: 'headlines',
  items: 20,
  ...more,
});

const pulledFeed = (
  name: string,
  items: Snapshot['items'],
  { checked = now, link }: { readonly checked?: Date; readonly link?: string } = {},
): [string, PulledFeed] => {
  const url = `https://${name}.example/rss`;
  return [url, { checked, snapshot: { version: 1, url, link, read: '2026-11-20T12:00:00Z', items } }];
};

const boardsOf = (blocks: readonly FeedBlockFile[], sources: Partial<Parameters<typeof createBoards>[0]>) =>
  blocks.map(
    createBoards(
      { pulled: new Map(), ownFeeds: new Map(), clock: createClock(now), ...sources },
      'America/Chicago',
      'en-US',
    ),
  );

const titles = (board: ReturnType<typeof boardsOf>[number]) => board?.headlines.map(({ title }) => title);

const story = (title: string) => ({ title });

describe('a board', () => {
  it('shows what was pulled: headline, address and time, under the name content gives the source', () => {
    const pulled = new Map([
      pulledFeed(
        'kera',
        [
          { title: 'Rain on Friday', link: 'https://kera.example/rain', published: '2026-11-20T12:30:00Z' },
          { title: 'A vote', link: 'https://kera.example/vote', published: '2026-11-19T23:00:00Z' },
          { title: 'An old story', link: 'https://kera.example/old', published: '2025-11-19T23:00:00Z' },
          { title: 'A day', link: 'https://kera.example/day', published: '2026-11-20' },
          { title: 'Undated', link: 'https://kera.example/undated' },
        ],
        { link: 'https://kera.example/' },
      ),
    ]);
    expect(boardsOf([block('kera')], { pulled })).toEqual([
      {
        source: { name: 'kera', url: 'https://kera.example/' },
        read: { iso: '2026-11-20T18:00:00Z', text: 'Nov 20, 12:00 p.m.' },
        headlines: [
          {
            title: 'Rain on Friday',
            link: 'https://kera.example/rain',
            published: { iso: '2026-11-20T12:30:00Z', text: '6:30 a.m.' },
          },
          {
            title: 'A vote',
            link: 'https://kera.example/vote',
            published: { iso: '2026-11-19T23:00:00Z', text: 'Nov 19' },
          },
          {
            title: 'An old story',
            link: 'https://kera.example/old',
            published: { iso: '2025-11-19T23:00:00Z', text: 'Nov 19, 2025' },
          },
          {
            title: 'A day',
            link: 'https://kera.example/day',
            published: { iso: '2026-11-20', text: 'Nov 20' },
          },
          { title: 'Undated', link: 'https://kera.example/undated' },
        ],
      },
    ]);
  });

  it('leads to the host of the feed where the feed names no site', () => {
    const pulled = new Map([pulledFeed('kera', [story('Rain')])]);
    expect(boardsOf([block('kera')], { pulled })[0]?.source.url).toBe('https://kera.example');
  });

  const wire: Feed = {
    title: 'Courier Wire',
    items: [{ title: 'A coin settles the tie', published: '2026-11-20T12:30:00Z' }],
  };
  const ownFeeds = new Map([['feeds/wire.xml', wire]]);

  it("shows the paper's own file under the file's name, without dates, until the feed has been pulled", () => {
    const blocks = [block('kera', { fallback: 'feeds/wire.xml' })];
    expect(boardsOf(blocks, { ownFeeds })).toEqual([
      {
        source: { name: 'Courier Wire' },
        headlines: [{ title: 'A coin settles the tie' }],
      },
    ]);
    const pulled = new Map([pulledFeed('kera', [story('Rain')])]);
    expect(titles(boardsOf(blocks, { ownFeeds, pulled })[0])).toEqual(['Rain']);
  });

  test.each([
    ['2026-11-13T18:00:01Z', ['Rain']],
    ['2026-11-13T18:00:00Z', ['A coin settles the tie']],
  ])('leaves the page to the fallback a week after its feed was last read: %s', (checked, shown) => {
    const pulled = new Map([pulledFeed('kera', [story('Rain')], { checked: new Date(checked) })]);
    const blocks = [block('kera', { fallback: 'feeds/wire.xml' })];
    expect(titles(boardsOf(blocks, { ownFeeds, pulled })[0])).toEqual(shown);
  });

  it('is none where content asks for the frame, and where nothing is at hand', () => {
    const pulled = new Map([pulledFeed('kera', [story('Rain')])]);
    expect(boardsOf([block('kera', { board: 'frame' }), block('npr')], { pulled })).toEqual([
      undefined,
      undefined,
    ]);
  });
});
