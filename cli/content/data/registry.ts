import * as z from 'zod';
import { embed } from '../embeds.ts';
import * as f from '../schema/fields.ts';
import { distinct } from '../schema/references.ts';
import { slugify } from '../schema/slugs.ts';

// The kinds of data: every export is the schema of the file of its name in `data/`.

export { events } from './events.ts';

const book = z.strictObject({
  title: f.title().describe('The title of the book.'),
  author: f.title().describe('Who wrote it.'),
  isbn: f.isbn().optional().describe('The number of the book.'),
  url: f.url().optional().describe('Where to buy it; a search of the shop if it is left out.'),
  cover: f.picture().optional().describe('A picture of the cover; one is drawn if it is left out.'),
});

/** `data/books.yaml`: the books that the paper recommends, and the shop that sells them, if one does. */
export const books = z.strictObject({
  shop: z
    .strictObject({
      allUrl: f.url().optional().describe('All books of the shop.'),
      searchUrl: f.urlTemplate('query').optional().describe('The search of the shop.'),
    })
    .optional()
    .describe('The shop that sells the books.'),
  books: distinct(
    z.array(book).min(1),
    {
      names: ({ title, author }) => [[`${title}, by ${author}`, 'title']],
      message: (name) => `The book \`${name}\`, is in this list twice.`,
    },
    { names: ({ url }) => [[url, 'url']], message: (url) => `Two books link to \`${url}\`.` },
    { names: ({ isbn }) => [[isbn, 'isbn']], message: (isbn) => `Two books have the ISBN ${isbn}.` },
  ).describe('The books, in order.'),
});

const department = z.strictObject({
  name: f.title().describe('The name of the department.'),
  email: f.email().describe('Where mail to it goes.'),
  phone: f.phone().optional().describe('Its number.'),
  about: f.text().optional().describe('What it answers.'),
});

/** `data/departments.yaml`: who answers which mail. */
export const departments = z.strictObject({
  departments: distinct(z.array(department).min(1), {
    names: ({ name }) => [[name, 'name']],
    message: (name) => `Two departments have the name \`${name}\`.`,
  }).describe('The departments, in order.'),
});

const category = z.strictObject({
  title: f.title().optional().describe('The heading of the questions.'),
  items: z
    .array(z.strictObject({ q: f.text().describe('A question.'), a: f.markdown().describe('Its answer.') }))
    .min(1)
    .describe('Questions and answers.'),
});

/** `data/faq.yaml`: questions of readers with their answers. */
export const faq = z.strictObject({
  categories: distinct(z.array(category).min(1), {
    names: ({ items }) => items.map(({ q }, i) => [q, 'items', i, 'q']),
    message: () => 'This question is in the file twice.',
  }).describe('Questions by subject.'),
});

/** `data/partners.yaml`: the documents that the paper shares with its partners. */
export const partners = z.strictObject({
  documents: distinct(z.array(embed({ about: f.text().optional().describe('What it is.') })).min(1), {
    names: ({ provider, id }) => [[id === 'unset' ? undefined : `${provider} ${id}`, 'id']],
    message: () => 'This document is in the list twice.',
  }).describe('The documents, in order.'),
});

const plan = z
  .strictObject({
    name: f.title().describe('The name of the plan.'),
    price: f.price().describe('What it costs.'),
    period: f.text().optional().describe('How often that is paid, in words.'),
    features: z.array(f.text()).default([]).describe('What readers get.'),
    cta: f.text().optional().describe('The words on the button.'),
    popular: z.boolean().default(false).describe('`true` marks the plan that most readers choose.'),
    path: f.link().optional().describe('The page that the button leads to; an e-mail if it is left out.'),
    url: f.url().optional().describe('The checkout elsewhere that the button leads to.'),
  })
  .superRefine(({ path, url }, context) => {
    if (path === undefined || url === undefined) return;
    f.issueAt(context, ['url'], {
      rule: 'invalid-value',
      message: 'The button of this plan cannot lead to both `path` and `url`.',
      hint: 'Remove one of the two.',
    });
  });

/** `data/plans.yaml`: what a subscription costs. */
export const plans = z.strictObject({
  plans: distinct(
    z.array(plan).min(1),
    { names: ({ name }) => [[name, 'name']], message: (name) => `Two plans have the name \`${name}\`.` },
    {
      names: ({ popular }) => [[popular ? 'popular' : undefined, 'popular']],
      message: () => 'Two plans are marked as the one that most readers choose.',
    },
  ).describe('The plans, in order.'),
});

const member = z.strictObject({
  name: f.title().describe('The name of the person.'),
  role: f.title().optional().describe('What they do.'),
  bio: f.text().optional().describe('Who they are.'),
  image: f.picture({ alt: 'imageAlt' }).optional().describe('A picture; their initials if it is left out.'),
  imageAlt: f.text().optional().describe('What the picture shows.'),
  decorative: z.boolean().default(false).describe('`true` if the picture shows nothing that matters.'),
});

/** `data/team.yaml`: who makes the paper. */
export const team = z.strictObject({
  team: distinct(z.array(member).min(1), {
    names: ({ name }) => [[slugify(name) || name, 'name']],
    message: (name) => `Another member has this name, or one that is the same in addresses: \`${name}\`.`,
  }).describe('The people, in order.'),
});
