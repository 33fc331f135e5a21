import type { Moment, Notice, NoticeNames } from '../../templates/types.ts';
import { paragraphsOf } from '../content/markdown/paragraphs.ts';
import type { Edition, EditionNotice, EditionOptions, ParsedNotice, Records } from '../content/model.ts';
import { isObituary, type NoticeFile, type NoticeKind } from '../content/notice.ts';
import { emailIssue, isPhoneNumber } from '../content/schema/address-issues.ts';
import { languageOf, timeZoneOf } from '../content/site.ts';
import { cutLine } from '../headlines/feed-text.ts';
import { groupBy } from '../lib/group-by.ts';
import { createDays, createStoryTimes, dateFormat, endOf, startOf, yearIn } from '../lib/in-zone.ts';
import { pictureAt } from '../look/pictures.ts';
import { createDates } from './event-dates.ts';

/** In characters. */
const maxExcerpt = 240;

type Parts = Pick<Edition, 'shared' | 'pictures' | 'clock'> & { readonly path: string };

/** The notices of this build below the address of their page, newest first; those that are expired, and those that are not published. */
export function publishNotices(
  { shared, notices }: Records,
  pictures: Edition['pictures'],
  path: string | undefined,
  { drafts, clock }: Pick<EditionOptions, 'drafts'> & Pick<Edition, 'clock'>,
): Pick<Edition, 'notices' | 'endedNotices' | 'unpublishedNotices' | 'unpublished'> {
  const timeZone = timeZoneOf(shared.site.data);
  const kinds = new Map(shared.site.data.notices?.map((kind) => [kind.kind, kind]));
  const dayOf = createDays(timeZone, 'en-US');
  const toNotice = path === undefined ? undefined : createNotices({ shared, pictures, clock, path });
  const all: EditionNotice[] = [];
  const unpublishedNotices: ParsedNotice[] = [];
  const unpublished = new Map<string, string>();
  for (const parsed of notices) {
    const { kind: name, publishedDate, draft } = parsed.data;
    const kind = kinds.get(name);
    const date = new Date(startOf(publishedDate, timeZone));
    if (toNotice && kind && (drafts || (!draft && clock.isPast(date.getTime())))) {
      all.push(toNotice(parsed, kind));
    } else {
      unpublishedNotices.push(parsed);
      const reason = draft ? 'a draft' : `to come: it is published on ${dayOf(date).text}`;
      unpublished.set(`${path}/${name}/${parsed.fileSlug}`, reason);
    }
  }
  all.sort((a, b) => b.time - a.time || (a.post.path < b.post.path ? -1 : 1));
  return {
    notices: all.filter(({ post }) => !post.isOver),
    endedNotices: all.filter(({ post }) => post.isOver),
    unpublishedNotices,
    unpublished,
  };
}

/** Makes a published notice of a file. */
function createNotices({ shared, pictures, clock, path }: Parts) {
  const timeZone = timeZoneOf(shared.site.data);
  const { words, locale } = languageOf(shared.site.data);
  const storyTime = createStoryTimes(timeZone, locale, clock);
  const { inWords, dayOf } = createDates({ clock, timeZone, words, locale });
  const thisYear = clock.read(yearIn(timeZone));
  const longDay = { timeZone, weekday: 'long', month: 'long', day: 'numeric' } as const;

  function dayInWords(date: Date): string {
    const year = dayOf(date).startsWith(thisYear) ? undefined : 'numeric';
    return dateFormat(locale, { ...longDay, year }).format(date);
  }

  function serviceOf({ service }: NoticeFile): Notice['service'] {
    if (!service) return undefined;
    const { starts, ends, where } = service;
    const span = { start: new Date(starts), end: ends === undefined ? undefined : new Date(ends) };
    return { iso: starts, ends, where, text: inWords(span, thisYear) };
  }

  return (parsed: ParsedNotice, { kind, title, form }: NoticeKind): EditionNotice => {
    const { data, fileSlug } = parsed;
    const iso = startOf(data.publishedDate, timeZone);
    const date = new Date(iso);
    const obituary = isObituary({ kind, title, form });
    const [born, died] = [data.born, data.died].map((day) => dayOfLife(day, locale));
    const years = words.notices.years(born?.iso.slice(0, 4), died?.iso.slice(0, 4));
    const service = serviceOf(data);
    const contact = contactOf(data.contact, words.notices.more);
    const until = obituary ? undefined : data.until;
    const end = until === undefined ? undefined : endOf(until, timeZone);
    const [first = ''] = paragraphsOf(parsed.body);
    const picture = pictureAt(data.picture, data.pictureAlt, pictures);
    return {
      post: {
        path: `${path}/${kind}/${fileSlug}`,
        title: data.title,
        excerpt: cutLine(first, maxExcerpt, 'between-words'),
        authors: [],
        published: storyTime(iso),
        category: { name: title, path: `${path}/${kind}` },
        tags: [],
        picture: picture && { ...picture, focus: data.imageFocus },
        // Feeds show them above the text, as the page does in its own way.
        points: [
          [years, data.place].filter(Boolean).join(', '),
          [service?.text, service?.where].filter(Boolean).join(', '),
          data.contact ?? '',
        ].filter(Boolean),
        form: obituary ? 'obituary' : 'notice',
        day: { iso: dayOf(date), text: dayInWords(date) },
        years,
        born,
        died,
        place: data.place,
        service,
        contact,
        isPaid: data.paid,
        until:
          until === undefined || end === undefined
            ? undefined
            : { iso: until, text: dayInWords(new Date(end - 1)) },
        isOver: end !== undefined && clock.isPast(end),
      },
      id: `notices/${fileSlug}`,
      time: date.getTime(),
      month: dayOf(date).slice(0, '2026-11'.length),
      parsed,
    };
  };
}

/** The year of a birth or death, or the day if it is known. */
function dayOfLife(day: string | number | undefined, locale: string): Moment | undefined {
  if (day === undefined) return undefined;
  const iso = String(day);
  return { iso, text: /^\d+$/.test(iso) ? iso : createDays('UTC', locale)(new Date(iso)).text };
}

/** Where to write, call or read; a link to another site has the name of its host. */
function contactOf(contact: string | undefined, more: string): Notice['contact'] {
  if (contact === undefined) return undefined;
  if (!emailIssue(contact)) return { email: contact };
  if (isPhoneNumber(contact)) return { phone: contact };
  const host = /^https?:\/\/(?:www\.)?([^/?#]+)/i.exec(contact)?.[1];
  return { link: { path: contact, title: host ?? more } };
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

/** The services of notices as entries of `data/events.yaml`, with the whole address of the notice; `titleOf` makes the title. */
export function servicesOf(
  { notices, shared, baseUrl }: Pick<Edition, 'notices' | 'shared' | 'baseUrl'>,
  titleOf: (name: string) => string = languageOf(shared.site.data).words.notices.serviceFor,
) {
  return notices.flatMap(({ post: { title, form, path, service } }) => {
    if (!service) return [];
    const { iso: starts, ends, where } = service;
    return { title: form === 'obituary' ? titleOf(title) : title, starts, ends, where, url: baseUrl + path };
  });
}
