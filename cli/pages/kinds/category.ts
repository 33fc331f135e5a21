import * as z from 'zod';
import { CategoryPage } from '../../../templates/pages/CategoryPage.tsx';
import { feedBlock } from '../../content/embeds.ts';
import { markdown } from '../../content/schema/fields.ts';
import { createFeedBlocks } from '../blocks.ts';
import { createCampaigns } from '../campaigns.ts';
import { definePageKind, type PartRoute } from '../page-kind.ts';
import { feedName, type ListPart, listHead, listPages, pagingOf, reservedForPages } from '../paging.ts';
import { riverOf, sectionFront } from '../setting.ts';
import { webPage } from '../structured-data.ts';

export const category = definePageKind({
  name: 'category',
  summary:
    'a section: its posts, feeds of other sources, a text; later pages are at `<path>/page/<number>`, its feed at `<path>/rss.xml`',
  fields: {
    feeds: z.array(feedBlock({})).default([]).describe('Headlines of other sources.'),
    body: markdown().optional().describe('A text under the headlines.'),
  },
  reserves: { ...reservedForPages, below: /^\/(?:page\/\d+|rss\.xml)$/ },
  routes: ({ data: { path } }, edition): readonly PartRoute<ListPart>[] =>
    listPages(path, edition.postsBySection.get(path) ?? [], edition),
  feeds: ({ data: { path, title, headline = title, description } }, edition) => {
    const posts = edition.postsBySection.get(path) ?? [];
    return posts.length > 0 ? [{ ...feedName(path, headline, edition), description, page: path, posts }] : [];
  },
  props(build) {
    const feedBlockOf = createFeedBlocks(build, 'always');
    const campaignsIn = createCampaigns(build.edition);
    const { categories } = build.edition.shared.site.data;
    const namesAt = (address: string) =>
      categories.flatMap(({ name, path }) => (path === address ? name : []));
    return ({ file, head, part, prose }) => {
      const isFirst = part.number === 1;
      const name = file.headline ?? file.title;
      return {
        ...listHead(head(), part, build),
        feed: part.posts.length > 0 ? feedName(file.path, name, build.edition) : undefined,
        ...(isFirst ? sectionFront(part.posts, name) : { river: riverOf(part.posts, new Set(), name) }),
        paging: pagingOf(file.path, part),
        campaigns: isFirst ? campaignsIn('section', namesAt(file.path)) : [],
        feeds: isFirst ? file.feeds.map(feedBlockOf) : [],
        body: isFirst && file.body !== undefined ? prose(file.body) : undefined,
      };
    };
  },
  structuredData: (page, site) => [webPage('CollectionPage', page, site)],
  component: CategoryPage,
});
