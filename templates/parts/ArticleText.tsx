import type { ReactNode } from 'react';
import type { LiveStory, MarkdownText, Post, WithWords } from '../types.ts';
import { OptionalLink } from './Links.tsx';
import { LiveEntries } from './Live.tsx';
import { Points } from './PostCard.tsx';
import { Prose } from './Prose.tsx';

export interface ArticleTextProps extends WithWords {
  readonly post: Post;
  /** Empty for a story that leads elsewhere. */
  readonly body: MarkdownText;
  readonly live?: LiveStory | undefined;
  /** In the middle of a long text; feeds have nothing there. */
  readonly inset?: ReactNode;
}

/** The text of an article, with whatever belongs into it: its page and the feeds show this. */
export function ArticleText({ post, body, live, inset, words }: ArticleTextProps) {
  const { corrections, source, sponsored } = post;
  const rel = sponsored && 'sponsored';
  const notes = corrections && (
    <div className={`corrections corrections--${corrections.place}`} id="Corrections">
      {corrections.entries.map(({ date, text }) => (
        <p key={date.iso + text} role="note">
          <strong>
            <OptionalLink href={corrections.all}>
              {words.article.correction} {date.text}
            </OptionalLink>
            :
          </strong>{' '}
          {text}
        </p>
      ))}
    </div>
  );
  return (
    <>
      {corrections?.place === 'top' && notes}
      <Points of={post} />
      {body.markdown.trim() !== '' && <Prose text={body} rel={rel} inset={inset} />}
      {live && <LiveEntries live={live} rel={rel} words={words} />}
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
