/** One file of the site, to be written at `path` inside the output folder, with `/`. */
export interface OutputFile {
  readonly path: string;
  /** Its content, or where it stands on disk to be taken from. */
  readonly content: string | Uint8Array | { readonly copyOf: string };
}

/** `text` as it may stand in XML, in text and in quoted attributes. */
export const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
