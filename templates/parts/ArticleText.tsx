import type { MarkdownText, Post } from '../types.ts';
import { Prose } from './Prose.tsx';

export interface ArticleTextProps {
  readonly post: Post;
  readonly body: MarkdownText;
}

/** The text of an article, with whatever belongs into it: its page and the feeds show this. */
export const ArticleText = ({ body }: ArticleTextProps) => <Prose text={body} />;
