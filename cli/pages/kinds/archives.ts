import { ArchivesPage } from '../../../templates/pages/ArchivesPage.tsx';
import type { EditionPost } from '../../content/model.ts';
import { groupBy } from '../../lib/group-by.ts';
import { dateFormat } from '../../lib/in-zone.ts';
import { definePageKind, type PartRoute } from '../page-kind.ts';
import { postsOf } from '../setting.ts';
import { webPage } from '../structured-data.ts';

/** The year that a page of the archive shows; none where nothing has been published. */
type Part = ReturnType<typeof yearsOf>[number] | undefined;

export const archives = definePageKind({
  name: 'archives',
  summary: 'all posts by year and month; each year but the newest is at `<path>/<year>`',
  reserves: { below: /^\/\d{4}$/, reason: 'Posts of that year will be listed at this address' },
  routes: ({ data: { path } }, { posts }): readonly PartRoute<Part>[] => {
    const [newest, ...others] = yearsOf(posts);
    return [
      { address: path, part: newest, newest: newest?.posts[0] },
      ...others.map((part) => ({ address: yearAddress(path, part.year), part, newest: part.posts[0] })),
    ];
  },
  props({ edition, shareImages, words, locale }) {
    const monthsOf = createMonths(locale);
    const years = yearsOf(edition.posts).map(({ year, posts }) => ({
      year,
      count: posts.length,
      months: monthsOf(posts).map(({ id, name, posts }) => ({ id, name, count: posts.length })),
    }));
    return ({ file: { path }, address, head, part }) => {
      const page = head();
      const common = {
        year: part?.year,
        months: monthsOf(part?.posts ?? []).map(({ posts, ...month }) => ({
          ...month,
          posts: postsOf(posts),
        })),
        years: years.map((year, i) => ({ ...year, path: i === 0 ? path : yearAddress(path, year.year) })),
      };
      if (!part || address === path) return { ...page, ...common };
      const headline = `${page.headline}: ${part.year}`;
      return {
        ...page,
        title: `${page.title}: ${part.year}`,
        headline,
        shareImage: shareImages.ofPage(headline),
        description: page.description && `${page.description} ${words.archives.storiesOf(part.year)}`,
        breadcrumbs: [
          ...page.breadcrumbs.slice(0, -1),
          { title: page.headline, path },
          { title: part.year, path: address },
        ],
        ...common,
      };
    };
  },
  structuredData: (page, site) => [webPage('CollectionPage', page, site)],
  component: ArchivesPage,
});

const yearAddress = (path: string, year: string) => `${path}/${year}`;

/** The posts of each year, in the paper's zone, newest first. */
const yearsOf = (posts: readonly EditionPost[]) =>
  [...groupBy(posts, ({ month }) => month.slice(0, 4))].map(([year, posts]) => ({ year, posts }));

function createMonths(locale: string) {
  const name = dateFormat(locale, { month: 'long', timeZone: 'UTC' });
  return (posts: readonly EditionPost[]) =>
    [...groupBy(posts, ({ month }) => month)].map(([month, posts]) => ({
      id: `m-${month}`,
      name: name.format(new Date(`${month}-01T00:00:00Z`)),
      posts,
    }));
}
