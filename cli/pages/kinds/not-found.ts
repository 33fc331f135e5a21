import { NotFoundPage } from '../../../templates/pages/NotFoundPage.tsx';
import type { NavItem } from '../../../templates/types.ts';
import type { Words } from '../../../templates/words/words.ts';
import type { ParsedPage } from '../../content/model.ts';
import { menu } from '../../content/site.ts';
import { groupBy } from '../../lib/group-by.ts';
import { type Build, definePageKind, isOfKind } from '../page-kind.ts';
import { category } from './category.ts';

const maxSections = 6;

export const notFound = definePageKind({
  name: 'not-found',
  summary: 'what is shown for unknown addresses, at `/404`; without such a page, one in Galley’s own words',
  address: '/404',
  isHidden: true,
  fields: { sections: menu().optional().describe('Where readers may go instead.') },
  shows: ['navigation'],
  props(build) {
    const links = ownMenuEntries(build).slice(0, maxSections);
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

/** The distinct menu entries that lead to pages of the paper, sections first. */
function ownMenuEntries({ edition: { shared }, listedPages }: Build): NavItem[] {
  const { header, categories, more, footer } = shared.navigation?.data ?? {};
  const menus = [categories?.items, header, more?.items, footer?.quickLinks?.items, footer?.about?.items];
  const pages = new Map(listedPages.map((page) => [page.data.path, page]));
  const byPath = groupBy(
    menus.flatMap((items) => items ?? []),
    ({ path }) => path,
  );
  const own = [...byPath.values()]
    .flatMap(([first]) => first ?? [])
    .filter(({ path }) => path !== '/' && pages.has(path));
  const isSection = ({ path }: NavItem) => isOfKind(pages.get(path), category);
  return [...own.filter(isSection), ...own.filter((item) => !isSection(item))];
}
