import type { Html } from '../types.ts';

/** A text rendered from Markdown. */
export function Prose({ html }: { readonly html: Html }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: made by our Markdown renderer, which drops raw HTML
  return <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />;
}
