import type { Picture, Post } from '../../templates/types.ts';
import type { Edition, EditionPost, Image, OutputFile } from '../content/model.ts';
import { slugOf } from '../content/post.ts';
import { importedUntil } from '../content/site.ts';
import type { Card } from './drawings.ts';
import { fileName, pictureAt, placeholderAt, shareSize } from './pictures.ts';
import { bytesOf, inPool, type OnPicture, processImage } from './pool.ts';
import type { ImageRenderer } from './renderer.ts';

/** The images that social networks show for links to pages. */
export type ShareImages = ReturnType<typeof createShareImages>;

export interface ShareImage {
  /** In the site. */
  readonly path: string;
  /** The key of all that it shows. */
  readonly key: string;
  readonly draw: () => Promise<Buffer>;
}

/**
 * Share images as `shareImages` of site.yaml sets them: `all` pages have one; `pages`, where posts use their own image or a card of their
 * category; or `none`. Without it, all have one but imported posts, which may be thousands. `onPicture` is called before each image that is not in the cache.
 */
export function createShareImages(
  edition: Edition,
  { cache, draw }: ImageRenderer,
  onPicture: OnPicture = () => {},
) {
  const { name, tagline, shareImage, shareImages: mode } = edition.shared.site.data;
  const common = { paper: name, motto: tagline };
  const until = importedUntil(edition.shared.site.data);
  const originals = new Map(edition.media.map(({ path, absolute }) => [path, absolute]));
  const images = new WeakMap<Picture, ShareImage>();

  /** `content` is the cache key: all that the image shows. */
  function add(named: string, alt: string, content: readonly string[], draw: () => Promise<Buffer>): Picture {
    const key = cache.keyOf('share', ...content);
    const path = `share/${fileName(named, key)}.png`;
    const picture = { src: `/${path}`, alt, ...shareSize };
    images.set(picture, { path, key, draw });
    return picture;
  }

  /** A card as an opaque PNG; it has few colors, so dithering would only make it larger. */
  async function drawCard(card: Card): Promise<Buffer> {
    const drawn = await draw(({ shareCard }, faces) => shareCard(faces, card));
    const options = { palette: true, quality: 90, effort: 2, dither: 0 };
    return processImage(Buffer.from(drawn), (image) => image.removeAlpha().png(options));
  }

  const addCard = (card: Card, named = card.title): Picture =>
    add(named, `${card.title}: ${name}`, [JSON.stringify(card)], () => drawCard(card));

  const ofPaper: Picture = shareImage
    ? (pictureAt(shareImage.src, shareImage.alt, edition.pictures) ?? {
        ...placeholderAt(`/${shareImage.src}`, shareSize),
        alt: shareImage.alt,
      })
    : add(name, name, [JSON.stringify([name, tagline])], () => drawCard({ title: name, motto: tagline }));

  /** An image cropped to the share size, with a band over its bottom. */
  function addMarked(absolute: string, image: Image, post: Post, named: string): Picture {
    const { title, picture, kicker = post.category.name } = post;
    return add(named, picture?.alt || title, [image.key, JSON.stringify([common, kicker])], async () => {
      const mark = await draw(({ shareMark }, faces) => shareMark(faces, { ...common, kicker }));
      const marked = processImage(bytesOf(image, absolute), (original) =>
        original
          .autoOrient()
          .resize({ ...shareSize, fit: 'cover' })
          .composite([{ input: Buffer.from(mark) }])
          .flatten({ background: '#fff' })
          .png({ palette: true, effort: 4 }),
      );
      // librsvg may fail at one size only.
      return image.drawing ? marked.catch(() => drawCard({ ...common, title, kicker })) : marked;
    });
  }

  return {
    /** `shareImage` of site.yaml, else a card with the paper's name. */
    ofPaper,
    ofPage: (title: string) => (mode === 'none' ? ofPaper : addCard({ ...common, title })),
    ofPost({ post, parsed, time }: EditionPost): Picture {
      const { kicker = post.category.name } = post;
      const path = parsed.data.imageUrl ?? '';
      const absolute = originals.get(path);
      const image = edition.pictures.get(path);
      if (mode === 'all' || (mode === undefined && time >= until)) {
        return absolute && image && canBeCropped(image)
          ? addMarked(absolute, image, post, slugOf(parsed))
          : addCard({ ...common, title: post.title, kicker }, slugOf(parsed));
      }
      if (image && post.picture && shareable.test(path))
        return { ...post.picture, alt: post.picture.alt || post.title };
      return mode === 'pages' ? addCard({ ...common, title: post.category.name }) : ofPaper;
    },
    /** The share image that a picture of these is; `undefined` for any other picture. */
    imageOf: (picture: Picture): ShareImage | undefined => images.get(picture),
    /** Makes those that are not in the cache. Rejects with errors of sharp and of the disk. */
    files: (shown: Iterable<ShareImage>): Promise<OutputFile[]> =>
      Promise.all(
        Array.from(shown, async ({ path, key, draw }) => {
          const make = () => {
            onPicture(path);
            return draw();
          };
          return { path, content: { copyOf: await inPool(() => cache.file(key, 'png', make)) } };
        }),
      ),
  };
}

/** Whether an image can be cropped to a share image; scaling a long drawing to cover it would take far more work than its trial did. */
const canBeCropped = ({ isUnusable, drawing, width, height }: Image): boolean =>
  !isUnusable && !(drawing && (width > 4 * height || height > 2 * width));

const shareable = /\.(?:jpe?g|png|webp|gif)$/i;
