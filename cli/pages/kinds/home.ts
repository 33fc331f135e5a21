import { HomePage } from '../../../templates/pages/HomePage.tsx';
import { createHomeBlocks } from '../home-blocks.ts';
import { blocksField } from '../home-fields.ts';
import { definePageKind } from '../page-kind.ts';

export const home = definePageKind({
  name: 'home',
  summary: 'the front page, at `/`',
  address: '/',
  fields: { blocks: blocksField.default([]).describe('What the page is made of, in order.') },
  shows: ['embeds'],
  routes: ({ data: { path } }, { posts }) => [{ address: path, part: undefined, newest: posts[0] }],
  props(build) {
    const blocksOf = createHomeBlocks(build);
    return (page) => ({ ...page.head(), hasWholeTitle: true, blocks: blocksOf(page) });
  },
  component: HomePage,
});
