import type { Embed, Html, Picture, WithWords } from '../types.ts';
import { Image } from './Image.tsx';
import { LinkLine } from './Links.tsx';
import { Needs } from './Needs.tsx';

interface EmbedFrameProps extends WithWords {
  readonly embed: Embed;
  /** In CSS pixels; missing if the stylesheet sets a ratio. */
  readonly height?: number;
  /** The part of the page it belongs to, for the stylesheet and the scripts. */
  readonly kind: 'feed' | 'form' | 'video' | 'document' | 'wall' | 'ad';
}

/** A frame with its height reserved. If it is blocked, readers see its title behind it and a link below it; advertisements have neither. */
export function EmbedFrame({ embed, height, kind, words }: EmbedFrameProps) {
  if (!embed.connected)
    return (
      <div className={`embed embed--${kind} embed--unset screen-only`}>
        <p>
          <strong>{embed.title}</strong> {words.embeds.notConnected(embed.service)}
        </p>
      </div>
    );
  const frame = (
    <>
      <Needs frames={embed.origins} />
      <iframe
        src={embed.src}
        title={embed.title}
        loading="lazy"
        height={height}
        sandbox={embed.sandbox}
        allow={embed.allow || undefined}
        referrerPolicy={embed.referrerPolicy}
        allowFullScreen={embed.allowFullScreen}
      />
    </>
  );
  if (kind === 'ad') return frame;
  return (
    <div className={`embed embed--${kind} screen-only`} data-embed={kind}>
      <p className="embed__behind fine" aria-hidden="true">
        <strong>{embed.title}</strong> {words.embeds.empty}
      </p>
      {frame}
      <LinkLine className="embed__link fine text-links" href={embed.link} text={embed.linkLabel} />
    </div>
  );
}

export interface EmbedFacadeProps extends WithWords {
  readonly embed: Extract<Embed, { connected: true }>;
  /** Whether it is a sound or a video, which plays at once. */
  readonly plays: boolean;
  /** Behind its words: a picture of a text, or another one. */
  readonly picture?: Html | '';
  readonly poster?: Picture | undefined;
  /** Of what does not play, in CSS pixels. */
  readonly height?: number;
}

/** A frame that is loaded at a click: until then, and without scripts, it is a link. */
export const EmbedFacade = ({ embed, plays, picture, poster, height, words }: EmbedFacadeProps) => (
  <div className="facade" data-facade={plays ? 'plays' : ''}>
    {/* biome-ignore lint/security/noDangerouslySetInnerHtml: made by our Markdown renderer */}
    {picture && <div className="facade__picture" dangerouslySetInnerHTML={{ __html: picture }} />}
    {poster && (
      <div className="facade__picture">
        <Image picture={{ ...poster, alt: '' }} />
      </div>
    )}
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
