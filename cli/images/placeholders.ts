import type { Edition, OutputFile } from '../model.ts';
import { coverPath, coverPlaceholder, initialsPath, platePath } from './pictures.ts';
import type { Artist, Hand } from './renderer.ts';

type Drawing = (hand: Hand) => string;

/** Draws what content names no picture for: the same words always give the same picture. */
export async function art(edition: Edition, artist: Artist): Promise<OutputFile[]> {
  const { site, embeds, data } = edition.shared;
  // A picture that is named and not there has been told. The page shows a drawing in its place, which must have an address, or its link
  // would be told as well; but nobody is ever shown it.
  const unseen = new Set<string>();
  const isMissing = (picture: string | undefined) => picture !== undefined && !edition.pictures.has(picture);
  const used = new Set(edition.posts.map(({ post }) => post.picture.src));
  // By address: two books of one title and author have one cover.
  const wanted = new Map<string, Drawing>();
  wanted.set(coverPlaceholder, ({ faces, drawings }) => drawings.missingCover(faces));
  const plates = [
    ...site.data.categories.map(({ name }) => name).filter((name) => used.has(platePath(name))),
    ...embeds.data.ads.house.map(({ word }) => word),
  ];
  for (const name of plates)
    wanted.set(platePath(name), ({ faces, drawings }) => drawings.plate(faces, name));
  for (const { title, author, cover } of data.books.data.books) {
    if (isMissing(cover)) unseen.add(coverPath(title, author));
    if (cover === undefined)
      wanted.set(coverPath(title, author), ({ faces, drawings }) => drawings.cover(faces, title, author));
  }
  for (const { name, image } of data.team.data.team) {
    if (isMissing(image)) unseen.add(initialsPath(name));
    if (image === undefined)
      wanted.set(initialsPath(name), ({ faces, drawings }) => drawings.initials(faces, name));
  }
  const drawn = await Promise.all(
    [...wanted].map(async ([address, drawing]) => ({
      path: address.slice(1),
      content: { copyOf: await artist.draw([address], drawing) },
    })),
  );
  const blank = [...unseen].filter((address) => !wanted.has(address));
  return [...drawn, ...blank.map((address) => ({ path: address.slice(1), content: '' }))];
}
