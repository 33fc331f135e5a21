import type { Html } from '../types.ts';

/** Text that was Markdown. */
export function Prose({ html }: { readonly html: Html }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: Html is made by Galley's own Markdown step, raw HTML off
  return <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />;
}
