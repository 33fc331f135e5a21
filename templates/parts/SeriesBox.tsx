import type { Series, WithWords } from '../types.ts';

/** More parts than this are folded, so that the story begins on the first screen. */
const maxOpen = 6;

/** The parts of a series, in an article of it; nothing if there is only one so far. */
export function SeriesBox({
  series: { name, number, parts },
  words,
}: WithWords & { readonly series: Series }) {
  if (parts.length < 2) return null;
  return (
    <nav className="series panel" aria-labelledby="Series">
      <details open={parts.length <= maxOpen}>
        <summary className="chevron" id="Series">
          {words.series.part(number, name)}
        </summary>
        <ol className="text-links">
          {parts.map((part) => (
            <li key={part.path} value={part.number}>
              {part.number === number ? (
                <span aria-current="page">{part.title}</span>
              ) : (
                <a href={part.path}>{part.title}</a>
              )}
            </li>
          ))}
        </ol>
      </details>
    </nav>
  );
}
