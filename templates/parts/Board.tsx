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
  // Without a link in it, a scroll container is out of the keyboard's reach in Safari.
  const hasLinks = headlines.some(({ link }) => link);
  return (
    <>
      <div className={classesOf(headlines)} id={id} tabIndex={hasLinks ? undefined : 0}>
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
const rows = { links: { narrow: 4, wide: 6 }, briefs: { narrow: 1, wide: 4 } };

function classesOf(headlines: readonly Headline[]): string {
  const isBriefs = headlines.some(({ summary }) => summary);
  const { narrow, wide } = isBriefs ? rows.briefs : rows.links;
  return [
    'board',
    isBriefs && 'board--briefs',
    headlines.length <= narrow && 'board--fits-narrow',
    headlines.length <= wide && 'board--fits-wide',
  ]
    .filter(Boolean)
    .join(' ');
}

function Row({ headline: { title, link, published, summary } }: { readonly headline: Headline }) {
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
      {summary && <p dir="auto">{summary}</p>}
    </>
  );
}
