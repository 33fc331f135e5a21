import { CorrectionsPage } from '../../templates/pages/CorrectionsPage.tsx';
import { definePageKind } from './page-kind.ts';
import { webPage } from './structured-data.ts';

export const corrections = definePageKind({
  name: 'corrections',
  summary: 'all corrections of stories, newest first',
  fields: {},
  props({ edition: { posts, endedPosts } }) {
    const entries = [...posts, ...endedPosts]
      .flatMap(({ post: { path, title, corrections } }) =>
        (corrections?.entries ?? []).map((entry) => ({ ...entry, path, title })),
      )
      .sort((a, b) => Date.parse(b.date.iso) - Date.parse(a.date.iso));
    return ({ head }) => ({ ...head(), entries });
  },
  structuredData: (page, site) => [webPage('CollectionPage', page, site)],
  component: CorrectionsPage,
});
