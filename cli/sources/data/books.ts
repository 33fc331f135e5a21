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

/** `data/books.yaml`: the books that the paper recommends, and the shop that sells them. */
export const books = z.strictObject({
  shop: z.strictObject({ allUrl: url(), searchUrl: urlTemplate('query') }),
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
