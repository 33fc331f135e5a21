import type { Embed, Picture } from '../types.ts';
import { EmbedFrame } from './EmbedFrame.tsx';
import { Image } from './Image.tsx';

/** A video that loads when it is played: a picture with a play button that opens the frame. */
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
