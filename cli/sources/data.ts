import * as z from 'zod';
import {
  email,
  type FieldIssue,
  isbn,
  link,
  markdown,
  moment,
  phone,
  picturePath,
  price,
  text,
  title,
  url,
  urlTemplate,
  word,
} from './fields.ts';

/** One schema per file of `data/`, by the file's name. */
export const dataSchemas = {
  books: z.strictObject({
    shop: z.strictObject({ allUrl: url(), searchUrl: urlTemplate('query') }),
    books: z
      .array(
        z.strictObject({
          title: title(),
          author: title(),
          isbn: isbn().optional(),
          url: url().optional(),
          cover: picturePath().optional(),
        }),
      )
      .min(1),
  }),
  faq: z.strictObject({
    categories: z
      .array(
        z.strictObject({
          title: title(),
          items: z.array(z.strictObject({ q: text(), a: markdown() })).min(1),
        }),
      )
      .min(1),
  }),
  plans: z.strictObject({
    plans: z
      .array(
        z
          .strictObject({
            name: title(),
            price: price(),
            period: text(),
            features: z.array(text()).min(1),
            cta: text(),
            popular: z.boolean().default(false),
            path: link().optional(),
            url: url().optional(),
          })
          .superRefine(({ path, url }, context) => {
            if (path === undefined || url === undefined) return;
            const issue: FieldIssue = {
              rule: 'invalid-value',
              message: 'The button of this plan cannot lead to `path` and to `url`.',
              hint: 'Take one of the two out.',
            };
            context.addIssue({ code: 'custom', path: ['url'], message: issue.message, params: { ...issue } });
          }),
      )
      .min(1),
  }),
  departments: z.strictObject({
    departments: z
      .array(z.strictObject({ name: title(), email: email(), phone: phone(), about: text() }))
      .min(1),
  }),
  team: z.strictObject({
    team: z
      .array(
        z.strictObject({
          name: title(),
          role: title(),
          bio: text(),
          image: picturePath().optional(),
          imageAlt: text().optional(),
          decorative: z.boolean().default(false),
        }),
      )
      .min(1),
  }),
  partners: z.strictObject({
    documents: z
      .array(z.strictObject({ provider: word(), id: word(), title: title(), about: text() }))
      .min(1),
  }),
  events: z.strictObject({ events: z.array(event()) }),
};

/** An event has its days in words, as a date, or both. */
function event() {
  const keys = {
    title: title(),
    when: title().optional(),
    starts: moment().optional(),
    ends: moment().optional(),
    where: title(),
    about: text(),
    url: url().optional(),
  };
  return z.strictObject(keys).superRefine(({ when, starts, ends }, context) => {
    const report = (path: string[], { message, ...params }: FieldIssue) =>
      context.addIssue({ code: 'custom', path, message, params });
    if (starts === undefined && ends !== undefined) {
      report(['ends'], {
        rule: 'missing-key',
        message: 'This event says when it ends and not when it starts.',
        hint: 'Add a line such as `starts: 2026-12-05T10:00:00-06:00` above it.',
      });
    } else if (starts === undefined && when === undefined) {
      report([], {
        rule: 'missing-key',
        message: 'This event does not say when it is.',
        hint: 'Add `starts: 2026-12-05T10:00:00-06:00`, or in words `when: Every first Saturday, 9 a.m. to noon`.',
      });
    } else if (starts !== undefined && ends !== undefined && Date.parse(ends) <= Date.parse(starts)) {
      report(['ends'], {
        rule: 'invalid-date',
        message: 'This event ends before it has started.',
        hint: '`ends` must be later than `starts`. Leave it out where nobody knows when the event ends.',
      });
    }
  });
}

/** The name of a file in `data/`, without its ending. */
export type DataName = keyof typeof dataSchemas;

/** All of `data/`, as parsed. */
export type DataFiles = { [K in DataName]: z.infer<(typeof dataSchemas)[K]> };
