import * as z from 'zod';
import { NoticesPage, type NoticesPageProps } from '../../../templates/pages/NoticesPage.tsx';
import type { Notice, Site } from '../../../templates/types.ts';
import type { Edition, EditionNotice, OutputFile } from '../../content/model.ts';
import type { NoticeKind } from '../../content/notice.ts';
import { link, text, title } from '../../content/schema/fields.ts';
import { languageOf, timeZoneOf } from '../../content/site.ts';
import { assetPath } from '../../lib/asset-path.ts';
import { groupBy } from '../../lib/group-by.ts';
import { eventsAhead } from '../event-dates.ts';
import { servicesOf } from '../notices.ts';
import { definePageKind, type PartRoute } from '../page-kind.ts';
import { feedName, type ListPart, listHead, listPages, pagingOf } from '../paging.ts';
import { imagesOf, type Thing, thing, webPage } from '../structured-data.ts';

/** How many notices a page of a list has, and how many services stand beside it. */
const perPage = 40;
const maxServices = 6;

/** A page of a list: of the notices of a kind, or the newest of all; and the file with the names of those on other pages. */
interface List extends ListPart<EditionNotice> {
  readonly kind: NoticeKind | undefined;
  readonly names: OutputFile | undefined;
}

type Part = { readonly list: List } | { readonly notice: EditionNotice };

const offer = z.strictObject({
  title: title().describe('The heading.'),
  text: text().optional().describe('What one gets, and how.'),
  prices: z
    .array(
      z.strictObject({
        name: title().describe('What it is.'),
        price: title().describe('What it costs, as in `$45`.'),
      }),
    )
    .default([])
    .describe('What each kind costs.'),
  path: link().optional().describe('Where the button leads.'),
  button: title().optional().describe('The words on the button.'),
  note: title().optional().describe('The line under it, such as a deadline and a number to call.'),
});

export const notices = definePageKind({
  name: 'notices',
  summary: 'the notices of `notices/`; each kind is at `<path>/<kind>`, and each notice below that',
  fields: { offer: offer.optional().describe('How readers place a notice, and what it costs.') },
  reserves: { below: /^\/[^/]+\/.+$/, reason: 'A notice may be at this address' },
  routes: ({ data: { path } }, edition): readonly PartRoute<Part>[] => {
    const ofPage = ({ post }: EditionNotice) => post.path.startsWith(`${path}/`);
    const all = edition.notices.filter(ofPage);
    const pages = (address: string, notices: readonly EditionNotice[], kind?: NoticeKind) => {
      const names = notices.length > perPage ? namesFile(address, notices) : undefined;
      return listPages(address, notices, edition, perPage).map(({ part, ...route }) => ({
        ...route,
        part: { list: { ...part, kind, names } },
      }));
    };
    const page = (notice: EditionNotice, isHidden: boolean) => ({
      address: notice.post.path,
      part: { notice },
      newest: notice,
      isHidden,
    });
    return [
      // The newest of all kinds; the rest of them are on the pages of their kinds.
      ...pages(path, all).slice(0, 1),
      ...kindsOf(edition).flatMap((kind) => pages(`${path}/${kind.kind}`, ofKind(all, kind), kind)),
      ...all.map((notice) => page(notice, false)),
      ...edition.endedNotices.filter(ofPage).map((notice) => page(notice, true)),
    ];
  },
  feeds: ({ data: { path } }, edition) =>
    kindsOf(edition).map((kind) => ({
      ...feedName(`${path}/${kind.kind}`, kind.title, edition),
      description: kind.text,
      page: `${path}/${kind.kind}`,
      posts: ofKind(edition.notices, kind),
    })),
  files: (part) => ('list' in part && part.list.names ? [part.list.names] : []),
  props({ edition, words, shareImages }) {
    const kinds = kindsOf(edition).map((kind) => ({ kind, count: ofKind(edition.notices, kind).length }));
    const services = servicesAhead(edition);
    return ({ file: { path, offer }, head, part, bodyOf }): NoticesPageProps => {
      const page = head();
      if ('notice' in part) {
        const { post: notice, parsed } = part.notice;
        const { title, category, excerpt, years, picture } = notice;
        return {
          ...page,
          title,
          headline: title,
          tagline: undefined,
          description: excerpt || [category.name, years].filter(Boolean).join(', '),
          keywords: [category.name],
          breadcrumbs: [
            ...page.breadcrumbs,
            { title: category.name, path: category.path ?? path },
            { title, path: notice.path },
          ],
          // There may be thousands of notices, and a share image takes a tenth of a second.
          shareImage: page.noindex
            ? page.shareImage
            : picture
              ? shareImages.ofPost(part.notice)
              : shareImages.ofPage(category.name),
          notice,
          body: parsed.body.trim() === '' ? undefined : bodyOf(parsed),
        };
      }
      const { kind, names, of, posts } = part.list;
      const base = kind ? `${path}/${kind.kind}` : path;
      const own = kind && {
        title: kind.title,
        headline: kind.title,
        tagline: kind.text,
        description: kind.text ?? `${kind.title}: ${edition.shared.site.data.name}`,
        shareImage: page.noindex ? page.shareImage : shareImages.ofPage(kind.title),
        breadcrumbs: [...page.breadcrumbs, { title: kind.title, path: base }],
        feed: edition.hasFeed ? feedName(base, kind.title, edition) : undefined,
      };
      const tabs = kinds.map(({ kind: { kind, title }, count }) => ({
        title,
        path: `${path}/${kind}`,
        count,
      }));
      const shown = posts.map(({ post }) => post);
      return {
        ...listHead({ ...page, ...own }, part.list, { words }),
        list: {
          tabs: [{ title: words.notices.all, path, count: edition.notices.length }, ...tabs],
          tab: base,
          days: [...groupBy(shown, ({ day }) => day.iso).values()],
          hasKinds: kind === undefined,
          names: names && `/${names.path}`,
          paging: pagingOf(base, { ...part.list, of: kind ? of : 1 }),
        },
        offer,
        services,
        parts: offer ? ['facts'] : [],
      };
    };
  },
  structuredData: (page, site) =>
    page.notice ? aboutNotice(page, page.notice, site) : [webPage('CollectionPage', page, site)],
  component: NoticesPage,
});

const kindsOf = ({ shared }: Edition): readonly NoticeKind[] => shared.site.data.notices ?? [];

const ofKind = (notices: readonly EditionNotice[], { kind }: NoticeKind) =>
  notices.filter(({ parsed }) => parsed.data.kind === kind);

/** The addresses and names of all notices of a list of several pages, for its search. */
function namesFile(
  address: string,
  notices: readonly EditionNotice[],
): OutputFile & { readonly content: string } {
  const names = notices.map(({ post: { path, title, place } }) => [path, title, place ?? '']);
  const content = `${JSON.stringify(names)}\n`;
  return { path: assetPath(address.slice(1).replaceAll('/', '-'), 'json', content), content };
}

/** The services to come, with the addresses of their notices. */
const servicesAhead = (edition: Edition): NoticesPageProps['services'] =>
  eventsAhead(
    servicesOf(edition, (name) => name),
    {
      clock: edition.clock,
      timeZone: timeZoneOf(edition.shared.site.data),
      ...languageOf(edition.shared.site.data),
    },
  )
    .slice(0, maxServices)
    .map(({ title, dates, where, url = '' }) => ({
      title,
      path: url.slice(edition.baseUrl.length),
      when: { iso: dates?.starts ?? '', text: dates?.text ?? '' },
      where,
    }));

/** The page of a notice: whom it is about, and the service. */
function aboutNotice(page: NoticesPageProps, notice: Notice, site: Site): Thing[] {
  const { title: name, published, until, born, died, service, form } = notice;
  const image = imagesOf([notice.picture], site);
  const about =
    form === 'obituary'
      ? thing('Person', {
          name,
          birthDate: born?.iso,
          deathDate: died?.iso,
          image: image.length > 0 ? image : undefined,
        })
      : undefined;
  const common = { datePublished: published.iso, expires: until?.iso, about };
  const event = service && {
    '@type': 'Event',
    name,
    startDate: service.iso,
    endDate: service.ends,
    location:
      service.where === undefined
        ? undefined
        : { '@type': 'Place', name: service.where, address: service.where },
    url: site.baseUrl + notice.path,
  };
  return [webPage('WebPage', page, site, common), ...(event ? [event] : [])];
}
