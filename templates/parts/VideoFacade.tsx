import type { Embed, Picture } from '../types.ts';
import { EmbedFrame } from './EmbedFrame.tsx';
import { Image } from './Image.tsx';

/** A video that is not asked for until someone plays it: a picture with a play button, and behind it the frame. */
export function VideoFacade({ embed, picture }: { readonly embed: Embed; readonly picture?: Picture }) {
  if (!embed.connected) return <EmbedFrame embed={embed} kind="video" />;
  return (
    <details className="video-facade" data-video>
      <summary>
        {picture && <Image picture={{ ...picture, alt: '' }} />}
        <span className="video-facade__play">
          <span className="visually-hidden">Play: </span>
          {embed.title}
        </span>
      </summary>
      <EmbedFrame embed={embed} kind="video" />
    </details>
  );
}
