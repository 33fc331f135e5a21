import type { DataName } from '../../content/single-files.ts';
import { problemsError, usageError } from '../../lib/errors.ts';
import { pageKinds } from '../../pages/kinds.ts';
import type { PageKind } from '../../pages/page-kind.ts';
import type { KeyPath } from '../../problems/locate.ts';
import { appendEntry } from '../../reading/append-entry.ts';
import type { Paper } from '../terminal/paper.ts';
import type { Ask } from '../terminal/questions.ts';
import { type Flags, given, type NewText, type Start } from './paper.ts';

export type EventFlags = Flags<'when' | 'starts' | 'ends' | 'where' | 'about' | 'url'>;

export const startEvent: Start<EventFlags> = async (
  title,
  { when, starts, ends, where, about, url },
  paper,
  ask,
) => {
  const words =
    starts === undefined
      ? await needed(ask, when, 'When, in words', 'An event needs its day: say it with --starts or --when.')
      : when;
  const place = where ?? (await ask({ words: 'Where', usual: '' }));
  return entryIn(
    'events',
    ['events'],
    given({ title, when: words, starts, ends, where: place, about, url }),
    paper,
  );
};

export type BookFlags = Flags<'author' | 'isbn' | 'url'>;

export const startBook: Start<BookFlags> = async (title, { author, isbn, url }, paper, ask) => {
  const writer = await needed(ask, author, 'Author', 'A book needs an author: say it with --author.');
  return entryIn('books', ['books'], given({ title, author: writer, isbn, url }), paper);
};

export type FaqFlags = Flags<'answer' | 'category'>;

/** A question of `data/faq.yaml`, in a category that is there, or in a new one. */
export const startFaq: Start<FaqFlags> = async (q, { answer, category }, paper, ask) => {
  const { faq } = paper.records.shared.data;
  const titles =
    faq && !paper.records.broken.has(faq.source.path) ? faq.data.categories.map(({ title }) => title) : [];
  const named = titles.filter((title) => title !== undefined);
  const wanted =
    category ??
    (named.length > 1 ? await ask({ words: 'Category', usual: named[0] ?? '', choices: named }) : undefined);
  const a = await needed(ask, answer, 'Answer', 'A question needs an answer: say it with --answer.');
  const at = wanted === undefined ? 0 : titles.indexOf(wanted);
  if (at < 0 || titles.length === 0)
    return entryIn('faq', ['categories'], { ...given({ title: wanted }), items: [{ q, a }] }, paper);
  return entryIn('faq', ['categories', at, 'items'], { q, a }, paper);
};

/** What a flag or an answer says. Entries are public at once, so that a placeholder would be as well. */
async function needed(ask: Ask, flag: string | undefined, words: string, message: string): Promise<string> {
  const check = (answer: string) => (answer === '' ? message : undefined);
  const answer = flag ?? (await ask({ words, usual: '', check }));
  if (answer === '') throw usageError(message);
  return answer;
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

const shows = ({ shows = [], needs = [], needsWithout = {}, isFramed }: PageKind, name: DataName): boolean =>
  !isFramed && [...shows, ...needs, ...Object.values(needsWithout)].includes(name);
