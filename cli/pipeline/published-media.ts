import type { Edition, OutputFile, Records } from '../content/model.ts';

/** The files of `media/` that a text names. In Markdown, any sign may have a backslash before it. */
const namesIn = (text: string): readonly string[] =>
  text.replaceAll('\\', '').match(/media\/[\w./-]*\.\w+/g) ?? [];

/** The files of pictures and sounds, by their originals, without those that nobody names but posts which are not published yet. */
export function publishedMedia(
  files: ReadonlyMap<string, readonly OutputFile[]>,
  { posts, notices, sources }: Records,
  { unpublishedPosts }: Edition,
): OutputFile[] {
  const waiting = new Set(unpublishedPosts.map(({ source }) => source.path));
  const written = [...posts, ...notices];
  const read = new Set(written.map(({ source }) => source.path));
  // Their sources are on the disk, and a paper has thousands.
  const namedIn = (post: (typeof written)[number]) => namesIn(`${JSON.stringify(post.data)} ${post.body}`);
  const held = new Set(written.flatMap((post) => (waiting.has(post.source.path) ? namedIn(post) : [])));
  if (held.size > 0) {
    for (const post of written)
      if (!waiting.has(post.source.path)) for (const name of namedIn(post)) held.delete(name);
    for (const source of sources.files)
      if (!read.has(source.path)) for (const name of namesIn(source.text)) held.delete(name);
  }
  const kept = [...files].flatMap(([original, made]) => (held.has(original) ? [] : made));
  // Copies of one original share their resized files.
  const byPath = new Map(kept.map((file) => [file.path, file]));
  return [...byPath.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}
