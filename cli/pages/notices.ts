import { dialled } from '../../templates/telephone.ts';
import type { Notice, NoticeNames } from '../../templates/types.ts';
import type { Edition, EditionNotice, EditionPost, ParsedNotice, ParsedPost } from '../content/model.ts';
import { isObituary, type NoticeFile, type NoticeKind } from '../content/notice.ts';
import { emailIssue, isPhoneNumber } from '../content/schema/address-issues.ts';
import { languageOf } from '../content/site.ts';
import { groupBy } from '../lib/group-by.ts';
import { createDays, dayFormat, endOf, startOf, yearIn } from '../lib/in-zone.ts';
import { createDates } from './event-dates.ts';

/** A notice with the fields of a post, which is what lists, feeds and the search have entries of. */
export function asPost(parsed: ParsedNotice, kind: NoticeKind, timeZone: string): ParsedPost {
  const { title, publishedDate, until, picture, pictureAlt, decorative, imageFocus, draft } = parsed.data;
  const data = {
    id: `notices/${parsed.fileSlug}`,
    title,
    publishedDate: startOf(publishedDate, timeZone),
    until: isObituary(kind) ? undefined : until,
    category: kind.title,
    imageUrl: picture,
    imageAlt: pictureAlt,
    decorative,
    imageFocus,
    draft,
    authors: [],
    tags: [],
    aliases: [],
  };
  return { ...parsed, data };
}

/** Makes notices of posts that were made of them: their own addresses, and facts in the words of the paper. */
export function createNotices({ shared, clock }: Pick<Edition, 'shared' | 'clock'>, path: string) {
  const { words, locale, timeZone } = languageOf(shared.site.data);
  const { dayOf, inWords } = createDates({ timeZone, words, locale });
  const year = clock.read(yearIn(timeZone));
  const day = { timeZone, weekday: 'long', month: 'long', day: 'numeric' } as const;
  const ofLife = (name: string, date: string | number | undefined) => {
    if (date === undefined) return undefined;
    const iso = String(date);
    return { name, iso, text: /^\d+$/.test(iso) ? iso : createDays('UTC', locale)(new Date(iso)).text };
  };

  return (made: EditionPost, file: NoticeFile, kind: NoticeKind, isOver: boolean): EditionNotice => {
    const form = isObituary(kind) ? 'obituary' : 'notice';
    const { place, contact } = file;
    const { until } = made.parsed.data;
    const { starts, ends, where } = file.service ?? {};
    const date = new Date(made.time);
    const [born, died] = [ofLife(words.notices.born, file.born), ofLife(words.notices.died, file.died)];
    const service = starts && {
      name: words.notices.service[form],
      iso: starts,
      text: inWords({ start: new Date(starts), end: ends ? new Date(ends) : undefined }, year),
      more: where,
    };
    const facts: Notice['facts'] = [
      born,
      died,
      place && { name: words.notices.where, text: place },
      service,
      contact && {
        name: words.notices.contact[form],
        text: contact.replace(/^https?:\/\/(?:www\.)?|\/$/g, ''),
        path: linkOf(contact),
      },
      { name: words.notices.published, iso: made.post.published.iso, text: made.post.published.text },
      until && {
        name: words.notices.until,
        iso: until,
        text: createDays(timeZone, locale)(new Date(endOf(until, timeZone) - 1)).text,
      },
    ].filter((fact) => typeof fact === 'object');
    return {
      ...made,
      post: {
        ...made.post,
        path: `${path}/${kind.kind}/${made.parsed.fileSlug}`,
        category: { name: kind.title, path: `${path}/${kind.kind}` },
        picture: file.picture ? made.post.picture : undefined,
        // In feeds.
        points: [
          ...facts.slice(0, until ? -2 : -1).map(({ text, more }) => (more ? `${text}, ${more}` : text)),
          ...(file.paid ? [words.notices.paid] : []),
        ],
      },
      notice: {
        form,
        day: { iso: dayOf(date), text: dayFormat(locale, date, year, day).format(date) },
        years: [born, died].flatMap((day) => day?.iso.slice(0, 4) ?? []).join('–') || undefined,
        place,
        service: service || undefined,
        facts,
        isPaid: file.paid,
        isOver,
      },
      file,
    };
  };
}

function linkOf(contact: string): string {
  if (!emailIssue(contact)) return `mailto:${contact}`;
  return isPhoneNumber(contact) ? `tel:${dialled(contact)}` : contact;
}

/** The names of the newest notices, by their kinds in the order of site.yaml; of all kinds, or of some. */
export function noticeNames(
  { notices, shared }: Pick<Edition, 'notices' | 'shared'>,
  most: number,
  only?: string | readonly string[],
): NoticeNames[] {
  const byKind = groupBy(notices, ({ file }) => file.kind);
  return (shared.site.data.notices ?? []).flatMap(({ kind, title }) => {
    const isWanted = only === undefined || [only].flat().includes(kind);
    const [newest, ...others] = isWanted ? (byKind.get(kind) ?? []) : [];
    if (!newest) return [];
    const names = [newest, ...others].slice(0, most).map(({ post: { title, path } }) => ({ title, path }));
    return { title, path: newest.post.category.path ?? '', names };
  });
}

/** How many names a letter or a printed page has of a kind. */
const maxNames = 8;

/** The same as stories, one for each kind, for the letter and the printed page. */
export const noticeStories = (edition: Pick<Edition, 'notices' | 'shared'>): EditionPost[] =>
  noticeNames(edition, maxNames).flatMap(({ title, path, names }) => {
    const newest = edition.notices.find(({ post }) => post.path === names[0]?.path);
    if (!newest) return [];
    const excerpt = names.map((name) => name.title).join(' · ');
    const { published } = newest.post;
    const when = { ...published, when: published.text };
    const post = { ...newest.post, title, path, excerpt, published: when, picture: undefined };
    const parsed = { ...newest.parsed, body: '', data: { ...newest.parsed.data, imageUrl: undefined } };
    return { ...newest, post, parsed };
  });

/** The services for the dead as entries of `data/events.yaml`, with the whole addresses of the notices. */
export function servicesOf({ notices, shared, baseUrl }: Pick<Edition, 'notices' | 'shared' | 'baseUrl'>) {
  const { words } = languageOf(shared.site.data);
  return notices.flatMap(({ post, notice: { form }, file: { service } }) => {
    if (!service || form !== 'obituary') return [];
    return { ...service, title: words.notices.serviceFor(post.title), url: baseUrl + post.path };
  });
}
