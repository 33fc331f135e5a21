import type { BuildCache } from '../lib/build-cache.ts';
import type { ParsedPost } from '../model.ts';
import type { ContentFolder } from '../sources/content-folder.ts';
import { type Composed, createTextRenderer } from './compose.ts';
import { postFeeds } from './feeds.ts';
import { postsBySection } from './link.ts';
import { createPages } from './page.ts';
import { goodPost } from './parse.ts';
import { sourceAt } from './read.ts';
import { route } from './route.ts';

/**
 * The composed site with the new texts of posts, after only the files at `saved` have changed; `undefined` if anything else may have
 * changed with them.
 *
 * Only a post's page and the feeds it is in depend on its text. Everything else depends on its front matter, which must be unchanged.
 */
export function recompose(
  composed: Composed,
  folder: ContentFolder,
  saved: readonly string[],
  now: Date,
  cache: BuildCache,
): Composed | undefined {
  const { edition, problems } = composed;
  if (!edition.clock.isValidAt(now.getTime())) return undefined;
  const texts = new Map<ParsedPost, ParsedPost>();
  for (const path of saved) {
    const before = edition.posts.find(({ parsed }) => parsed.source.path === path)?.parsed;
    const source = before && sourceAt(path, folder, edition.shownAs);
    const after = source && goodPost(source, cache);
    if (!after || factsOf(after) !== factsOf(before)) return undefined;
    // The places of problems are in the whole file.
    if (problems.some((problem) => problem.source.file === source.file)) return undefined;
    texts.set(before, after);
  }
  const posts = edition.posts.map((post) => {
    const parsed = texts.get(post.parsed);
    return parsed ? { ...post, parsed } : post;
  });
  const next = { ...edition, posts, postsBySection: postsBySection(posts) };
  const feeds = new Map(postFeeds(next, createTextRenderer(next, composed)).map((file) => [file.path, file]));
  return {
    ...composed,
    edition: next,
    routes: route(next).value,
    files: composed.files.map((file) => feeds.get(file.path) ?? file),
    draft: createPages(next, composed.shareImages),
  };
}

/** Everything in a post except its text. */
const factsOf = ({ data, bodyOffset, fileSlug }: ParsedPost): string =>
  JSON.stringify([data, bodyOffset, fileSlug]);
