import type { Series, WithWords } from '../types.ts';

/** The parts of a series, at the end of an article of it. */
export const SeriesParts = ({
  series: { name, number, parts },
  words,
}: WithWords & { readonly series: Series }) => (
  <nav className="series" aria-labelledby="Series">
    <h2 className="section-title" id="Series">
      {words.series.title(name)}
    </h2>
    <ol>
      {parts.map((part) => (
        <li key={part.path} value={part.number}>
          <span className="badge">{words.series.number(part.number)}</span>{' '}
          {part.number === number ? (
            <span aria-current="page">{part.title}</span>
          ) : (
            <a href={part.path}>{part.title}</a>
          )}
        </li>
      ))}
    </ol>
  </nav>
);
