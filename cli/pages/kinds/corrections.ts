import { CorrectionsPage } from '../../../templates/pages/CorrectionsPage.tsx';
import type { Moment } from '../../../templates/types.ts';
import { timeZoneOf } from '../../content/site.ts';
import { startOf } from '../../lib/in-zone.ts';
import { definePageKind } from '../page-kind.ts';
import { webPage } from '../structured-data.ts';

export const corrections = definePageKind({
  name: 'corrections',
  summary: 'all corrections of stories, newest first',
  props({ edition: { posts, endedPosts, shared } }) {
    const timeZone = timeZoneOf(shared.site.data);
    const timeOf = ({ date }: { readonly date: Moment }) => Date.parse(startOf(date.iso, timeZone));
    const entries = [...posts, ...endedPosts]
      .flatMap(({ post: { path, title, corrections } }) =>
        (corrections?.entries ?? []).map((entry) => ({ ...entry, path, title })),
      )
      .sort((a, b) => timeOf(b) - timeOf(a));
    return ({ head }) => ({ ...head(), entries });
  },
  structuredData: (page, site) => [webPage('CollectionPage', page, site)],
  component: CorrectionsPage,
});
