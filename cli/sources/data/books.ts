import * as z from 'zod';
import { isbn, picture, title, url, urlTemplate } from '../fields.ts';
import { distinct } from '../references.ts';

const book = z.strictObject({
  title: title(),
  author: title(),
  isbn: isbn().optional(),
  url: url().optional(),
  cover: picture().optional(),
});

/** `data/books.yaml`: the books that the paper recommends, and the shop that sells them, if one does. */
export const books = z.strictObject({
  shop: z.strictObject({ allUrl: url().optional(), searchUrl: urlTemplate('query').optional() }).optional(),
  books: distinct(
    z.array(book).min(1),
    {
      names: ({ title, author }) => [[`${title}, by ${author}`, 'title']],
      message: (name) => `The book \`${name}\`, is in this list twice.`,
    },
    { names: ({ url }) => [[url, 'url']], message: (url) => `Two books link to \`${url}\`.` },
    { names: ({ isbn }) => [[isbn, 'isbn']], message: (isbn) => `Two books have the ISBN ${isbn}.` },
  ),
});
