import { createContext, useContext } from 'react';
import type { Html, MarkdownText } from '../types.ts';

/** Renders the Markdown texts of the page that is being rendered. */
export const MarkdownRenderer = createContext<(text: MarkdownText) => Html>(() => {
  throw new Error('MarkdownRenderer');
});

interface ProseProps {
  readonly text: MarkdownText;
  /** What its links to other sites are. */
  readonly rel?: string | undefined;
}

export function Prose({ text, rel }: ProseProps) {
  const rendered = useContext(MarkdownRenderer)(text);
  const html = rel ? rendered.replaceAll('<a href="http', `<a rel="${rel}" href="http`) : rendered;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: made by our Markdown renderer, which drops raw HTML
  return <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />;
}
