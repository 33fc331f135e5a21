import { describe, expect, it } from 'vitest';
import { policySource } from '../../cli/page-kinds/policy.ts';
import { assets } from '../../cli/pipeline/assets.ts';
import type { EmbedsFile } from '../../cli/sources/embeds.ts';

// The schema refuses all of this; what stands here is the second wall.

const heights = {
  feed: 300,
  feedExpanded: 600,
  contact: 789,
  newsletter: 350,
  newsletterOnSubscribe: 400,
  document: 600,
  wall: 600,
};

/** The stylesheet of a paper with one advertisement. */
function stylesheetFor(slot: string): string {
  const place = { slot, minHeight: 250 };
  const embeds: EmbedsFile = {
    providers: {},
    heights,
    ads: { provider: 'ads', placements: [{ desktop: place, mobile: place }], house: [] },
  };
  const [css] = assets({ css: 'body{}', js: {}, fonts: [] }, embeds).files;
  return String(css?.content);
}

describe('the name of a slot in the stylesheet', () => {
  it.each([
    'a\rb]{} *{display:none}',
    'a"]{}*{display:none}',
    'a\\',
    'a\fb"]{}',
    'a\n"]{}',
    '</style>',
    'ä 😀',
  ])('is one string: %j', (slot) => {
    const css = stylesheetFor(slot);
    const selectors = [...css.matchAll(/^\[data-slot="(.*)"\]\{min-height:250px\}$/gm)];
    expect(selectors).toHaveLength(2);
    const read = selectors[0]?.[1]?.replace(/\\([\da-f]+) /g, (_, hex) =>
      String.fromCodePoint(Number.parseInt(hex, 16)),
    );
    expect(read).toBe(slot);
    expect(css.split('\n')).toHaveLength(stylesheetFor('plain').split('\n').length);
  });
});

describe('a source in the policy', () => {
  it.each([
    ['https://a.example:8443', 'https://a.example:8443'],
    ["'self'", "'self'"],
    ['https://a;script-src-elem', 'https://a%3Bscript-src-elem'],
    ["https://a 'unsafe-inline'", "https://a%20'unsafe-inline'"],
    ['https://a,https://b', 'https://a%2Chttps://b'],
    ['https://*', 'https://%2A'],
    ['https://ä"', 'https://%C3%A4%22'],
  ])('%s is written %s', (origin, written) => {
    expect(policySource(origin)).toBe(written);
  });
});
