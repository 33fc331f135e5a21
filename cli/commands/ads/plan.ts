import { places } from '../../content/ads.ts';
import { pathOf } from '../../content/single-files.ts';
import { timeZoneOf } from '../../content/site.ts';
import { problemsError } from '../../lib/errors.ts';
import { createDays, endOf, startOf } from '../../lib/in-zone.ts';
import type { NowFlag } from '../terminal/flags.ts';
import { readPaper } from '../terminal/paper.ts';

const thirtyDays = 30 * 24 * 60 * 60 * 1000;

/** The campaigns of the next 30 days by place, as a text. Throws if their file has problems. */
export function planOfAds(flags: NowFlag & { readonly content: string }): string {
  const { records, site, now } = readPaper(flags);
  if (records.broken.has(pathOf('ads')))
    throw problemsError('ads.yaml has problems: `galley check` shows them.');
  const zone = timeZoneOf(site);
  const dayOf = createDays(zone, 'en-US');
  const inWords = (...moments: number[]) =>
    moments.map((moment) => dayOf(new Date(moment)).text).join(' to ');
  const start = now.getTime();
  const end = start + thirtyDays;
  const ahead = (records.shared.ads?.data.campaigns ?? []).flatMap(({ from, until, ...campaign }) => {
    const first = Math.max(start, from === undefined ? start : Date.parse(startOf(from, zone)));
    const last = Math.min(end, until === undefined ? end : endOf(until, zone) - 1);
    return first < last ? { ...campaign, first, last } : [];
  });
  const lines = places.flatMap((place) => {
    const here = ahead
      .filter((campaign) => campaign.places.includes(place))
      .sort((a, b) => a.first - b.first);
    return here.map(({ first, last, sponsor = site.name, sections = ['all sections'], share, url }) => {
      const where = place === 'section' || place === 'article' ? `  ${sections.join(', ')}` : '';
      return `${place.padEnd(7)}  ${inWords(first, last)}  ${sponsor.padEnd(28)}  share ${share}  ${url}${where}\n`;
    });
  });
  return `Advertisements in ${site.name}, ${inWords(start, end)}\n\n${lines.join('') || 'Nothing is booked.\n'}`;
}
