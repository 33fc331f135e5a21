import * as z from 'zod';
import { emailIssue, isPhoneNumber, linkIssue } from './schema/address-issues.ts';
import { dayIssue } from './schema/date-issues.ts';
import * as f from './schema/fields.ts';
import { distinct, refersTo } from './schema/references.ts';

const kindSchema = z.strictObject({
  kind: f.slug().describe('The word that notices name it by, also in their addresses.'),
  title: f.title().describe('What readers call such notices.'),
  text: f.text().optional().describe('A sentence about them, for their page, their feed and search engines.'),
  form: z
    .enum(['obituary', 'notice'])
    .optional()
    .describe('`obituary` for lives, which never expire; it is that of `deaths` if it is left out.'),
});

export type NoticeKind = z.infer<typeof kindSchema>;

/** Whether notices of a kind are obituaries, which never expire. */
export const isObituary = ({ kind, form }: NoticeKind): boolean =>
  form === 'obituary' || (form === undefined && kind === 'deaths');

/** `notices` of site.yaml. */
export const noticeKinds = () =>
  distinct(z.array(kindSchema), {
    names: ({ kind }) => [[kind, 'kind']],
    message: (kind) => `Two kinds of notices have the name \`${kind}\`.`,
    hint: 'Remove one of them.',
    isError: true,
  });

const yearOrDay = () =>
  z.union([
    f.whole(1500, 2200),
    f
      .fieldOf(
        'a year or a day',
        (value) => /^\d{4}$/.test(value) || !dayIssue(value),
        'Write the year, as in `1948`, or the day, as in `1948-02-03`.',
      )
      .meta({ 'x-form': 'A year such as `1948`, or a day such as `1948-02-03`.' }),
  ]);

const contact = () =>
  refersTo(
    f.fieldOf(
      'an e-mail address, a phone number or a link',
      (value) => !emailIssue(value) || isPhoneNumber(value) || !linkIssue(value),
      'Write one of them, such as `name@paper.example`, `(214) 555-0100` or `https://…`.',
    ),
    { to: 'link' },
  );

/** The front matter of a file in `notices/`; the body is Markdown and stands beside it. */
export const noticeSchema = z
  .strictObject({
    kind: f.noticeKind().describe('One of `notices` in site.yaml.'),
    title: f.title().describe('The name of the person or office.'),
    publishedDate: f.dayOrMoment().describe('When it is published; a notice to come is left out until then.'),
    until: f.dayOrMoment().optional().describe('The last day, or the moment, after which it is expired.'),
    picture: f.picture({ alt: 'pictureAlt' }).optional().describe('A portrait or another picture.'),
    pictureAlt: f.text().optional().describe('What the picture shows, for people who cannot see it.'),
    decorative: z.boolean().default(false).describe('`true` if the picture shows nothing that matters.'),
    imageFocus: f.focus().optional().describe('The part that stays where the picture is cropped.'),
    born: yearOrDay().optional().describe('The year or the day: `1948`, `1948-02-03`.'),
    died: yearOrDay().optional().describe('The same for the death.'),
    place: f.title().optional().describe('The town or the street that it is about.'),
    service: z
      .strictObject({
        starts: f.moment().describe('When it begins.'),
        ends: f.moment().optional().describe('When it is over.'),
        where: f.title().optional().describe('The place, as in `St. Bride’s, Richardson`.'),
      })
      .superRefine(f.inOrder(['ends', 'starts']))
      .optional()
      .describe('A funeral, a hearing or another meeting; it is among the events as well.'),
    contact: contact()
      .optional()
      .describe('An e-mail address, a phone number or a link; of an obituary, for flowers and gifts.'),
    paid: z.boolean().default(false).describe('`true` if somebody paid for it; it is labeled so.'),
    draft: z.boolean().default(false).describe('`true` keeps the notice from readers.'),
  })
  .superRefine(f.inOrder(['until', 'publishedDate'], ['publishedDate', 'died'], ['publishedDate', 'born']))
  .superRefine(f.inOrder(['died', 'born']));

export type NoticeFile = z.infer<typeof noticeSchema>;
