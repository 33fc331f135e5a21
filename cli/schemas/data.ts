import * as z from 'zod';
import {
  email,
  isbn,
  linkOrPart,
  markdown,
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
        z.strictObject({
          name: title(),
          price: price(),
          period: text(),
          features: z.array(text()).min(1),
          cta: text(),
          popular: z.boolean().default(false),
          path: linkOrPart().optional(),
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
  events: z.strictObject({
    events: z
      .array(
        z.strictObject({
          title: title(),
          when: title(),
          where: title(),
          about: text(),
          url: url().optional(),
        }),
      )
      .min(1),
  }),
};

/** The name of a file in `data/`, without its ending. */
export type DataName = keyof typeof dataSchemas;

/** All of `data/`, as parsed. */
export type DataFiles = { [K in DataName]: z.infer<(typeof dataSchemas)[K]> };
