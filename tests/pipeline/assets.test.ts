import { expect, it } from 'vitest';
import { defaultHeights, type EmbedsFile } from '../../cli/content/embeds.ts';
import { assets } from '../../cli/pipeline/assets.ts';
import { en } from '../../templates/words/en.ts';

// The schema refuses these names; the stylesheet would be safe from them as well.

/** The stylesheet of a paper with one advertisement. */
function stylesheetFor(slot: string): string {
  const place = { slot, minHeight: 250 };
  const embeds: EmbedsFile = {
    providers: {},
    heights: defaultHeights,
    ads: { provider: 'ads', placements: [{ desktop: place, mobile: place }], house: [] },
  };
  const [css] = assets(
    { css: { kinds: { home: '.ad__slot{}' }, parts: {}, options: {} }, js: {} },
    { css: { first: '', options: [], own: '' }, fonts: [] },
    new Set(['home']),
    embeds,
    en.scripts,
  ).files;
  return String(css?.content);
}

it.each(['a\rb]{} *{display:none}', 'a"]{}*{display:none}', 'a\\', 'a\n"]{}', '</style>', 'ä 😀'])(
  'the name of a slot is one string in the stylesheet: %j',
  (slot) => {
    const css = stylesheetFor(slot);
    const selectors = [...css.matchAll(/^\[data-slot="(.*)"\]\{min-height:250px\}$/gm)];
    expect(selectors).toHaveLength(2);
    const read = selectors[0]?.[1]?.replace(/\\([\da-f]+) /g, (_, hex) =>
      String.fromCodePoint(Number.parseInt(hex, 16)),
    );
    expect(read).toBe(slot);
    expect(css.split('\n')).toHaveLength(stylesheetFor('plain').split('\n').length);
  },
);
