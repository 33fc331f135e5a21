import { HomePage } from '../../../templates/pages/HomePage.tsx';
import { blocksField, createHomeBlocks } from '../home-blocks.ts';
import { definePageKind } from '../page-kind.ts';
import { originsOf } from '../security-policy.ts';

export const home = definePageKind({
  name: 'home',
  summary: 'the front page, at `/`',
  address: '/',
  isAboutPaper: true,
  fields: { blocks: blocksField.default([]).describe('What the page is made of, in order.') },
  shows: ['embeds'],
  routes: ({ data: { path } }, { posts }) => [{ address: path, part: undefined, newest: posts[0] }],
  props(build) {
    const blocksOf = createHomeBlocks(build);
    return (page) => {
      const blocks = blocksOf(page);
      const isSized = blocks.some((block) => block.block === 'lead' && block.sizes);
      return { ...page.head(), hasWholeTitle: true, blocks, parts: isSized ? ['weights'] : undefined };
    };
  },
  policy({ blocks }) {
    const ads = blocks.flatMap((block) => (block.block === 'ads' ? block.ad.slots.flatMap(originsOf) : []));
    const shown = blocks.flatMap((block) => {
      if (block.block === 'board') return block.feeds.map(({ frame }) => frame);
      return block.block === 'newsletter' ? block.newsletter.block : block;
    });
    return {
      frames: [...shown.flatMap(originsOf), ...ads],
      // A script requests something of the advertising service before it inserts the frame.
      connections: ads,
      sendsMail: shown.some((block) => block && 'form' in block),
    };
  },
  component: HomePage,
});
