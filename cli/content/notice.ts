import * as z from 'zod';
import type { KeyPath } from '../problems/locate.ts';
import { emailIssue, isPhoneNumber, linkIssue } from './schema/address-issues.ts';
import { dayIssue, isBefore } from './schema/date-issues.ts';
import {
  dayOrMoment,
  fieldOf,
  focus,
  issueAt,
  moment,
  noticeKind,
  picture,
  slug,
  text,
  title,
  whole,
} from './schema/fields.ts';
import { distinct, refersTo } from './schema/references.ts';

/** A kind of notices, as `notices` of site.yaml declares it. */
const kindSchema = z.strictObject({
  kind: slug('the name of a kind').describe(
    'The word that notices name it by, and the last part of its address.',
  ),
  title: title().describe('What readers call such notices.'),
  text: text().optional().describe('A sentence about them, for their page, its feed and search engines.'),
  form: z
    .enum(['obituary', 'notice'])
    .optional()
    .describe(
      'An `obituary` shows the whole portrait, the years of a life and the service, and never expires. By default `deaths` have this form, and all other kinds are a `notice`.',
    ),
});

export type NoticeKind = z.infer<typeof kindSchema>;

/** Whether notices of a kind have the form of obituaries, which never expire. */
export const isObituary = ({ kind, form }: NoticeKind): boolean =>
  (form ?? (kind === 'deaths' ? 'obituary' : 'notice')) === 'obituary';

/** `notices` of site.yaml. */
export const noticeKinds = () =>
  distinct(
    z.array(kindSchema),
    ...(['kind', 'title'] as const).map((key) => ({
      names: (entry: NoticeKind) => [[entry[key], key] as const],
      message: (name: string) => `Two kinds of notices have the ${key} \`${name}\`.`,
      hint: 'Remove one of them, or give it another.',
      isError: true,
    })),
  );

/** A year, or a day where it is known. */
const yearOrDay = () =>
  z.union([
    whole(1500, 2200),
    fieldOf(
      'a year or a day',
      (value) => /^\d{4}$/.test(value) || !dayIssue(value),
      'Write the year, as in `1948`, or the day, as in `1948-02-03`.',
    ).meta({ 'x-form': 'A year such as `1948`, or a day such as `1948-02-03`.' }),
  ]);

/** Where to write, call or read more. */
const contact = () =>
  refersTo(
    fieldOf(
      'an e-mail address, a phone number or a link',
      (value) => !emailIssue(value) || isPhoneNumber(value) || !linkIssue(value),
      'Write one of them, such as `name@paper.example`, `(214) 555-0100` or `https://…`.',
    ).meta({ 'x-form': 'An e-mail address, a phone number, or a link.' }),
    { to: 'link' },
  );

/** The front matter of a file in `notices/`; the body is Markdown and stands beside it. */
export const noticeSchema = z
  .strictObject({
    kind: noticeKind().describe('One of the kinds that `notices` of site.yaml declares.'),
    title: title().describe('The name of the person or office.'),
    publishedDate: dayOrMoment().describe('When it is published; a notice to come is left out until then.'),
    until: dayOrMoment()
      .optional()
      .describe('The last day, or the moment, after which it is expired: only its own page is left.'),
    picture: picture({ alt: 'pictureAlt' }).optional().describe('A portrait or another picture.'),
    pictureAlt: text().optional().describe('What the picture shows, for people who cannot see it.'),
    decorative: z.boolean().default(false).describe('`true` if the picture shows nothing that matters.'),
    imageFocus: focus()
      .optional()
      .describe('The part of the picture that stays where it is cropped, such as `top` for a face.'),
    born: yearOrDay().optional().describe('The year, or the day, such as `1948` or `1948-02-03`.'),
    died: yearOrDay().optional().describe('The same for the death.'),
    place: title().optional().describe('The town or the street that it is about.'),
    service: z
      .strictObject({
        starts: moment().describe('When it begins.'),
        ends: moment().optional().describe('When it is over.'),
        where: title().optional().describe('The place, as in `St. Bride’s, Richardson`.'),
      })
      .optional()
      .describe('A funeral, a hearing or another meeting; it is on the calendar as well.'),
    contact: contact()
      .optional()
      .describe('An e-mail address, a phone number or a link; of an obituary, for flowers and gifts.'),
    paid: z.boolean().default(false).describe('`true` if somebody paid for it; it is labeled so.'),
    draft: z.boolean().default(false).describe('`true` keeps the notice from readers.'),
  })
  .superRefine(({ publishedDate, until, born, died, service, picture, imageFocus }, context) => {
    const check = (isWrong: boolean, path: KeyPath, message: string, hint: string) =>
      isWrong && issueAt(context, [...path], { rule: 'invalid-date', message, hint });
    check(
      isBefore(until, publishedDate),
      ['until'],
      'This notice would be over before it is published.',
      '`until` must not be earlier than `publishedDate`. Leave it out if the notice stays.',
    );
    check(isBefore(died, born), ['died'], 'This is earlier than `born`.', 'Correct one of the two.');
    check(
      isBefore(publishedDate, died ?? born),
      [died === undefined ? 'born' : 'died'],
      'This is later than `publishedDate`.',
      'Correct one of the two.',
    );
    check(
      isBefore(service?.ends, service?.starts),
      ['service', 'ends'],
      'This ends before it starts.',
      'Correct `ends`, or leave it out.',
    );
    if (imageFocus === undefined || picture !== undefined) return;
    issueAt(context, ['imageFocus'], {
      rule: 'missing-key',
      message: 'This belongs to a picture, but `picture` is missing: no picture is named.',
      hint: 'Add `picture: media/…`, or remove this line.',
    });
  });

export type NoticeFile = z.infer<typeof noticeSchema>;
