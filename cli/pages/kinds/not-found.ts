import { NotFoundPage } from '../../../templates/pages/NotFoundPage.tsx';
import type { Words } from '../../../templates/words/words.ts';
import type { ParsedPage } from '../../content/model.ts';
import { menu } from '../../content/site.ts';
import { definePageKind } from '../page-kind.ts';

const maxSections = 6;

export const notFound = definePageKind({
  name: 'not-found',
  summary: 'what is shown for unknown addresses, at `/404`; without such a page, one in Galley’s own words',
  address: '/404',
  isHidden: true,
  fields: { sections: menu().optional().describe('Where readers may go instead.') },
  shows: ['navigation'],
  props(build) {
    const { categories } = build.edition.shared.navigation?.data ?? {};
    const links = categories?.items.slice(0, maxSections) ?? [];
    return ({ head, file: { sections = links } }) => ({
      ...head(),
      hasNoAddress: true,
      hasWholeTitle: true,
      sections,
    });
  },
  component: NotFoundPage,
});

/** Adds a default page for unknown addresses if there is none, because static hosts need its file. */
export function withNotFound(pages: readonly ParsedPage[], shownAs: string, { notFound: words }: Words) {
  const { name: template, address: path = '' } = notFound;
  if (pages.some(({ data }) => data.template === template || data.path === path)) return pages;
  const file = 'pages/not-found.yaml';
  const source = { path: file, file: `${shownAs}/${file}`, text: '' };
  const data = {
    template,
    path,
    aliases: [],
    title: words.title,
    tagline: words.reasons,
    keywords: [],
    noindex: true,
  };
  return [...pages, { source, data }];
}
