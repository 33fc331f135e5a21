// The kinds of data: the schema of each file of `data/`, by the file's name, one line each.
export { books } from './books.ts';
export { departments } from './departments.ts';
export { events } from './events.ts';
export { faq } from './faq.ts';
export { partners } from './partners.ts';
export { plans } from './plans.ts';
export { team } from './team.ts';
