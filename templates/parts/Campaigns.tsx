import type { Campaign, WithWords } from '../types.ts';
import { Image } from './Image.tsx';

/** The first campaign of a place; a script may show another one instead, in the same shape. */
export function Campaigns({
  of: all = [],
  words,
}: WithWords & { readonly of?: readonly Campaign[] | undefined }) {
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
    <div key={first.id} className="campaign" data-share={all.length > 1 ? first.share : undefined}>
      {show(first)}
      {all.slice(1).map((other) => (
        <template key={other.id} data-share={other.share}>
          {show(other)}
        </template>
      ))}
    </div>
  ));
}
