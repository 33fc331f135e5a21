import * as z from 'zod';
import { isbn, picture, title, url, urlTemplate } from '../schema/fields.ts';
import { distinct } from '../schema/references.ts';

const book = z.strictObject({
  title: title().describe('The title of the book.'),
  author: title().describe('Who wrote it.'),
  isbn: isbn().optional().describe('The number of the book.'),
  url: url().optional().describe('Where to buy it; a search of the shop if it is left out.'),
  cover: picture().optional().describe('A picture of the cover; one is drawn if it is left out.'),
});

/** `data/books.yaml`: the books that the paper recommends, and the shop that sells them, if one does. */
export const books = z.strictObject({
  shop: z
    .strictObject({
      allUrl: url().optional().describe('All books of the shop.'),
      searchUrl: urlTemplate('query').optional().describe('The search of the shop.'),
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
