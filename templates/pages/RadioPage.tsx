import { Image } from '../parts/Image.tsx';
import { PageHeader } from '../parts/PageHeader.tsx';
import type { PageHead, Picture } from '../types.ts';

export interface RadioPageProps extends PageHead {
  readonly station: { readonly name: string; readonly description?: string; readonly nowPlaying: string };
  readonly picture?: Picture;
  readonly stream: string;
  readonly streamOrigin?: string;
  readonly tip?: string;
  readonly schedule: readonly {
    /** In words. */
    readonly time: string;
    /** For scripts: `06:00-09:00`. */
    readonly hours?: string;
    readonly title: string;
    readonly about?: string;
  }[];
  /** The tz database name of the time zone of `hours`. */
  readonly timeZone: string;
}

/** The live stream. Without scripts the controls of the browser play it, with scripts ours do. */
export function RadioPage({ page }: { readonly page: RadioPageProps }) {
  const { station } = page;
  return (
    <>
      <PageHeader page={page} />
      <section
        className="radio-player panel screen-only text-links"
        aria-label={page.headline}
        data-radio-player
      >
        <h2>Now Playing</h2>
        <p className="radio-player__now" aria-live="polite" data-now-playing>
          {station.nowPlaying}
        </p>
        {/* biome-ignore lint/a11y/useMediaCaption: a live broadcast has no caption file to point at */}
        <audio controls preload="none" src={page.stream} aria-label={page.headline} />
        <div className="radio-player__controls" data-scripted>
          <button className="button button--strong" type="button" data-play>
            Play
          </button>
          <button className="button" type="button" aria-pressed="false" data-mute>
            Mute
          </button>
          <label>
            Volume <input type="range" min="0" max="1" step="0.01" defaultValue="0.9" data-volume />
          </label>
        </div>
        <p className="fine" data-scripted>
          Your player:{' '}
          <span role="status" data-status>
            Stopped
          </span>
        </p>
        <div className="radio-player__errors" role="alert" data-scripted>
          <p hidden data-error="playback">
            Unable to start playback. Please try again.
          </p>
          <p hidden data-error="stream">
            Stream temporarily unavailable.
          </p>
        </div>
        {page.tip && <p className="fine radio-player__tip">{page.tip}</p>}
        <p>
          <a href={page.path} target="radio" data-own-window>
            Open in its own window
          </a>
        </p>
      </section>
      <section aria-labelledby="Station">
        <h2 id="Station">{station.name}</h2>
        {station.description && <p>{station.description}</p>}
        {page.picture && <Image picture={page.picture} className="station-picture" />}
      </section>
      {page.schedule.length > 0 && (
        <section className="schedule" aria-labelledby="Schedule">
          <h2 id="Schedule">Schedule</h2>
          <dl className="details-list" data-schedule={page.timeZone}>
            {page.schedule.map((show) => (
              <div key={show.time} data-hours={show.hours}>
                <dt>{show.time}</dt>
                <dd>
                  <strong>{show.title}</strong> {show.about}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </>
  );
}
