import type { Edition } from '../model.ts';
import { placeAt } from '../problems/locate.ts';
import { type Problem, problemAt } from '../problems/problem.ts';
import { type ImportedRule, importedSchema } from '../sources/imported.ts';
import { pathOf } from '../sources/shared-files.ts';
import { importedUntil } from '../sources/site.ts';

/** What posts from before a day brought along from an archive: the number of problems of each rule. */
export interface Imported {
  readonly before: string;
  readonly counts: Readonly<Record<ImportedRule, number>>;
}

const rules = Object.keys(importedSchema.shape.counts.shape) as readonly ImportedRule[];

/** Makes a warning of what came with an archive, which no build fails for. Other problems stay as they are. */
export function createImportedMarks(edition: Edition): (problem: Problem) => Problem {
  const { data } = edition.shared.site;
  if (data.importedBefore === undefined) return (problem) => problem;
  const until = importedUntil(data);
  const published = [...edition.posts, ...edition.endedPosts].map(({ parsed }) => parsed);
  const posts = new Map(
    [...published, ...edition.unpublishedPosts]
      .filter(({ data }) => Date.parse(data.publishedDate) < until)
      .map((post) => [post.source.file, post]),
  );
  const isImported = ({ file, rule, severity }: Problem): boolean => {
    const post = posts.get(file);
    if (!post || !rules.includes(rule as ImportedRule)) return false;
    // Levels that are skipped are a warning, and invisible characters are no empty text.
    if (rule === 'heading-level') return severity === 'error';
    return rule !== 'invalid-text' || post.body.trim() === '';
  };
  return (problem) => (isImported(problem) ? { ...problem, severity: 'warning', isImported: true } : problem);
}

/** Counts what came with an archive; `undefined` for a paper without one. */
export function countImported(problems: readonly Problem[], { shared }: Edition): Imported | undefined {
  const { importedBefore: before } = shared.site.data;
  if (before === undefined) return undefined;
  const found = problems.filter(({ isImported }) => isImported);
  const counts = Object.fromEntries(
    rules.map((rule) => [rule, found.filter((problem) => problem.rule === rule).length]),
  ) as Imported['counts'];
  return { before, counts };
}

/** What a rule’s problems are called where they are counted. */
const names: Readonly<Record<ImportedRule, string>> = {
  'dead-link': 'dead link',
  'moved-link': 'outdated link',
  'missing-alt': 'undescribed picture',
  'heading-level': 'first-level heading',
  'invalid-text': 'empty text',
};

const counted = (rule: ImportedRule, count: number) =>
  `${count.toLocaleString('en-US')} ${names[rule]}${count === 1 ? '' : 's'}`;

/** A sentence for each rule with problems: `312 dead links in posts from before 2019-05-01 (--all lists them)`. */
export const importedLines = ({ before, counts }: Imported): { rule: ImportedRule; line: string }[] =>
  rules
    .filter((rule) => counts[rule] > 0)
    .map((rule) => ({
      rule,
      line: `${counted(rule, counts[rule])} in posts from before ${before} (--all lists them)`,
    }));

/** An `importedBefore` that is too late, counts that are not kept, and those that are higher than the kept ones. */
export function importedProblems(
  { before, counts }: Imported,
  { shared, broken, clock }: Edition,
): Problem[] {
  const { site, imported: kept } = shared;
  if (broken.has(pathOf('imported'))) return [];
  const place = placeAt(site.source, ['importedBefore']);
  if (kept ? before > kept.data.date : !clock.isPast(importedUntil(site.data))) {
    const message = kept
      ? `The import was on ${kept.data.date}, so no post of a later day came with it.`
      : 'This day is still to come, so no post of it can have been imported.';
    return [
      problemAt(place, {
        rule: 'invalid-date',
        message,
        hint: 'Write the day of the import, or an earlier one.',
      }),
    ];
  }
  if (!kept) {
    const message = `There is no \`${pathOf('imported')}\` with the number of old mistakes, so nobody would notice new ones in posts from before this day.`;
    const hint = 'Write the file with `galley check --fix`, and commit it.';
    return [problemAt(place, { rule: 'imported-count', severity: 'warning', message, hint })];
  }
  return rules
    .filter((rule) => counts[rule] > kept.data.counts[rule])
    .map((rule) =>
      problemAt(placeAt(kept.source, ['counts', rule]), {
        rule: 'imported-count',
        message: `Posts from before ${before} have ${counted(rule, counts[rule])} now, and had ${kept.data.counts[rule].toLocaleString('en-US')}.`,
        hint: 'Correct the new ones, in these posts or where a page was removed; `galley check --all` lists all.',
      }),
    );
}
