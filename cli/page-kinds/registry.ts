import { about } from './about.ts';
import { archives } from './archives.ts';
import { blog } from './blog.ts';
import { books } from './books.ts';
import { category } from './category.ts';
import { contact } from './contact.ts';
import { embedDocument } from './embed-document.ts';
import { embedForm } from './embed-form.ts';
import { embedWall } from './embed-wall.ts';
import { events } from './events.ts';
import { faq } from './faq.ts';
import { home } from './home.ts';
import { notFound } from './not-found.ts';
import type { PageKind } from './page-kind.ts';
import { partners } from './partners.ts';
import { post } from './post.ts';
import { radio } from './radio.ts';
import { rss } from './rss.ts';
import { subscribe } from './subscribe.ts';
import { text } from './text.ts';

/** The kinds of pages that files of `pages/` ask for with their `template`. */
export const pageKinds: readonly PageKind[] = [
  home,
  category,
  blog,
  archives,
  events,
  contact,
  about,
  subscribe,
  text,
  partners,
  faq,
  rss,
  radio,
  books,
  notFound,
  embedForm,
  embedDocument,
  embedWall,
];

const byName = new Map<unknown, PageKind>([...pageKinds, post].map((kind: PageKind) => [kind.name, kind]));

/** The kind of a name; `undefined` if there is none. */
export const pageKindOf = (name: unknown): PageKind | undefined => byName.get(name);
