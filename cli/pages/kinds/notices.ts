import { NoticesPage, type NoticesPageProps } from '../../../templates/pages/NoticesPage.tsx';
import type { EditionNotice } from '../../content/model.ts';
import type { NoticeKind } from '../../content/notice.ts';
import { markdown } from '../../content/schema/fields.ts';
import { groupBy } from '../../lib/group-by.ts';
import { definePageKind, type PartRoute } from '../page-kind.ts';
import { feedName, headBelow, type ListPart, listHead, listPages, pagingOf } from '../paging.ts';
import { imagesOf, thing, webPage } from '../structured-data.ts';

const perPage = 60;

/** A page of a list, of one kind or with the newest of all, or a notice. */
type Part = { readonly list: ListPart<EditionNotice>; readonly kind?: NoticeKind } | EditionNotice;

export const notices = definePageKind({
  name: 'notices',
  summary: 'the notices of `notices/`; each kind is at `<path>/<kind>`, and each notice below that',
  fields: { body: markdown().optional().describe('How readers place a notice, and what it costs.') },
  reserves: { below: /^\/[^/]+\/.+$/, reason: 'A notice may be at this address' },
  routes: ({ data: { path } }, edition): readonly PartRoute<Part>[] => {
    const pages = (address: string, notices: readonly EditionNotice[], kind?: NoticeKind) =>
      listPages(address, notices, edition, perPage).map(({ part: list, ...page }) => ({
        ...page,
        part: { list, kind },
      }));
    const isOwn = ({ post }: EditionNotice) => post.path.startsWith(path);
    const own = [...edition.notices, ...edition.endedNotices].filter(isOwn);
    return [
      ...pages(path, edition.notices).slice(0, 1),
      ...(edition.shared.site.data.notices ?? []).flatMap((kind) =>
        pages(`${path}/${kind.kind}`, ofKind(edition.notices, kind), kind),
      ),
      ...own.map((part) => ({ address: part.post.path, part, newest: part, isHidden: part.notice.isOver })),
    ];
  },
  feeds: ({ data: { path } }, edition) =>
    (edition.shared.site.data.notices ?? []).map((kind) => ({
      ...feedName(`${path}/${kind.kind}`, kind.title, edition),
      description: kind.text,
      page: `${path}/${kind.kind}`,
      posts: ofKind(edition.notices, kind),
    })),
  props({ edition, words, shareImages, addressOf }) {
    const { notices: kinds = [], name } = edition.shared.site.data;
    const counts = kinds.map((kind) => ({ ...kind, count: ofKind(edition.notices, kind).length }));
    return ({ file: { path, body }, head, part, prose, proseOf }): NoticesPageProps => {
      const page = head();
      if ('notice' in part) {
        const { post, notice, file, parsed } = part;
        const { name: kind, path: list = path } = post.category;
        const description = post.excerpt || [kind, notice.years].filter(Boolean).join(', ');
        // There may be thousands of notices, and a share image takes a tenth of a second.
        const image = post.picture ? shareImages.ofPost(part) : shareImages.ofPage(kind);
        return {
          ...headBelow(page, post, description, { title: kind, path: list }),
          keywords: [kind],
          shareImage: notice.isOver ? page.shareImage : image,
          post,
          notice,
          life: { birthDate: file.born, deathDate: file.died },
          text: proseOf(parsed.source, parsed.body, parsed.bodyOffset),
        };
      }
      const { list, kind } = part;
      const base = kind ? `${path}/${kind.kind}` : path;
      const isOne = kind && {
        ...headBelow(page, { title: kind.title, path: base }, kind.text ?? `${kind.title}: ${name}`),
        tagline: kind.text,
        shareImage: shareImages.ofPage(kind.title),
        feed: edition.hasFeed ? feedName(base, kind.title, edition) : undefined,
      };
      return {
        ...listHead(isOne ?? page, list, { words }),
        list: {
          tabs: [
            { title: words.notices.all, path, count: edition.notices.length },
            ...counts.map(({ kind, title, count }) => ({ title, path: `${path}/${kind}`, count })),
          ],
          tab: base,
          days: [...groupBy(list.posts, ({ notice }) => notice.day.iso).values()].map((day) =>
            day.map(({ post, notice }) => ({ post, notice })),
          ),
          search: addressOf('search'),
          paging: pagingOf(base, { ...list, of: kind ? list.of : 1 }),
        },
        text: body === undefined ? undefined : prose(body),
      };
    };
  },
  structuredData: (page, site) => {
    const { notice, post, life } = page;
    if (!notice || !post) return [webPage('CollectionPage', page, site)];
    const [image] = imagesOf([post.picture], site);
    const person = { name: post.title, ...life, image };
    const about = notice.form === 'obituary' ? thing('Person', person) : undefined;
    return [webPage('WebPage', page, site, { datePublished: post.published.iso, about })];
  },
  component: NoticesPage,
});

const ofKind = (notices: readonly EditionNotice[], { kind }: NoticeKind) =>
  notices.filter(({ file }) => file.kind === kind);
