import { readFileSync } from 'node:fs';
import type { Picture, Post } from '../../templates/types.ts';
import type { Edition, EditionPost, OutputFile } from '../model.ts';
import { slugify } from '../sources/fields.ts';
import { slugOf } from '../sources/post.ts';
import type { Card } from './drawings.ts';
import type { PrintedPicture } from './media.ts';
import { drawnAt, pictureAt } from './pictures.ts';
import type { Artist } from './renderer.ts';
import { shareSize } from './sizes.ts';

/** The pictures that social networks show beside links to pages. */
export interface ShareImages {
  /** That of a page with a title. */
  readonly ofPage: (title: string) => Picture;
  readonly ofPost: (post: EditionPost) => Picture;
  /** That of the whole paper, which its editors chose. */
  readonly ofPaper: Picture;
  /** Draws all that were asked for. Rejects with what drawing and the disk throw. */
  readonly files: () => Promise<OutputFile[]>;
}

/**
 * The share images that `shareImages` of site.yaml asks for: `all` pages have their own, only `pages` (posts then show their picture or
 * their category's), or `none` has.
 */
export function createShareImages(edition: Edition, artist: Artist): ShareImages {
  const { name, tagline, shareImage, shareImages: mode } = edition.shared.site.data;
  const ofPaper: Picture = pictureAt(shareImage.src, shareImage.alt, edition.pictures) ?? {
    ...drawnAt(`/${shareImage.src}`, shareSize),
    alt: shareImage.alt,
  };
  const common = { paper: name, motto: tagline };
  const originals = new Map(edition.media.map(({ path, absolute }) => [path, absolute]));
  const wanted = new Map<string, () => Promise<string>>();

  /** Asks for a PNG, one for all of a name that show the same, and gives its address. */
  function print(
    called: string,
    alt: string,
    shown: readonly (string | Uint8Array)[],
    make: () => Promise<Buffer>,
  ): Picture {
    const key = artist.keyOf('share', ...shown);
    const path = `share/${slugify(called).slice(0, 60).replace(/-$/, '') || 'page'}-${key.slice(0, 8)}.png`;
    wanted.set(path, () => artist.memory.file(key, 'png', make));
    return { src: `/${path}`, alt, ...shareSize };
  }

  const card = (card: Card, called = card.title): Picture =>
    print(called, `${card.title}: ${name}`, [JSON.stringify(card)], async () => {
      const { faces, drawings } = await artist.hand();
      return png(Buffer.from(drawings.shareCard(faces, card)));
    });

  function withMark(absolute: string, { key, drawing }: PrintedPicture, post: Post, slug: string): Picture {
    const { title, picture } = post;
    const kicker = post.category.name;
    return print(slug, picture.alt || title, [key, JSON.stringify([common, kicker])], async () => {
      const { faces, drawings } = await artist.hand();
      const mark = drawings.shareMark(faces, { ...common, kicker });
      if (!drawing) return png(readFileSync(absolute), mark);
      // Drawings have more ways to be beyond what can be drawn than can be told from their text.
      return png(Buffer.from(drawing.text), mark).catch(() =>
        png(Buffer.from(drawings.shareCard(faces, { ...common, title, kicker }))),
      );
    });
  }

  return {
    ofPaper,
    ofPage: (title) => (mode === 'none' ? ofPaper : card({ ...common, title })),
    ofPost({ post, parsed }) {
      const category = post.category.name;
      const path = parsed.data.imageUrl ?? '';
      const absolute = originals.get(path);
      const picture = edition.pictures.get(path);
      if (mode === 'all') {
        return absolute && picture && (picture.drawing?.isCheap ?? true)
          ? withMark(absolute, picture, post, slugOf(parsed))
          : card({ ...common, title: post.title, kicker: category }, slugOf(parsed));
      }
      if (picture && shareable.test(path)) return { ...post.picture, alt: post.picture.alt || post.title };
      return mode === 'pages' ? card({ ...common, title: category }) : ofPaper;
    },
    async files() {
      const files: OutputFile[] = [];
      const queue = [...wanted];
      const work = async () => {
        for (let next = queue.shift(); next; next = queue.shift())
          files.push({ path: next[0], content: { copyOf: await next[1]() } });
      };
      await Promise.all(Array.from({ length: atOnce }, work));
      return files;
    },
  };
}

/** Formats that social networks show. */
const shareable = /\.(?:jpe?g|png|webp|gif)$/i;

/** How many are drawn at once. */
const atOnce = 3;

/** A picture cut to the size of share images, with a drawing laid over it. */
async function png(picture: Buffer, over?: string): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  return sharp(picture)
    .autoOrient()
    .resize({ ...shareSize, fit: 'cover' })
    .composite(over ? [{ input: Buffer.from(over) }] : [])
    .flatten({ background: '#fff' })
    .png({ palette: true, effort: 4 })
    .toBuffer();
}
