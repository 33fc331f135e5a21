import type { Picture } from '../types.ts';

interface ImageProps {
  readonly picture: Picture;
  /** Loads with the page instead of when it comes near: for what stands at the top. */
  readonly eager?: boolean;
  readonly className?: string;
  /** Beside a headline: never wider than a third of a window. */
  readonly small?: boolean;
  /** How wide it is drawn, as in the HTML attribute; a lazy picture's width is known once it loads. */
  readonly sizes?: string;
}

/**
 * The `sizes` of a large picture that a phone waits for. It says two thirds of what is true: screens there have two or three pixels for one,
 * and a picture of half the bytes is there sooner and looks the same.
 */
export const onPhones = '66vw';

/** A picture with its space reserved, in the format and width that suit the browser. */
export function Image({ picture, eager = false, small = false, className, sizes = '100vw' }: ImageProps) {
  const { src, alt, width, height, sources = [] } = picture;
  const inSizes =
    sources.length > 0 ? { srcSet: `${src} ${width}w`, sizes: eager ? sizes : `auto, ${sizes}` } : {};
  const image = (
    <img
      className={className}
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
  // For a picture that loads at once React would also print a preload link, in the middle of the page; inside `picture` it does not.
  if (!eager && sources.length === 0) return image;
  return (
    <picture>
      {sources.map(({ type, srcset }) => (
        <source key={type} type={type} srcSet={fitting(srcset, small)} sizes={inSizes.sizes} />
      ))}
      {image}
    </picture>
  );
}

/** The widths, in pixels, above which a small picture and below which any other is never asked for. */
const [widestSmall, narrowest] = [680, 480];

/** Of a `srcset` what a picture of that kind may need: each candidate is a line more in the page. */
const fitting = (srcset: string, small: boolean): string =>
  srcset
    .split(', ')
    .filter((candidate, _, all) => {
      const width = Number(/ (\d+)w$/.exec(candidate)?.[1]);
      return all.length === 1 || (small ? width <= widestSmall : width >= narrowest);
    })
    .join(', ');
