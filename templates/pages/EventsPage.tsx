import { EmbedFrame } from '../parts/EmbedFrame.tsx';
import { PageHeader } from '../parts/PageHeader.tsx';
import type { PageOf } from '../types.ts';

/** The wall of local events. */
export function EventsPage({ page }: { readonly page: PageOf<'events'> }) {
  return (
    <>
      <PageHeader page={page} />
      <EmbedFrame embed={page.wall.embed} height={page.wall.height} kind="wall" />
    </>
  );
}
