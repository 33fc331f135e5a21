import { type HomeBlock, HomePage } from '../../../templates/pages/HomePage.tsx';
import type { PartName } from '../../../templates/types.ts';
import { partsOfNewsletter } from '../blocks.ts';
import { createHomeBlocks } from '../home-blocks.ts';
import { blocksField } from '../home-fields.ts';
import { chosen, definePageKind } from '../page-kind.ts';
import { originsOf, policyOf } from '../security-policy.ts';

export const home = definePageKind({
  name: 'home',
  summary: 'the front page, at `/`',
  address: '/',
  fields: { blocks: blocksField.default([]).describe('What the page is made of, in order.') },
  shows: ['embeds'],
  routes: ({ data: { path } }, { posts }) => [{ address: path, part: undefined, newest: posts[0] }],
  props(build) {
    const blocksOf = createHomeBlocks(build);
    return (page) => {
      const blocks = blocksOf(page);
      const parts = [...new Set([...blocks, ...allOf(blocks)].flatMap(partsOf))];
      const campaigns = allOf(blocks).flatMap((block) =>
        block.block === 'ads' ? (block.ad.booked ?? []) : [],
      );
      return { ...page.head(), hasWholeTitle: true, blocks, parts, campaigns };
    };
  },
  policy({ blocks }) {
    const all = allOf(blocks);
    const ads = all.flatMap((block) => (block.block === 'ads' ? block.ad.slots.flatMap(originsOf) : []));
    const shown = all.flatMap((block) => {
      if (block.block === 'board') return block.feeds.map(({ frame }) => frame);
      return block.block === 'newsletter' ? block.newsletter.block : block;
    });
    return {
      frames: [...shown.flatMap(originsOf), ...ads],
      forms: shown.flatMap((block) => policyOf(block).forms ?? []),
      // A script requests something of the advertising service before it inserts the frame.
      connections: ads,
    };
  },
  component: HomePage,
});

const allOf = (blocks: readonly HomeBlock[]) =>
  blocks.flatMap((block) => (block.block === 'band' ? block.parts.flat() : block));

/** The parts that a block shows besides rows. */
function partsOf(block: HomeBlock): PartName[] {
  switch (block.block) {
    case 'lead':
      return chosen({
        'lead-banner': block.form === 'banner',
        'lead-text': block.form === 'text',
        feature: block.form === 'feature',
        points: block.lead.points,
        lines: block.lines.length,
        facts: block.panel,
        briefs: block.briefs.length,
      });
    case 'stories':
      return chosen({
        river: block.form === 'list',
        voices: block.form === 'voices',
        feature: block.form === 'feature',
        lines: block.form === 'feature' && block.lines.length,
      });
    case 'video':
      return chosen({ embed: block.embed.connected });
    case 'events':
      return ['events-ahead'];
    case 'notices':
      return ['notice-names'];
    case 'newsletter':
      return partsOfNewsletter(block.newsletter);
    case 'band':
    case 'paid':
      return [block.block];
    default:
      return [];
  }
}
