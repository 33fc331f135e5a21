import type { Edition, OutputFile } from '../model.ts';
import { languageOf } from '../sources/site.ts';
import { coverPath, initialsPath, missingCoverPath, wordImagePath } from './pictures.ts';
import type { Drawing, ImageRenderer } from './renderer.ts';

/** The drawings for what has no image of its own: the same words always give the same drawing. */
export async function placeholders(edition: Edition, { cache, draw }: ImageRenderer): Promise<OutputFile[]> {
  const { site, embeds, data } = edition.shared;
  /** By address: two books of one title and author share a cover. */
  const drawings = new Map<string, Drawing | undefined>();
  const { noCover } = languageOf(site.data).words.books;
  if (data.books) drawings.set(missingCoverPath, ({ missingCover }, faces) => missingCover(faces, noCover));
  const shown = new Set(edition.posts.map(({ post }) => post.picture.src));
  const categories = new Set(edition.posts.map(({ post }) => post.category.name));
  const words = [
    ...[...categories].filter((name) => shown.has(wordImagePath(name))),
    ...(embeds?.data.ads?.house ?? []).map(({ word }) => word),
  ];
  for (const word of words)
    drawings.set(wordImagePath(word), ({ wordImage }, faces) => wordImage(faces, word));

  /** Without a drawing the file is empty: a missing image has been reported, and no page with it is published. */
  function add(image: string | undefined, address: string, drawing: Drawing) {
    if (image === undefined) drawings.set(address, drawing);
    else if (!edition.pictures.has(image) && !drawings.has(address)) drawings.set(address, undefined);
  }
  for (const { title, author, cover: image } of data.books?.data.books ?? [])
    add(image, coverPath(title, author), ({ cover }, faces) => cover(faces, title, author));
  for (const { name, image } of data.team?.data.team ?? [])
    add(image, initialsPath(name), ({ initials }, faces) => initials(faces, name));

  // The words in a drawing are in its address, but for those of the missing cover.
  return Promise.all(
    [...drawings].map(async ([address, drawing]) => ({
      path: address.slice(1),
      content: drawing
        ? { copyOf: await cache.file(cache.keyOf(address, noCover), 'svg', () => draw(drawing)) }
        : '',
    })),
  );
}
