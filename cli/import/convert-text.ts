import type { ArchiveKind } from './archive.ts';
export interface TextContext {
  readonly format: 'markdown' | 'html';
  readonly kind: ArchiveKind;
  readonly linkTo: (address: string) => string | undefined;
  readonly pictureAt: (address: string) => string | undefined;
}
export interface Finding {
  readonly what: string;
  readonly name: string;
  readonly outcome: 'changed' | 'kept' | 'dropped';
  readonly example: string;
}
export const convertText = (body: string, _: TextContext): { text: string; findings: Finding[] } => ({
  text: body,
  findings: [],
});
export const plainText = (html: string): string => html.replace(/<[^>]*>/g, '').replace(/&amp;/g, '&');
