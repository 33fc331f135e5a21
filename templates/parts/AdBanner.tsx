import type { AdPlacement, HouseAd } from '../types.ts';
import type { Words } from '../words/words.ts';
import { EmbedFrame } from './EmbedFrame.tsx';
import { Image } from './Image.tsx';

interface AdBannerProps {
  readonly ad: AdPlacement | undefined;
  readonly words: Words;
}

/**
 * A place for an advertisement: the stylesheet shows the wide or the narrow slot. The site's own advertisement is shown first; a script
 * covers it with the frame of the slot once the service has answered.
 */
export function AdBanner({ ad, words }: AdBannerProps) {
  if (!ad) return null;
  return (
    <div className="ad screen-only">
      <p className="ad__label fine">{words.page.advertisement}</p>
      {ad.house && <HouseAdvertisement ad={ad.house} />}
      {(['desktop', 'mobile'] as const).map((width) => {
        const { slot, embed, minHeight } = ad[width];
        const frame = <EmbedFrame embed={embed} height={minHeight} kind="ad" words={words} />;
        return (
          <div key={width} className={`ad__slot ad__slot--${width}`} data-slot={slot}>
            {embed.connected ? <template>{frame}</template> : !ad.house && frame}
          </div>
        );
      })}
    </div>
  );
}

const HouseAdvertisement = ({ ad: { picture, title, text, label, path } }: { readonly ad: HouseAd }) => (
  <div className="house-ad">
    <Image picture={picture} />
    <div>
      <p className="house-ad__title">{title}</p>
      <p>{text}</p>
      <a className="button" href={path}>
        {label}
      </a>
    </div>
  </div>
);
