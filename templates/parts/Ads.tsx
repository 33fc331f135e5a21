import type { AdPlacement, Campaign, HouseAd, WithWords } from '../types.ts';
import { EmbedFrame } from './EmbedFrame.tsx';
import { Image } from './Image.tsx';
import { ButtonLink } from './Links.tsx';
import { Needs } from './Needs.tsx';
import { Once } from './Once.tsx';

/** The stylesheet shows the wide or the narrow slot, and first the site's own advertisement, until a script has loaded the frame. */
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
            {/* A script requests something of the advertising service before it inserts the frame. */}
            {embed.connected && <Needs connections={embed.origins} />}
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

/** The first campaign of a place; a script may show another one instead, in the same shape. */
export function Campaigns({ of: all, words }: WithWords & { readonly of: readonly Campaign[] }) {
  const hasNarrow = all.every(({ narrow }) => narrow);
  const show = ({ url, sponsor, wide, narrow }: Campaign) => (
    <>
      {sponsor && <p className="campaign__label">{words.page.advertisement}</p>}
      <a href={url} rel={sponsor && 'sponsored noopener'}>
        <Image picture={wide} className={hasNarrow ? 'campaign__wide' : undefined} />
        {hasNarrow && narrow && <Image picture={narrow} className="campaign__narrow" small />}
      </a>
    </>
  );
  return all.slice(0, 1).map((first) => (
    <Once
      as="div"
      of={all}
      key={first.id}
      className="campaign"
      data-share={all.length > 1 ? first.share : undefined}
      show={() => (
        <>
          <Needs parts={[all.length > 1 ? 'campaigns' : 'campaign']} />
          {show(first)}
          {all.slice(1).map((other) => (
            <template key={other.id} data-share={other.share}>
              {show(other)}
            </template>
          ))}
        </>
      )}
    />
  ));
}
