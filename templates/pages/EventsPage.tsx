import { EmbedFrame } from '../parts/EmbedFrame.tsx';
import { EventList } from '../parts/EventList.tsx';
import { PageHeader } from '../parts/PageHeader.tsx';
import type { PageOf } from '../types.ts';

/** The wall of local events. */
export function EventsPage({ page }: { readonly page: PageOf<'events'> }) {
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
