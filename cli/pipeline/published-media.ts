import type { Edition, OutputFile, Records } from '../content/model.ts';

/** The files of `media/` that a text names. In Markdown, any sign may have a backslash before it. */
export const mediaIn = (text: string): readonly string[] =>
  (text.includes('media') && text.replaceAll('\\', '').match(/media\/[\w./-]*\.\w+/g)) || [];

/** The files of pictures and sounds, by their originals, without those that nobody names but posts which are not published yet. */
export function publishedMedia(
  files: ReadonlyMap<string, readonly OutputFile[]>,
  { posts, notices, sources }: Records,
  { unpublishedPosts }: Edition,
): OutputFile[] {
  const waiting = new Set(unpublishedPosts.map(({ source }) => source.path));
  const written = [...posts, ...notices];
  const held = new Set(written.flatMap(({ source, media = [] }) => (waiting.has(source.path) ? media : [])));
  if (held.size > 0) {
    const named = written
      .filter(({ source }) => !waiting.has(source.path))
      .flatMap(({ media = [] }) => media);
    const read = new Set(written.map(({ source }) => source.path));
    const others = sources.files.filter(({ path }) => !read.has(path)).flatMap(({ text }) => mediaIn(text));
    for (const name of [...named, ...others]) held.delete(name);
  }
  const kept = [...files].flatMap(([original, made]) => (held.has(original) ? [] : made));
  // Copies of one original share their resized files.
  const byPath = new Map(kept.map((file) => [file.path, file]));
  return [...byPath.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}
