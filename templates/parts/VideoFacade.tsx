import type { Embed, Picture } from '../types.ts';
import type { Words } from '../words/words.ts';
import { EmbedFrame } from './EmbedFrame.tsx';
import { Image } from './Image.tsx';

interface VideoFacadeProps {
  readonly embed: Embed;
  readonly picture?: Picture;
  readonly words: Words;
}

/** A video that loads when it is played: a picture with a play button that opens the frame. */
export function VideoFacade({ embed, picture, words }: VideoFacadeProps) {
  if (!embed.connected) return <EmbedFrame embed={embed} kind="video" words={words} />;
  return (
    <details className="video-facade" data-video>
      <summary>
        {picture && <Image picture={{ ...picture, alt: '' }} />}
        <span className="video-facade__play">
          <span className="visually-hidden">{words.front.play} </span>
          {embed.title}
        </span>
      </summary>
      <EmbedFrame embed={embed} kind="video" words={words} />
    </details>
  );
}
