import type { Picture } from '../types.ts';

interface ImageProps {
  readonly picture: Picture;
  /** Loads with the page instead of when it comes near: for what stands at the top. */
  readonly eager?: boolean;
  readonly className?: string;
  /** How wide it is drawn, as in the HTML attribute; a lazy picture's width is known once it loads. */
  readonly sizes?: string;
}

/** A picture with its space reserved, in the format and width that suit the browser. */
export function Image({ picture, eager = false, className, sizes = '100vw' }: ImageProps) {
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
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : undefined}
      decoding="async"
    />
  );
  // For a picture that loads at once React would also print a preload link, in the middle of the page; inside `picture` it does not.
  if (!eager && sources.length === 0) return image;
  return (
    <picture>
      {sources.map(({ type, srcset }) => (
        <source key={type} type={type} srcSet={srcset} sizes={inSizes.sizes} />
      ))}
      {image}
    </picture>
  );
}
