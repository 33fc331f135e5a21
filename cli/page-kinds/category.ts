import * as z from 'zod';
import { CategoryPage } from '../../templates/pages/CategoryPage.tsx';
import { groupBy } from '../lib/group-by.ts';
import { feedBlock } from '../sources/embeds.ts';
import { markdown } from '../sources/fields.ts';
import { createFeedBlocks } from './blocks.ts';
import { definePageKind } from './page-kind.ts';
import { originsOf } from './policy.ts';
import { webPage } from './structured-data.ts';

/** The page begins with so many of the paper's own posts. */
const maxPosts = 6;

/** A section: the newest posts of its category, and feeds of other sources. */
export const category = definePageKind({
  name: 'category',
  summary: 'a section: its posts, feeds of other sources, a text',
  fields: { feeds: z.array(feedBlock({})).min(1), body: markdown().optional() },
  props(build) {
    const feedBlocks = createFeedBlocks(build);
    const postsByPath = groupBy(build.edition.posts, ({ post }) => post.category.path ?? '');
    return ({ file, head, prose }) => {
      const posts = postsByPath.get(file.path) ?? [];
      return {
        ...head(),
        feeds: feedBlocks(file.feeds, 'always'),
        body: file.body === undefined ? undefined : prose(file.body),
        posts: posts.slice(0, maxPosts).map(({ post }) => post),
        archive: posts.length > maxPosts ? build.addressOf('archives') : undefined,
      };
    };
  },
  policy: ({ feeds }) => ({ frames: feeds.flatMap(({ frame }) => originsOf(frame?.embed)) }),
  structuredData: (page, site) => [webPage('CollectionPage', page, site)],
  component: CategoryPage,
});
