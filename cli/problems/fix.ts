/** A change of a text: `text` replaces what is between two offsets. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A text with some edits made; of two that overlap, the later one is left out. */
export function withEdits(text: string, edits: readonly TextEdit[]): string {
  let changed = '';
  let from = 0;
  for (const edit of edits.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    if (edit.start < from) continue;
    changed += text.slice(from, edit.start) + edit.text;
    from = edit.end;
  }
  return changed + text.slice(from);
}
