import type * as z from 'zod';
import { books } from './books.ts';
import { departments } from './departments.ts';
import { events } from './events.ts';
import { faq } from './faq.ts';
import { partners } from './partners.ts';
import { plans } from './plans.ts';
import { team } from './team.ts';

/** The kinds of data: the schema of each file of `data/`, by the file's name. */
export const dataKinds = { books, departments, events, faq, partners, plans, team };

/** The name of a file of `data/`, without its ending. */
export type DataName = keyof typeof dataKinds;

/** All of `data/`, as parsed. */
export type DataFiles = { readonly [K in DataName]: z.infer<(typeof dataKinds)[K]> };
