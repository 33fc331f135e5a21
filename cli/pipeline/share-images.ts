import { readFileSync } from 'node:fs';
import type { Picture, Post } from '../../templates/types.ts';
import type { Card } from '../drawing/drawings.ts';
import { shareSize } from '../drawing/sizes.ts';
import { slugify } from '../schemas/fields.ts';
import type { Artist } from './artist.ts';
import type { Edition, EditionPost } from './link.ts';
import type { OutputFile } from './output.ts';

/** The pictures that social networks show beside links to pages. */
export interface ShareImages {
  /** That of a page with a title; it is drawn while other things go on. */
  readonly ofPage: (title: string) => Picture;
  readonly ofPost: (post: EditionPost) => Picture;
  /** That of the whole paper, which its editors chose. */
  readonly ofPaper: Picture;
  /** All files, once they are drawn. Rejects with what drawing and the disk throw. */
  readonly files: () => Promise<OutputFile[]>;
}

/**
 * The share images that `shareImages` of site.yaml asks for: `all` pages have their own, only `pages` (posts then show their picture or
 * their category's), or `none` has.
 */
export function createShareImages(edition: Edition, artist: Artist): ShareImages {
  const { name, tagline, shareImage, shareImages: mode } = edition.shared.site.data;
  const ofPaper: Picture = { src: `/${shareImage.src}`, alt: shareImage.alt, ...shareSize };
  const common = { paper: name, motto: tagline };
  const drawing = new Map<string, Promise<OutputFile>>();

  /** Has a PNG made once for all that is shown on it, and gives its address at once. */
  function print(
    title: string,
    alt: string,
    shown: readonly (string | Uint8Array)[],
    make: () => Promise<Buffer>,
  ): Picture {
    const key = artist.keyOf('share', ...shown);
    const path = `share/${slugify(title).slice(0, 60).replace(/-$/, '') || 'page'}-${key.slice(0, 8)}.png`;
    if (!drawing.has(path)) {
      const file = artist.memory.file(key, 'png', make).then((copyOf) => ({ path, content: { copyOf } }));
      // Looked at later, by `files`: until then a failure is nobody's.
      file.catch(() => {});
      drawing.set(path, file);
    }
    return { src: `/${path}`, alt, ...shareSize };
  }

  const card = (card: Card): Picture =>
    print(card.title, `${card.title}: ${name}`, [JSON.stringify(card)], async () => {
      const { faces, drawings } = await artist.hand();
      return png(Buffer.from(drawings.shareCard(faces, card)));
    });

  function withMark(absolute: string, { title, picture, category }: Post): Picture {
    const kicker = category.name;
    const original = readFileSync(absolute);
    return print(title, picture.alt || title, [original, JSON.stringify([common, kicker])], async () => {
      const { faces, drawings } = await artist.hand();
      return png(original, drawings.shareMark(faces, { ...common, kicker }));
    });
  }

  return {
    ofPaper,
    ofPage: (title) => (mode === 'none' ? ofPaper : card({ ...common, title })),
    ofPost({ post, parsed }) {
      const category = post.category.name;
      const file = edition.media.find(({ path }) => path === parsed.data.imageUrl);
      if (mode === 'all')
        return file
          ? withMark(file.absolute, post)
          : card({ ...common, title: post.title, kicker: category });
      if (file) return { ...post.picture, alt: post.picture.alt || post.title };
      return mode === 'pages' ? card({ ...common, title: category }) : ofPaper;
    },
    files: () => Promise.all(drawing.values()),
  };
}

/** A picture cut to the size of share images, with a drawing laid over it. */
async function png(picture: Buffer, over?: string): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  return sharp(picture)
    .autoOrient()
    .resize({ ...shareSize, fit: 'cover' })
    .composite(over ? [{ input: Buffer.from(over) }] : [])
    .png({ palette: true, effort: 4 })
    .toBuffer();
}
