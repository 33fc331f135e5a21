import type { Notice, NoticeNames } from '../../templates/types.ts';
import { paragraphsOf } from '../content/markdown/paragraphs.ts';
import type { Edition, EditionNotice, EditionOptions, Records } from '../content/model.ts';
import { isObituary, type NoticeFile, type NoticeKind } from '../content/notice.ts';
import { emailIssue, isPhoneNumber } from '../content/schema/address-issues.ts';
import { languageOf, timeZoneOf } from '../content/site.ts';
import { cutLine } from '../headlines/feed-text.ts';
import { groupBy } from '../lib/group-by.ts';
import { createDays, createStoryTimes, dateFormat, endOf, startOf } from '../lib/in-zone.ts';
import { pictureAt } from '../look/pictures.ts';
import { createDates } from './event-dates.ts';

/** In characters. */
const maxExcerpt = 240;

type Published = Pick<Edition, 'notices' | 'endedNotices' | 'unpublishedNotices' | 'unpublished'>;

/** The notices of this build below the address of their page, newest first; those that are expired, and those that are not published. */
export function publishNotices(
  { shared, notices }: Records,
  pictures: Edition['pictures'],
  path: string | undefined,
  { drafts, clock }: Pick<EditionOptions, 'drafts'> & Pick<Edition, 'clock'>,
): Published {
  const timeZone = timeZoneOf(shared.site.data);
  const { words, locale } = languageOf(shared.site.data);
  const kinds = new Map(shared.site.data.notices?.map((kind) => [kind.kind, kind]));
  const dayOf = createDays(timeZone, locale);
  const storyTime = createStoryTimes(timeZone, locale, clock);
  const longDay = dateFormat(locale, { timeZone, dateStyle: 'full' });
  const { inWords, dayOf: isoDay } = createDates({ clock, timeZone, words, locale });
  const thisYear = clock.read(isoDay).slice(0, 4);

  function serviceOf({ service }: NoticeFile): Notice['service'] {
    if (!service) return undefined;
    const { starts, ends, where } = service;
    const span = { start: new Date(starts), end: ends === undefined ? undefined : new Date(ends) };
    return { iso: starts, ends, where, text: inWords(span, thisYear) };
  }

  function contactOf({ contact }: NoticeFile): Notice['contact'] {
    if (contact === undefined) return undefined;
    if (!emailIssue(contact)) return { email: contact };
    if (isPhoneNumber(contact)) return { phone: contact };
    const host = /^https?:\/\/(?:www\.)?([^/?#]+)/i.exec(contact)?.[1];
    return { link: { path: contact, title: host ?? words.notices.more } };
  }

  /** The year of a birth or death, and the day if it is known. */
  const dateOf = (date: string | number | undefined) =>
    date === undefined
      ? undefined
      : {
          iso: String(date),
          year: String(date).slice(0, 4),
          text: typeof date === 'number' ? String(date) : createDays('UTC', locale)(new Date(date)).text,
        };

  function toNotice(parsed: Records['notices'][number], kind: NoticeKind): EditionNotice {
    const { data, fileSlug } = parsed;
    const iso = startOf(data.publishedDate, timeZone);
    const date = new Date(iso);
    const [born, died] = [dateOf(data.born), dateOf(data.died)];
    const years = words.notices.years(born?.year, died?.year);
    const service = serviceOf(data);
    const contact = contactOf(data);
    const form = isObituary(kind) ? 'obituary' : 'notice';
    const end = form === 'notice' && data.until !== undefined ? endOf(data.until, timeZone) : undefined;
    const isOver = end !== undefined && clock.isPast(end);
    const [first = ''] = paragraphsOf(parsed.body);
    const picture = pictureAt(data.picture, data.pictureAlt, pictures);
    return {
      post: {
        path: `${path}/${kind.kind}/${fileSlug}`,
        title: data.title,
        excerpt: cutLine(first, maxExcerpt, 'between-words'),
        authors: [],
        published: storyTime(iso),
        category: { name: kind.title, path: `${path}/${kind.kind}` },
        tags: [],
        picture: picture && { ...picture, focus: data.imageFocus },
        // Feeds show them above the text, as the page does in its own way.
        points: [
          [years, data.place].filter(Boolean).join(', '),
          [service?.text, service?.where].filter(Boolean).join(', '),
          contact?.email ?? contact?.phone ?? contact?.link?.path ?? '',
        ].filter(Boolean),
        form,
        day: { iso: isoDay(date), text: longDay.format(date) },
        years,
        born,
        died,
        place: data.place,
        service,
        contact,
        isPaid: data.paid,
        until: end === undefined || data.until === undefined ? undefined : { iso: data.until, text: dayOf(new Date(end - 1)).text },
        isOver,
      },
      id: `notices/${fileSlug}`,
      time: date.getTime(),
      month: isoDay(date).slice(0, '2026-11'.length),
      parsed,
    };
  }

  const all: EditionNotice[] = [];
  const unpublishedNotices: Records['notices'][number][] = [];
  const unpublished = new Map<string, string>();
  for (const parsed of notices) {
    const { kind: name, publishedDate, draft } = parsed.data;
    const kind = kinds.get(name);
    const date = new Date(startOf(publishedDate, timeZone));
    if (kind && path !== undefined && (drafts || (!draft && clock.isPast(date.getTime())))) {
      all.push(toNotice(parsed, kind));
      continue;
    }
    unpublishedNotices.push(parsed);
    const reason = draft ? 'a draft' : `to come: it is published on ${createDays(timeZone, 'en-US')(date).text}`;
    unpublished.set(`${path}/${name}/${parsed.fileSlug}`, reason);
  }
  all.sort((a, b) => b.time - a.time || (a.post.path < b.post.path ? -1 : 1));
  return {
    notices: all.filter(({ post }) => !post.isOver),
    endedNotices: all.filter(({ post }) => post.isOver),
    unpublishedNotices,
    unpublished,
  };
}

/** The names of the newest notices, by their kinds in the order of site.yaml; of all kinds, or of some. */
export function noticeNames(
  { notices, shared }: Pick<Edition, 'notices' | 'shared'>,
  most: number,
  only?: readonly string[],
): NoticeNames[] {
  const byKind = groupBy(notices, ({ parsed }) => parsed.data.kind);
  return (shared.site.data.notices ?? []).flatMap(({ kind, title }) => {
    const [first, ...others] = (only?.includes(kind) ?? true) ? (byKind.get(kind) ?? []) : [];
    if (!first) return [];
    const names = [first, ...others].slice(0, most).map(({ post: { title, path } }) => ({ title, path }));
    return { title, path: first.post.category.path ?? '', names };
  });
}

/** The services of notices as entries of `data/events.yaml`, with the whole address of the notice. */
export const servicesOf = ({ notices, baseUrl }: Pick<Edition, 'notices' | 'baseUrl'>) =>
  notices.flatMap(({ post: { title, path, service } }) => {
    if (!service) return [];
    const { iso: starts, ends, where } = service;
    return { title, starts, ends, where, url: baseUrl + path };
  });
