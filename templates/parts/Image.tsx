import type { Picture } from '../types.ts';

interface ImageProps {
  readonly picture: Picture;
  /** Loads with the page, for pictures at the top, instead of when the reader scrolls near it. */
  readonly eager?: boolean;
  readonly className?: string;
  /** Never wider than a third of the window. */
  readonly small?: boolean;
  /** The HTML attribute; for lazy pictures browsers use the actual width. */
  readonly sizes?: string;
}

/** Two thirds of the real width: phones have two or three device pixels per CSS pixel, and with half the bytes a picture looks the same. */
export const onPhones = '66vw';

/** A picture with its space reserved, in several formats and widths for the browser to choose from. */
export function Image({ picture, eager = false, small = false, className, sizes = '100vw' }: ImageProps) {
  const { src, alt, width, height, sources = [], focus } = picture;
  const crop = focus ? `focus-${focus}` : height > width ? 'upright' : undefined;
  const inSizes = sources[0] && { srcSet: `${src} ${width}w`, sizes: eager ? sizes : `auto, ${sizes}` };
  const image = (
    <img
      className={[className, crop].filter(Boolean).join(' ') || undefined}
      src={src}
      {...inSizes}
      alt={alt}
      width={width}
      height={height}
      loading={eager ? undefined : 'lazy'}
      fetchPriority={eager ? 'high' : undefined}
      decoding="async"
    />
  );
  // For an eager picture React would add a preload link in the middle of the page, unless it is in a `picture` element.
  if (!eager && sources.length === 0) return image;
  return (
    <picture>
      {sources.map(({ type, srcset }) => (
        <source key={type} type={type} srcSet={fitting(srcset, small)} sizes={inSizes?.sizes} />
      ))}
      {image}
    </picture>
  );
}

/** In pixels: the largest width of small pictures, and the smallest of all others. */
const [maxSmall, minLarge] = [680, 480];

/** The candidates of a `srcset` that may be loaded. */
const fitting = (srcset: string, small: boolean): string =>
  srcset
    .split(', ')
    .filter((candidate, _, all) => {
      const width = Number(/ (\d+)w$/.exec(candidate)?.[1]);
      return all.length === 1 || (small ? width <= maxSmall : width >= minLarge);
    })
    .join(', ');
