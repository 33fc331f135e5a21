import type { MarkdownText, Post, WithWords } from '../types.ts';
import { Prose } from './Prose.tsx';

export interface ArticleTextProps extends WithWords {
  readonly post: Post;
  /** Empty for a story that leads elsewhere. */
  readonly body: MarkdownText;
}

/** The text of an article, with whatever belongs into it: its page and the feeds show this. */
export function ArticleText({ post, body, words }: ArticleTextProps) {
  const { corrections, source, sponsored } = post;
  const rel = sponsored && 'sponsored';
  const notes = corrections?.entries.map(({ date, text }) => (
    <p key={date.iso + text} className="panel" role="note">
      <strong>
        {words.article.correction} {date.text}:
      </strong>{' '}
      {text}
    </p>
  ));
  return (
    <>
      {corrections?.place === 'top' && notes}
      {body.markdown.trim() !== '' && <Prose text={body} rel={rel} />}
      {source && (
        <p className="prose">
          <a href={source.url} rel={rel}>
            {words.article.wholeStory(source.name)}
          </a>
        </p>
      )}
      {corrections?.place === 'bottom' && notes}
    </>
  );
}
