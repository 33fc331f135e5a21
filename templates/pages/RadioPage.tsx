import { PageHeader } from '../parts/PageHeader.tsx';
import type { PageOf } from '../types.ts';

/** The live stream, with the browser's own controls. Both error texts stand ready for a script to show. */
export function RadioPage({ page }: { readonly page: PageOf<'radio'> }) {
  const { station } = page;
  return (
    <>
      <PageHeader page={page} />
      <section className="radio-player" aria-label={station.name} data-radio-player>
        <h2>Now Playing</h2>
        <p className="radio-player__now" aria-live="polite" data-now-playing>
          {station.nowPlaying}
        </p>
        {/* biome-ignore lint/a11y/useMediaCaption: a live broadcast has no caption file to point at */}
        <audio controls preload="none" src={page.stream} aria-label={page.headline} />
        <p
          className="radio-player__error"
          role="alert"
          hidden
          data-playback-failed="Unable to start playback. Please try again."
          data-stream-failed="Stream temporarily unavailable."
        />
        <p className="radio-player__tip">{page.tip}</p>
      </section>
      <section aria-labelledby="schedule">
        <h2 id="schedule">{station.name}</h2>
        <p>{station.description}</p>
        <dl className="details-list">
          {page.schedule.map((show) => (
            <div key={show.time}>
              <dt>{show.time}</dt>
              <dd>
                <strong>{show.title}</strong> {show.about}
              </dd>
            </div>
          ))}
        </dl>
      </section>
    </>
  );
}
