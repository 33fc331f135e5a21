import { join } from 'node:path';
import { doubtfulValues } from '../../checks/doubtful-values.ts';
import { placeholderLeft } from '../../content/placeholders.ts';
import { title as titleField } from '../../content/schema/fields.ts';
import { issueIn } from '../../content/schema/schema-keys.ts';
import type { Sources } from '../../content/source-file.ts';
import { usageError } from '../../lib/errors.ts';
import { createWithFolders } from '../../lib/replace-file.ts';
import type { Problem } from '../../problems/problem.ts';
import { replaceContent } from '../terminal/content-files.ts';
import type { PaperFlags } from '../terminal/flags.ts';
import { editionOf, type Paper, readPaper } from '../terminal/paper.ts';
import { startNotice, startPost } from './drafts.ts';
import { startBook, startEvent, startFaq } from './entry.ts';
import { startPage } from './page.ts';
import type { NewText, Start } from './paper.ts';

const kinds = {
  post: startPost,
  page: startPage,
  event: startEvent,
  book: startBook,
  faq: startFaq,
  notice: startNotice,
};

export type NewKind = keyof typeof kinds;

/** `new <kind> "Title"`: writes something that passes `check`. */
export function startNew<Kind extends NewKind>(
  kind: Kind,
  title: string,
  flags: Pick<PaperFlags, 'content' | 'now'> & Parameters<(typeof kinds)[Kind]>[1],
): void {
  const start = kinds[kind] as Start<typeof flags>;
  const paper = readPaper(flags);
  const name = title.trim();
  const issue = name === '' ? `Write what it is called: \`galley new ${kind} "…"\`.` : titleIssue(name);
  if (issue !== undefined) throw usageError(issue);
  const fresh = start(name, flags, paper);
  const warnings = consequences(fresh, paper);
  const path = join(flags.content, fresh.path);
  write(path, fresh);
  process.stdout.write(`${path}\n`);
  process.stderr.write(`${[fresh.next, ...warnings, 'Next: `npm run check`.'].join(' ')}\n`);
}

const titleIssue = issueIn(titleField());

/** What `check` would report because of the new text, about other files. Throws if the text itself has a problem. */
function consequences({ path, text }: NewText, { sources, now }: Paper): string[] {
  const file = `${sources.shownAs}/${path}`;
  const idOf = ({ source, rule, message }: Problem) => JSON.stringify([source.file, rule, message]);
  const others = sources.files.filter((source) => source.path !== path);
  const files = [...others, { path, file, text }].sort((a, b) => (a.path < b.path ? -1 : 1));
  const before = new Set(problemsOf(sources, now).map(idOf));
  const problems = problemsOf({ ...sources, files }, now).filter((problem) => !before.has(idOf(problem)));
  const own = problems.find(
    (problem) =>
      (problem.source.file === file && problem.message !== placeholderLeft) || problem.severity === 'error',
  );
  if (own) throw usageError(`${inWords(own)} Nothing was written.`);
  return problems.map(inWords);
}

/** The problems of a paper, as far as they show without rendering. */
function problemsOf(sources: Sources, now: Date): Problem[] {
  const { edition, problems } = editionOf(sources, { now, drafts: true });
  return [...problems, ...doubtfulValues(edition)];
}

function inWords({ message, hint, suggestion }: Problem): string {
  const advice = suggestion === undefined ? hint : `Did you mean \`${suggestion}\`?`;
  return advice === undefined ? message : `${message} ${advice}`;
}

function write(path: string, { text, before }: NewText) {
  if (before) return replaceContent(path, before, text);
  if (!createWithFolders(path, text)) throw usageError(`${path} already exists; nothing was written.`);
}
