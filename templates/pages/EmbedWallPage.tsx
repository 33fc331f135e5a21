import { EventList } from '../parts/EventList.tsx';
import type { Event, PageHead, PageProps } from '../types.ts';

export interface EmbedWallPageProps extends PageHead {
  readonly events: readonly Event[];
}

export const EmbedWallPage = ({ page, words }: PageProps<EmbedWallPageProps>) => (
  <>
    <h1>{page.headline}</h1>
    <EventList events={page.events} words={words} />
  </>
);
