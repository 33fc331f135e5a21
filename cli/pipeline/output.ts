/** One file of the site, to be written at `path` inside the output folder, with `/`. */
export interface OutputFile {
  readonly path: string;
  /** Its content, or where it stands on disk to be taken from. */
  readonly content: string | Uint8Array | { readonly copyOf: string };
}
