import { createContext, type ReactNode, useContext } from 'react';
import type { Html, MarkdownText } from '../types.ts';

/** Renders the Markdown texts of the page that is being rendered. */
export const MarkdownRenderer = createContext<(text: MarkdownText) => Html>(() => {
  throw new Error('MarkdownRenderer');
});

interface ProseProps {
  readonly text: MarkdownText;
  /** What its links to other sites are. */
  readonly rel?: string | undefined;
  /** What stands after its fourth paragraph, if four more follow. */
  readonly inset?: ReactNode;
}

export function Prose({ text, rel, inset }: ProseProps) {
  const rendered = useContext(MarkdownRenderer)(text);
  const html = rel ? rendered.replaceAll('<a href="http', `<a rel="${rel}" href="http`) : rendered;
  const middle = inset ? middleOf(html) : 0;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: made by our Markdown renderer, which drops raw HTML
  const part = (__html: string) => <div className="prose" dangerouslySetInnerHTML={{ __html }} />;
  if (middle === 0) return part(html);
  return (
    <>
      {part(html.slice(0, middle))}
      {inset}
      {part(html.slice(middle))}
    </>
  );
}

/** The end of the fourth paragraph, if as many follow, or of a later one: none that announces what follows. 0 if there is none. */
function middleOf(html: string): number {
  const ends: number[] = [];
  let depth = 0;
  for (const { 0: tag, 1: slash, index } of html.matchAll(
    /<(\/?)(?:aside|blockquote|div|figure|[ou]l|table)\b|<\/p>/g,
  ))
    if (slash !== undefined) depth += slash ? -1 : 1;
    else if (depth === 0) ends.push(index + tag.length);
  return ends.find((end, i) => i > 2 && ends.length > i + 4 && html[end - 5] !== ':') ?? 0;
}
