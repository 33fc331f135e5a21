import type { AdPlacement } from '../types.ts';
import { EmbedFrame } from './EmbedFrame.tsx';

/** One spot for an advertisement: the stylesheet shows the wide or the narrow slot, and the browser fetches only that. */
export function AdBanner({ ad }: { readonly ad: AdPlacement | undefined }) {
  if (!ad) return null;
  return (
    <div className="ad">
      <p className="ad__label">Advertisement</p>
      {(['desktop', 'mobile'] as const).map((width) => (
        <div key={width} className={`ad__slot ad__slot--${width}`} data-slot={ad[width].slot}>
          <EmbedFrame embed={ad[width].embed} height={ad[width].minHeight} kind="ad" />
        </div>
      ))}
    </div>
  );
}
