import { HomePage } from '../../templates/pages/HomePage.tsx';
import { blocksField, createHomeBlocks } from './home-blocks.ts';
import { definePageKind } from './page-kind.ts';
import { originsOf, originsOfBlock, type Policy } from './policy.ts';

/** The front page. */
export const home = definePageKind({
  name: 'home',
  summary: 'the front page, at `/`',
  address: '/',
  isAboutPaper: true,
  fields: { blocks: blocksField.default([]).describe('What the page is made of, in order.') },
  shows: ['embeds'],
  props(build) {
    const blocksOf = createHomeBlocks(build);
    return (page) => ({ ...page.head(), hasWholeTitle: true, blocks: blocksOf(page) });
  },
  policy({ blocks }) {
    const ads = blocks.flatMap((block) =>
      block.block === 'ads'
        ? [block.ad.desktop, block.ad.mobile].flatMap(({ embed }) => originsOf(embed))
        : [],
    );
    const newsletters = blocks.flatMap((block) =>
      block.block === 'newsletter' ? [block.newsletter.block] : [],
    );
    return {
      frames: [
        ...blocks.flatMap((block) =>
          block.block === 'board' ? block.feeds.flatMap(({ frame }) => originsOf(frame?.embed)) : [],
        ),
        ...blocks.flatMap((block) => (block.block === 'video' ? originsOf(block.embed) : [])),
        ...newsletters.flatMap(originsOfBlock),
        ...ads,
      ],
      // A script requests something of the advertising service before it inserts the frame.
      connections: ads,
      sendsMail: newsletters.some((block) => 'form' in block),
    } satisfies Policy;
  },
  component: HomePage,
});
