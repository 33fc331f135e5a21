import { describe, expect, test } from 'vitest';
import { textsOf, valuesOf, words } from '../parsed-pages.ts';
import { demo, faultsOnPages, pageAt } from './demo.ts';

const isArticle = (address: string) => address.startsWith('/blog/');

/** A moment as articles name its day, in the paper's zone: `Dec. 5`. */
const dayOf = (moment: string) =>
  new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'America/Chicago' })
    .format(new Date(moment))
    .replace(' ', '. ');

describe("the newsroom's articles", () => {
  test('send readers to Local Events only for a day that is listed there, or for something that recurs', async () => {
    const events = await pageAt('/local-events');
    const days = valuesOf(events, 'main time', 'datetime').map((moment = '') => dayOf(moment));
    expect(days.length).toBeGreaterThan(5);
    const faults = await faultsOnPages(function* ({ address, $ }) {
      if (!isArticle(address)) return;
      for (const paragraph of $('main p:has(a[href="/local-events"])').toArray()) {
        const text = words($(paragraph).text());
        const day = text.match(/\b(?:Jan|Feb|Aug|Sept|Oct|Nov|Dec)\. \d+/g)?.at(-1);
        if (day ? !days.includes(day) : !/each month|every/.test(text)) yield text;
      }
    });
    expect(faults).toEqual([]);
  });

  test('each share a tag with another, so that none ends without more to read', async () => {
    const tags = (await demo()).pages
      .filter(({ address }) => isArticle(address))
      .map(({ address, $ }) => ({ address, own: textsOf($, 'main .tags li') }));
    const alone = tags.filter(({ address, own }) =>
      tags.every((other) => other.address === address || !other.own.some((tag) => own.includes(tag))),
    );
    expect(alone).toEqual([]);
  });
});
