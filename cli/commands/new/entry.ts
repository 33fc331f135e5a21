import type { DataName } from '../../content/single-files.ts';
import { problemsError, usageError } from '../../lib/errors.ts';
import { pageKinds } from '../../pages/kinds.ts';
import type { PageKind } from '../../pages/page-kind.ts';
import type { KeyPath } from '../../problems/locate.ts';
import { appendEntry } from '../../reading/append-entry.ts';
import type { Paper } from '../terminal/paper.ts';
import { type Flags, given, type NewText, type Start } from './paper.ts';

type EventFlags = Flags<'when' | 'starts' | 'ends' | 'where' | 'about' | 'url'>;

export const startEvent: Start<EventFlags> = (title, { when, starts, ends, where, about, url }, paper) => {
  requireFlag(when ?? starts, 'An event needs its day: say it with --starts or --when.');
  return entryIn('events', ['events'], given({ title, when, starts, ends, where, about, url }), paper);
};

export const startBook: Start<Flags<'author' | 'isbn' | 'url'>> = (title, { author, isbn, url }, paper) => {
  requireFlag(author, 'A book needs an author: say it with --author.');
  return entryIn('books', ['books'], given({ title, author, isbn, url }), paper);
};

/** A question of `data/faq.yaml`, in a category that is there, or in a new one. */
export const startFaq: Start<Flags<'answer' | 'category'>> = (q, { answer: a, category }, paper) => {
  requireFlag(a, 'A question needs an answer: say it with --answer.');
  const { faq } = paper.records.shared.data;
  const titles =
    faq && !paper.records.broken.has(faq.source.path) ? faq.data.categories.map(({ title }) => title) : [];
  const at = category === undefined ? 0 : titles.indexOf(category);
  if (at < 0 || titles.length === 0)
    return entryIn('faq', ['categories'], { ...given({ title: category }), items: [{ q, a }] }, paper);
  return entryIn('faq', ['categories', at, 'items'], { q, a }, paper);
};

/** Throws if a flag says nothing. Entries are public at once, so that a placeholder would be as well. */
function requireFlag(flag: string | undefined, message: string): void {
  if (!flag) throw usageError(message);
}

/** A file of `data/` with one more entry in a list. */
function entryIn(name: DataName, list: KeyPath, entry: unknown, { sources, records }: Paper): NewText {
  const path = `data/${name}.yaml`;
  const before = sources.files.find((file) => file.path === path);
  if (before && records.broken.has(path))
    throw problemsError(`${before.file} has problems; \`galley check\` shows them. Correct them first.`);
  const shown = records.pages.filter(({ data }) =>
    pageKinds.some((kind) => kind.name === data.template && shows(kind, name)),
  );
  const [page] = shown.map(({ data }) => data.path);
  return {
    path,
    text: appendEntry(before?.text ?? '', list, entry),
    ...(before && { before }),
    next:
      page === undefined
        ? `No page shows it yet; \`npm run new -- page "…" --template ${name}\` starts one.`
        : `It will be at ${page}; \`npm run dev\` shows it.`,
  };
}

const shows = ({ shows = [], needs = [], isFramed }: PageKind, name: DataName): boolean =>
  !isFramed && [...shows, ...needs].includes(name);
