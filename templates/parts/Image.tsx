import type { Picture } from '../types.ts';

interface ImageProps {
  readonly picture: Picture;
  /** Loads with the page instead of when it comes near: for what stands at the top. */
  readonly eager?: boolean;
  readonly className?: string;
}

/** A picture with its space reserved. */
export function Image({ picture, eager = false, className }: ImageProps) {
  const image = (
    <img
      className={className}
      src={picture.src}
      alt={picture.alt}
      width={picture.width}
      height={picture.height}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
    />
  );
  // For a picture that loads at once React would also print a preload link, in the middle of the page; inside `picture` it does not.
  return eager ? <picture>{image}</picture> : image;
}
