import { createContext, useContext } from 'react';
import type { Html, MarkdownText } from '../types.ts';

/** Renders the Markdown texts of the page that is being rendered. */
export const MarkdownRenderer = createContext<(text: MarkdownText) => Html>(() => {
  throw new Error('MarkdownRenderer');
});

export function Prose({ text }: { readonly text: MarkdownText }) {
  const html = useContext(MarkdownRenderer)(text);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: made by our Markdown renderer, which drops raw HTML
  return <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />;
}
