import type { AdPlacement, HouseAd, WithWords } from '../types.ts';
import { Campaigns } from './Campaigns.tsx';
import { EmbedFrame } from './EmbedFrame.tsx';
import { Image } from './Image.tsx';
import { ButtonLink } from './Links.tsx';

/**
 * A placement of advertisements: the stylesheet shows the wide or the narrow slot. The site's own advertisement is shown first; a script
 * covers it with the frame of the slot once the service has answered.
 */
export function AdBanner({ ad, words }: WithWords & { readonly ad: AdPlacement }) {
  if (ad.booked) return <Campaigns of={ad.booked} words={words} />;
  return (
    <div className="ad screen-only" data-height={ad.minHeight}>
      {ad.slots.length > 0 && <p className="ad__label fine">{words.page.advertisement}</p>}
      {ad.house && <HouseAdvertisement ad={ad.house} />}
      {ad.slots.map(({ slot, width, embed, minHeight }) => {
        if (!embed.connected && ad.house) return null;
        const frame = <EmbedFrame embed={embed} height={minHeight} kind="ad" words={words} />;
        return (
          <div key={width} className={`ad__slot ad__slot--${width}`} data-slot={slot}>
            {embed.connected ? <template>{frame}</template> : frame}
          </div>
        );
      })}
    </div>
  );
}

const HouseAdvertisement = ({ ad: { picture, title, text, label, path } }: { readonly ad: HouseAd }) => (
  <div className="house-ad">
    {picture && <Image picture={picture} />}
    <div>
      <p className="house-ad__title">{title}</p>
      <p>{text}</p>
      <ButtonLink href={path}>{label}</ButtonLink>
    </div>
  </div>
);
