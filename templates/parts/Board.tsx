import type { Headline, Board as Headlines, TemplateId, WithWords } from '../types.ts';

/** The relations of links to other sites. */
export const linkTypes = 'external noopener';

interface BoardProps extends WithWords {
  readonly board: Headlines;
  readonly id: TemplateId;
}

/** The headlines of a source, and when they were read. */
export function Board({ board, id, words }: BoardProps) {
  const { source, read, headlines } = board;
  return (
    <>
      <div className={classesOf(headlines)} id={id}>
        <ol>
          {headlines.map((headline) => (
            <li key={headline.link ?? headline.title}>
              <Row headline={headline} />
            </li>
          ))}
        </ol>
      </div>
      {read && (
        <p className="fine board__foot">
          {source.name}
          {words.boards.headlinesOf} <time dateTime={read.iso}>{read.text}</time>
        </p>
      )}
    </>
  );
}

/** The rows that a collapsed board shows in one column and in two; feed-block.css hides the rest. */
const rows = { narrow: 4, wide: 6 };

const classesOf = ({ length }: readonly Headline[]): string =>
  ['board', length <= rows.narrow && 'board--fits-narrow', length <= rows.wide && 'board--fits-wide']
    .filter(Boolean)
    .join(' ');

function Row({ headline: { title, link, published } }: { readonly headline: Headline }) {
  return (
    <>
      {link ? (
        <a href={link} rel={linkTypes} dir="auto">
          {title}
        </a>
      ) : (
        <b dir="auto">{title}</b>
      )}
      {published && <time dateTime={published.iso}>{published.text}</time>}
    </>
  );
}
