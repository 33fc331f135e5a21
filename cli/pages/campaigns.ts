import type { Campaign } from '../../templates/types.ts';
import type { AdsFile } from '../content/ads.ts';
import type { Edition } from '../content/model.ts';
import { timeZoneOf } from '../content/site.ts';
import type { Clock } from '../lib/clock.ts';
import { endOf, startOf } from '../lib/in-zone.ts';
import { pictureAt } from '../look/pictures.ts';

/** Gives the campaigns that run in a place at the time of a clock, the largest share first; in some sections, those for one of them too. */
export function createCampaigns({ shared, pictures, ...edition }: Edition, clock: Clock = edition.clock) {
  const zone = timeZoneOf(shared.site.data);
  const running = (shared.ads?.data.campaigns ?? []).filter(
    ({ from, until }) =>
      (from === undefined || clock.isPast(Date.parse(startOf(from, zone)))) &&
      (until === undefined || !clock.isPast(endOf(until, zone))),
  );
  return (place: AdsFile['campaigns'][number]['places'][number], sections?: readonly string[]): Campaign[] =>
    running
      .filter(
        ({ places, ...own }) =>
          places.includes(place) &&
          (!own.sections || !sections || own.sections.some((name) => sections.includes(name))),
      )
      .sort((a, b) => b.share - a.share)
      .flatMap(({ id, url, alt, sponsor, share, picture }) => {
        const [file, other] = typeof picture === 'string' ? [picture] : [picture.wide, picture.narrow];
        const wide = pictureAt(file, alt, pictures);
        return wide ? { id, url, sponsor, share, wide, narrow: pictureAt(other, alt, pictures) } : [];
      });
}
