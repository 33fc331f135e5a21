import { readFileSync } from 'node:fs';
import type { Edition, OutputFile } from '../content/model.ts';
import { languageOf } from '../content/site.ts';
import { coverPath, initialsPath, missingCoverPath, wordImagePath } from './pictures.ts';
import type { Drawing, ImageRenderer } from './renderer.ts';

/** A tag of our own drawings. It can load and run nothing: its values are numbers, names and colors. */
const ownTag =
  /<(?:svg(?: xmlns="http:\/\/www\.w3\.org\/2000\/svg")?|g|path|rect|circle)(?: (?:viewBox|width|height|x|y|cx|cy|r|d|transform|fill-opacity|stroke-width)="[\w., ()-]*"| (?:color|fill|stroke)="(?:#[\da-f]+|\w+)")*\/?>|<\/(?:svg|g)>/g;

/** Whether a drawing has nothing but these tags, which is found out in a fraction of the time that reading XML takes. */
const isOwn = (drawn: string): boolean =>
  drawn.startsWith('<svg ') && drawn.endsWith('</svg>\n') && drawn.replace(ownTag, '') === '\n';

/** Placeholder drawings for posts, books, people and ads without an image. A drawing depends only on its text, and is made when it is written. */
export function placeholders(edition: Edition, { cache, draw }: ImageRenderer): OutputFile[] {
  const { site, embeds, data } = edition.shared;
  /** By address: books of the same title and author share a cover. */
  const drawings = new Map<string, Drawing>();
  const { noCover } = languageOf(site.data).words.books;
  if (data.books) drawings.set(missingCoverPath, ({ cover }, faces) => cover(faces, noCover, ''));
  const posts = [...edition.posts, ...edition.endedPosts];
  const drawn = posts.filter(({ post: { picture } }) => !picture || picture.isDrawn);
  const words = [
    ...new Set(drawn.map(({ post }) => post.category.name)),
    ...(embeds?.data.ads?.house ?? []).flatMap(({ word }) => word ?? []),
  ];
  for (const word of words)
    drawings.set(wordImagePath(word), ({ wordImage }, faces) => wordImage(faces, word));

  // An image that is not there has been reported.
  const isMissing = (image: string | undefined) => image === undefined || !edition.pictures.has(image);
  for (const { title, author, cover: image } of data.books?.data.books ?? [])
    if (isMissing(image))
      drawings.set(coverPath(title, author), ({ cover }, faces) => cover(faces, title, author));
  for (const { name, image } of data.team?.data.team ?? [])
    if (isMissing(image)) drawings.set(initialsPath(name), ({ initials }, faces) => initials(faces, name));

  return Array.from(drawings, ([address, drawing]) => {
    // The address includes the text of a drawing, except that of the missing cover.
    const key = cache.keyOf(address, noCover);
    async function make() {
      const drawn = readFileSync(await cache.file(key, 'svg', () => draw(drawing)), 'utf8');
      // Whoever can write to the cache may have put a script into it.
      return isOwn(drawn) ? drawn : draw(drawing);
    }
    return { path: address.slice(1), content: { key, make } };
  });
}
