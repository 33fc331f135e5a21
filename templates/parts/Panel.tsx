import { LinkLine } from './Links.tsx';
import { Needs } from './Needs.tsx';

/** Facts in a box: results of votes, or a list. */
export interface PanelProps {
  readonly title: string;
  readonly note?: string | undefined;
  readonly races: readonly {
    readonly name: string;
    readonly counted?: string | undefined;
    /** With the percentage of votes of each, as a number and in words. */
    readonly rows: readonly {
      readonly name: string;
      readonly share: number;
      readonly percent: string;
      readonly result?: string | undefined;
    }[];
  }[];
  readonly items: readonly { readonly name: string; readonly what?: string | undefined }[];
  readonly path?: string | undefined;
  readonly link?: string | undefined;
}

export function Panel({ title, note, races, items, path, link, id }: PanelProps & { readonly id: string }) {
  return (
    <section className="facts" aria-labelledby={id}>
      <Needs parts={['facts']} />
      <h2 id={id}>{title}</h2>
      {note && <p className="fine">{note}</p>}
      {races.map(({ name, counted, rows }) => (
        <section key={name} className="facts__race" aria-label={name}>
          <p className="facts__name">
            <b>{name}</b> {counted && <span className="fine">{counted}</span>}
          </p>
          <ul>
            {rows.map(({ name, share, percent, result }) => (
              <li key={name} className={result ? 'facts__leads' : undefined}>
                <p>
                  <span>
                    {name} {result && <b className="badge">{result}</b>}
                  </span>{' '}
                  <span>{percent}</span>
                </p>
                <svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
                  <rect width={share} height="4" />
                </svg>
              </li>
            ))}
          </ul>
        </section>
      ))}
      {items.length > 0 && (
        <dl className="facts__items">
          {items.map(({ name, what }) => (
            <div key={name}>
              <dt>{name}</dt>
              {what && <dd>{what}</dd>}
            </div>
          ))}
        </dl>
      )}
      {path && <LinkLine className="text-links" href={path} text={link ?? title} />}
    </section>
  );
}
