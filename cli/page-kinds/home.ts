import { HomePage } from '../../templates/pages/HomePage.tsx';
import { blocksField, createHomeBlocks } from './home-blocks.ts';
import { definePageKind } from './page-kind.ts';

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
  component: HomePage,
});
