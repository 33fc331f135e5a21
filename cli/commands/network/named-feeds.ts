import { join } from 'node:path';
import { unreadableProblem } from '../../content/source-file.ts';
import { createBuildCache } from '../../lib/build-cache.ts';
import { EnvironmentError } from '../../lib/errors.ts';
import { type PlacedProblem, placed, sortProblems } from '../../problems/problem.ts';
import { type NamedFeed, type NamedFeeds, namedFeeds } from '../pull/pull-feeds.ts';
import { requireContent, type Shard, shownIn } from '../terminal/flags.ts';
import { cacheShared, openPaper, openShared, type PaperFolder } from './overlay.ts';
import { findPapers } from './papers.ts';
import { inSource, onceIfShared, papersOf } from './shared-problems.ts';

/** Reads which feeds the papers of a network name. Each is there once, with its blocks in the first paper that names it. */
export function feedsOfNetwork(network: string, shard?: Shard): NamedFeeds {
  requireContent(network);
  const { names, problems } = findPapers(network, { shard });
  const shared = openShared(network);
  const withShared = cacheShared(shared);
  const feeds = new Map<string, NamedFeed>();
  const papers = new Map<string, string[]>();
  const found: { name: string; problem: PlacedProblem }[] = [];
  let site: NamedFeeds['site'];
  for (const name of names) {
    const content = join(network, name);
    let folder: PaperFolder;
    try {
      folder = openPaper(content, shared);
    } catch (error) {
      if (!(error instanceof EnvironmentError)) throw error;
      found.push({ name, problem: placed(unreadableProblem(shownIn(network, name), error.cause)) });
      continue;
    }
    const named = namedFeeds(content, folder, withShared(createBuildCache()));
    const traced = (problems: readonly PlacedProblem[]) => inSource(problems, folder, network, name);
    site ??= named.site;
    found.push(...traced(named.problems).map((problem) => ({ name, problem })));
    for (const feed of named.feeds) {
      const sharing = papers.get(feed.url) ?? [];
      sharing.push(name);
      if (sharing.length > 1) continue;
      papers.set(feed.url, sharing);
      const inPapers = (problem: PlacedProblem) =>
        sharing.length > 1 ? { ...problem, papers: papersOf(sharing) } : problem;
      feeds.set(feed.url, { ...feed, traced: (problems) => traced(problems).map(inPapers) });
    }
  }
  return {
    feeds: [...feeds.values()],
    site,
    problems: sortProblems([...problems, ...onceIfShared(found, network, names.length)]),
  };
}
