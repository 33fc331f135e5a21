import type { Embed, WithWords } from '../types.ts';
import { EmbedFrame } from './EmbedFrame.tsx';

export interface EmbedFacadeProps extends WithWords {
  readonly embed: Extract<Embed, { connected: true }>;
  /** Whether it is a sound or a video, which plays at once. */
  readonly plays: boolean;
  /** Of what does not play, in CSS pixels. */
  readonly height: number;
}

/** A frame in a text, loaded at a click: until then, and without scripts, it is a link. */
export const EmbedFacade = ({ embed, plays, height, words }: EmbedFacadeProps) => (
  <div className="facade" data-facade={plays ? 'plays' : ''}>
    <p>
      <strong>{embed.title}</strong> <a href={embed.link}>{embed.linkLabel}</a>
    </p>
    <template>
      <EmbedFrame
        embed={embed}
        kind={plays ? 'video' : 'document'}
        {...(!plays && { height })}
        words={words}
      />
    </template>
  </div>
);
