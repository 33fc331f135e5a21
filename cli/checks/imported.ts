import { type CountedRule, countedRules } from '../content/imported.ts';
import type { Edition } from '../content/model.ts';
import { pathOf } from '../content/single-files.ts';
import { importedUntil } from '../content/site.ts';
import { count, countOf } from '../lib/counts.ts';
import { type Problem, problem } from '../problems/problem.ts';

/** What posts from before a day brought along from an archive: the number of problems of each rule. */
export interface Imported {
  readonly before: string;
  readonly counts: Readonly<Record<CountedRule, number>>;
}

/** A function that tells what came with an archive, which is counted instead of listed, and which no build fails for. */
export function importedIn(edition: Edition): (problem: Pick<Problem, 'source' | 'rule'>) => boolean {
  const site = edition.shared.site.data;
  if (site.importedBefore === undefined) return () => false;
  const until = importedUntil(site);
  const published = [...edition.posts, ...edition.endedPosts].map(({ parsed }) => parsed);
  const imported = new Map(
    [...published, ...edition.unpublishedPosts]
      .filter(({ data }) => Date.parse(data.publishedDate) < until)
      .map((post) => [post.source.file, post]),
  );
  const pages = edition.pages.filter(({ data }) => data.imported).map(({ source }) => source.file);
  return ({ source, rule }) => {
    if (pages.includes(source.file)) return rule in countedRules && rule !== 'invalid-text';
    const post = imported.get(source.file);
    // Invisible characters are no empty text.
    return post !== undefined && rule in countedRules && (rule !== 'invalid-text' || post.body.trim() === '');
  };
}

const rules = Object.keys(countedRules) as CountedRule[];

/** The counts of what came with an archive, a link once in a text; `undefined` for a paper without one. */
export function countImported(found: readonly Problem[], { shared }: Edition): Imported | undefined {
  const { importedBefore: before } = shared.site.data;
  if (before === undefined) return undefined;
  const counts = rules.map((rule) => {
    const ofRule = found.filter((problem) => problem.rule === rule);
    // Where else it is in the text is only looked up for a list.
    const distinct = new Set(ofRule.map(({ source, message }) => `${source.file} ${message}`));
    return [rule, rule.endsWith('-link') ? distinct.size : ofRule.length];
  });
  return { before, counts: Object.fromEntries(counts) };
}

/** The sum of the counts of several papers, with their last day; `undefined` for none. */
export function sumOfImported(all: readonly Imported[]): Imported | undefined {
  const [before] = all.map(({ before }) => before).sort((a, b) => (a < b ? 1 : -1));
  if (before === undefined) return undefined;
  const counts = rules.map((rule) => [rule, all.reduce((sum, { counts }) => sum + counts[rule], 0)]);
  return { before, counts: Object.fromEntries(counts) };
}

/** A sentence for each rule with problems: `312 dead links in posts from before 2019-05-01 (--all lists them)`. */
export const importedLines = ({ before, counts }: Imported): string[] =>
  rules
    .filter((rule) => counts[rule] > 0)
    .map(
      (rule) =>
        `${countOf(counts[rule], countedRules[rule])} in posts from before ${before} (--all lists them)`,
    );

/** An `importedBefore` that is too late, counts that are not kept, and those that are higher than the kept ones. */
export function importedProblems({ before, counts }: Imported, edition: Edition): Problem[] {
  const { site, imported: kept } = edition.shared;
  if (edition.broken.has(pathOf('imported'))) return [];
  const at = ['importedBefore'];
  if (kept ? before > kept.data.date : !edition.clock.isPast(importedUntil(site.data))) {
    const day = kept ? `on ${kept.data.date}` : 'today, or earlier';
    const message = `The import was ${day}, so posts of a later day did not come with it.`;
    const cure = 'Write that day, or an earlier one.';
    return [problem(site.source, at, { rule: 'invalid-date', message, hint: cure })];
  }
  if (!kept) {
    const message = `There is no \`${pathOf('imported')}\` with the number of old mistakes, so nobody would notice new ones in posts from before this day.`;
    const hint = 'Write the file with `galley check --fix`, and commit it.';
    return [problem(site.source, at, { rule: 'imported-count', severity: 'warning', message, hint })];
  }
  return rules
    .filter((rule) => counts[rule] > kept.data.counts[rule])
    .map((rule) =>
      problem(kept.source, ['counts', rule], {
        rule: 'imported-count',
        message: `Posts from before ${before} have ${countOf(counts[rule], countedRules[rule])} now, and had ${count(kept.data.counts[rule])}.`,
        hint: 'Correct the new ones, in these posts or where a page was removed; `galley check --all` lists all.',
      }),
    );
}
