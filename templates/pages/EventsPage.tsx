import { EmbedFrame } from '../parts/EmbedFrame.tsx';
import { EventList } from '../parts/EventList.tsx';
import { PageHeader } from '../parts/PageHeader.tsx';
import type { PageHead, WallBlock } from '../types.ts';

export interface EventsPageProps extends PageHead {
  readonly wall: WallBlock;
}

export function EventsPage({ page }: { readonly page: EventsPageProps }) {
  return (
    <>
      <PageHeader page={page} />
      {'events' in page.wall ? (
        <EventList events={page.wall.events} />
      ) : (
        <EmbedFrame embed={page.wall.embed} height={page.wall.height} kind="wall" />
      )}
    </>
  );
}
