import type { AdPlacement, AdSlot, HouseAd } from '../types.ts';
import { EmbedFrame } from './EmbedFrame.tsx';
import { Image } from './Image.tsx';

/**
 * One spot for an advertisement: the stylesheet shows the wide or the narrow slot. The paper's own advertisement is there from the start;
 * a script puts the frame of the slot in view before it, once its service has answered.
 */
export function AdBanner({ ad }: { readonly ad: AdPlacement | undefined }) {
  if (!ad) return null;
  return (
    <div className="ad">
      <p className="ad__label">Advertisement</p>
      {ad.house && <HouseAdvertisement ad={ad.house} />}
      {(['desktop', 'mobile'] as const).map((width) => (
        <Slot key={width} slot={ad[width]} width={width} alone={!ad.house} />
      ))}
    </div>
  );
}

interface SlotProps {
  readonly slot: AdSlot;
  readonly width: 'desktop' | 'mobile';
  /** Whether nothing is behind it. */
  readonly alone: boolean;
}

function Slot({ slot: { slot, embed, minHeight }, width, alone }: SlotProps) {
  const frame = <EmbedFrame embed={embed} height={minHeight} kind="ad" />;
  return (
    <div className={`ad__slot ad__slot--${width}`} data-slot={slot}>
      {embed.connected ? <template>{frame}</template> : alone && frame}
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
