import * as z from 'zod';
import { BooksPage } from '../../../templates/pages/BooksPage.tsx';
import { text, title, url } from '../../content/schema/fields.ts';
import { coverPath, coverSize, pictureAt, placeholderAt } from '../../look/pictures.ts';
import { fillTemplate } from '../embeds.ts';
import { definePageKind, needed } from '../page-kind.ts';
import { webPage } from '../structured-data.ts';

const button = z.strictObject({
  label: title().describe('The words on the button.'),
  url: url().describe('Where it leads.'),
});

const banner = z.strictObject({
  title: title().describe('Its heading.'),
  text: text().optional().describe('Its text.'),
  apply: button.optional().describe('The first button.'),
  learn: button.optional().describe('The second button.'),
});

export const books = definePageKind({
  name: 'books',
  summary: 'the books of `data/books.yaml`',
  fields: {
    banner: banner.optional().describe('An invitation above the books.'),
    allLabel: title().optional().describe('The words of the link to all books.'),
  },
  needs: ['books'],
  props({ edition: { shared, pictures } }) {
    const { shop, books } = needed(shared.data.books).data;
    const inShop = (query: string) => shop?.searchUrl && fillTemplate(shop.searchUrl, { query });
    return ({ file, head }) => ({
      ...head(),
      banner: file.banner,
      all: shop?.allUrl === undefined ? undefined : { label: file.allLabel, url: shop.allUrl },
      books: books.map(({ title, author, isbn, url, cover }) => ({
        title,
        author,
        isbn,
        url: url ?? inShop(isbn ?? `${title} ${author}`),
        cover: pictureAt(cover, undefined, pictures) ?? placeholderAt(coverPath(title, author), coverSize),
      })),
    });
  },
  structuredData: (page, site) => [
    webPage('CollectionPage', page, site, {
      mainEntity: {
        '@type': 'ItemList',
        numberOfItems: page.books.length,
        itemListElement: page.books.map((book, i) => ({
          '@type': 'ListItem',
          position: i + 1,
          item: {
            '@type': 'Book',
            name: book.title,
            author: { '@type': 'Person', name: book.author },
            url: book.url,
            ...(book.isbn && { isbn: book.isbn }),
          },
        })),
      },
    }),
  ],
  component: BooksPage,
});
