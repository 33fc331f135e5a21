import type { Picture, Post } from '../../templates/types.ts';
import type { Edition, EditionPost, Image, OutputFile } from '../model.ts';
import { slugOf } from '../sources/post.ts';
import type { Card } from './drawings.ts';
import { fileName } from './file-name.ts';
import { bytesOf } from './image.ts';
import { pictureAt, placeholderAt } from './pictures.ts';
import { inPool, type OnPicture, processImage } from './pool.ts';
import type { ImageRenderer } from './renderer.ts';
import { shareSize } from './sizes.ts';

/** The images that social networks show beside links to pages. */
export interface ShareImages {
  readonly ofPage: (title: string) => Picture;
  readonly ofPost: (post: EditionPost) => Picture;
  /** The one that `shareImage` of site.yaml names, else the paper's name. */
  readonly ofPaper: Picture;
  /** Makes all that were asked for. Rejects with what sharp and the disk throw. */
  readonly files: () => Promise<OutputFile[]>;
}

/**
 * The share images that `shareImages` of site.yaml asks for: `all` pages have their own, only `pages` (posts then have their image or
 * that of their category), or `none` has. `onPicture` is called before each that is not in the cache.
 */
export function createShareImages(
  edition: Edition,
  { cache, draw }: ImageRenderer,
  onPicture: OnPicture = () => {},
): ShareImages {
  const { name, tagline, shareImage, shareImages: mode } = edition.shared.site.data;
  const common = { paper: name, motto: tagline };
  const originals = new Map(edition.media.map(({ path, absolute }) => [path, absolute]));
  const requested = new Map<string, () => Promise<string>>();

  /** `content` is all that the image shows. */
  function add(named: string, alt: string, content: readonly string[], make: () => Promise<Buffer>): Picture {
    const key = cache.keyOf('share', ...content);
    const path = `share/${fileName(named, key)}.png`;
    requested.set(path, () =>
      cache.file(key, 'png', () => {
        onPicture(path);
        return make();
      }),
    );
    return { src: `/${path}`, alt, ...shareSize };
  }

  const drawCard = async (card: Card) =>
    cardPng(Buffer.from(await draw(({ shareCard }, faces) => shareCard(faces, card))));

  const addCard = (card: Card, named = card.title): Picture =>
    add(named, `${card.title}: ${name}`, [JSON.stringify(card)], () => drawCard(card));

  const ofPaper: Picture = shareImage
    ? (pictureAt(shareImage.src, shareImage.alt, edition.pictures) ?? {
        ...placeholderAt(`/${shareImage.src}`, shareSize),
        alt: shareImage.alt,
      })
    : add(name, name, [JSON.stringify([name, tagline])], () => drawCard({ title: name, motto: tagline }));

  function addMarked(absolute: string, image: Image, post: Post, named: string): Picture {
    const { title, picture } = post;
    const kicker = post.category.name;
    return add(named, picture.alt || title, [image.key, JSON.stringify([common, kicker])], async () => {
      const mark = await draw(({ shareMark }, faces) => shareMark(faces, { ...common, kicker }));
      const marked = png(bytesOf(image, absolute), mark);
      // A drawing can fail in more ways than its text shows.
      return image.drawing ? marked.catch(() => drawCard({ ...common, title, kicker })) : marked;
    });
  }

  return {
    ofPaper,
    ofPage: (title) => (mode === 'none' ? ofPaper : addCard({ ...common, title })),
    ofPost({ post, parsed }) {
      const kicker = post.category.name;
      const path = parsed.data.imageUrl ?? '';
      const absolute = originals.get(path);
      const image = edition.pictures.get(path);
      if (mode === 'all') {
        return absolute && image && canBeCropped(image)
          ? addMarked(absolute, image, post, slugOf(parsed))
          : addCard({ ...common, title: post.title, kicker }, slugOf(parsed));
      }
      if (image && shareable.test(path)) return { ...post.picture, alt: post.picture.alt || post.title };
      return mode === 'pages' ? addCard({ ...common, title: kicker }) : ofPaper;
    },
    files: () =>
      Promise.all(
        [...requested].map(async ([path, make]) => ({ path, content: { copyOf: await inPool(make) } })),
      ),
  };
}

/** Whether a part of the size of share images can be cut out: long drawings would take far more work than has been tried. */
const canBeCropped = ({ isUnusable, drawing, width, height }: Image): boolean =>
  !isUnusable && !(drawing && (width > 4 * height || height > 2 * width));

/** Formats that social networks show. */
const shareable = /\.(?:jpe?g|png|webp|gif)$/i;

/** A card as it is drawn: opaque, and of few colors, so that dithering would only make it larger. */
const cardPng = (card: Buffer): Promise<Buffer> =>
  processImage(card, (image) =>
    image.removeAlpha().png({ palette: true, quality: 90, effort: 2, dither: 0 }),
  );

/** An image cropped to the size of share images, with a drawing over it. */
const png = (original: Buffer, over?: string): Promise<Buffer> =>
  processImage(original, (image) =>
    image
      .autoOrient()
      .resize({ ...shareSize, fit: 'cover' })
      .composite(over ? [{ input: Buffer.from(over) }] : [])
      .flatten({ background: '#fff' })
      .png({ palette: true, effort: 4 }),
  );
