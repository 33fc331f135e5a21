import type { Stretch } from '../problems/locate.ts';

/** The comment behind a value or an empty key that ends at an offset, if it has a letter or digit right after its `#`. */
export function commentBehind(text: string, end: number): Stretch | undefined {
  const comment = /:?[ \t]+(#[\p{L}\p{N}].*)/uy;
  comment.lastIndex = end;
  const written = comment.exec(text)?.[1];
  if (written === undefined) return undefined;
  const start = comment.lastIndex - written.length;
  return { start, end: start + written.trimEnd().length };
}
