import { Image } from '../parts/Image.tsx';
import { Button, LinkLine } from '../parts/Links.tsx';
import { Needs } from '../parts/Needs.tsx';
import { PageHeader, Section } from '../parts/PageHeader.tsx';
import type { PageHead, PageProps, Picture } from '../types.ts';

export interface RadioPageProps extends PageHead {
  readonly station: { readonly name: string; readonly description?: string; readonly nowPlaying: string };
  readonly picture?: Picture;
  readonly stream: string;
  /** `'self'` for the paper's own. */
  readonly streamOrigin: string;
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
export function RadioPage({ page, words }: PageProps<RadioPageProps>) {
  const { station } = page;
  const { radio } = words;
  const { play, status } = words.scripts;
  return (
    <>
      <PageHeader page={page} words={words} />
      <section
        className="radio-player panel screen-only text-links"
        aria-label={page.headline}
        data-radio-player
      >
        <Needs connections={[page.streamOrigin]} media={[page.streamOrigin]} />
        <h2>{radio.now}</h2>
        <p className="radio-player__now" aria-live="polite" data-now-playing>
          {station.nowPlaying}
        </p>
        {/* biome-ignore lint/a11y/useMediaCaption: a live broadcast has no caption file to point at */}
        <audio controls preload="none" src={page.stream} aria-label={page.headline} />
        <div className="radio-player__controls" data-scripted>
          <Button strong text={play} data-play />
          <Button text={radio.mute} aria-pressed="false" data-mute />
          <label>
            {radio.volume} <input type="range" min="0" max="1" step="0.01" defaultValue="0.9" data-volume />
          </label>
        </div>
        <p className="fine" data-scripted>
          {radio.status}{' '}
          <span role="status" data-status>
            {status.stopped}
          </span>
        </p>
        <div className="radio-player__errors" role="alert" data-scripted>
          <p hidden data-error="playback">
            {radio.refused}
          </p>
          <p hidden data-error="stream">
            {radio.unavailable}
          </p>
        </div>
        {page.tip && <p className="fine radio-player__tip">{page.tip}</p>}
        <LinkLine href={page.path} target="radio" text={radio.ownTab} />
      </section>
      <Section id="Station" title={station.name}>
        {station.description && <p>{station.description}</p>}
        {page.picture && <Image picture={page.picture} className="station-picture" />}
      </Section>
      {page.schedule.length > 0 && (
        <Section id="Schedule" title={radio.schedule} className="schedule">
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
        </Section>
      )}
    </>
  );
}
