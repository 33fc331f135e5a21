import { Agenda } from '../parts/Agenda.tsx';
import { EmbedFrame } from '../parts/EmbedFrame.tsx';
import { EventList } from '../parts/EventList.tsx';
import { PageHeader } from '../parts/PageHeader.tsx';
import type { EventsBlock, PageHead, PageProps } from '../types.ts';

export interface EventsPageProps extends PageHead {
  readonly wall: EventsBlock;
}

export function EventsPage({ page, site, words }: PageProps<EventsPageProps>) {
  const { wall } = page;
  return (
    <>
      <PageHeader page={page} words={words} />
      {'calendar' in wall ? (
        <Agenda calendar={wall.calendar} site={site} words={words} />
      ) : 'events' in wall ? (
        <EventList events={wall.events} words={words} />
      ) : (
        <EmbedFrame {...wall} kind="wall" words={words} />
      )}
    </>
  );
}
