import { EmbedFrame } from '../parts/EmbedFrame.tsx';
import { EventList } from '../parts/EventList.tsx';
import { PageHeader } from '../parts/PageHeader.tsx';
import type { PageHead, PageProps, WallBlock } from '../types.ts';

export interface EventsPageProps extends PageHead {
  readonly wall: WallBlock;
}

export function EventsPage({ page, words }: PageProps<EventsPageProps>) {
  return (
    <>
      <PageHeader page={page} words={words} />
      {'events' in page.wall ? (
        <EventList events={page.wall.events} words={words} />
      ) : (
        <EmbedFrame {...page.wall} kind="wall" words={words} />
      )}
    </>
  );
}
