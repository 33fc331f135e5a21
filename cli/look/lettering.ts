import { type Font, openSync } from 'fontkit';

/** A font whose text is drawn as outlines, so that drawings need no font where they are shown. Lengths are in user units. */
export interface Face {
  width(text: string, size: number): number;
  /** The path of one line with its baseline at `y`, and its start, middle or end at `x`. */
  line(text: string, at: { x: number; y: number; size: number; align?: 'start' | 'middle' | 'end' }): string;
}

/** Opens a font file. A missing glyph is replaced by the letter without its accent, or left out. */
export function openFace(file: string): Face {
  const font = openSync(file) as Font;
  const known = (letter: string) => font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0);
  const spell = (text: string) =>
    [...text.normalize('NFC')]
      .flatMap((letter) => (known(letter) ? letter : [...letter.normalize('NFD')].filter(known)))
      .join('');
  const layout = (text: string) => font.layout(spell(text));

  return {
    width: (text, size) => (layout(text).advanceWidth * size) / font.unitsPerEm,
    line(text, { x, y, size, align = 'start' }) {
      const scale = size / font.unitsPerEm;
      const { glyphs, positions, advanceWidth } = layout(text);
      let left = x - advanceWidth * scale * { start: 0, middle: 0.5, end: 1 }[align];
      let d = '';
      for (const [i, glyph] of glyphs.entries()) {
        const position = positions[i];
        if (!position) continue;
        const [dx, dy] = [left + position.xOffset * scale, y - position.yOffset * scale];
        d += outline(glyph.path.commands, (px, py) => [tenths(dx + px * scale), tenths(dy - py * scale)]);
        left += position.xAdvance * scale;
      }
      return d;
    },
  };
}

const letters = {
  moveTo: 'm',
  lineTo: 'l',
  quadraticCurveTo: 'q',
  bezierCurveTo: 'c',
  closePath: 'z',
} as const;

const tenths = (value: number) => Math.round(value * 10);

/** Path data with relative coordinates, half as long as with absolute ones. `place` returns points in tenths. */
function outline(
  commands: readonly { readonly command: keyof typeof letters; readonly args: readonly number[] }[],
  place: (x: number, y: number) => readonly [number, number],
): string {
  let [x, y, startX, startY] = [0, 0, 0, 0];
  let d = '';
  for (const [i, { command, args }] of commands.entries()) {
    const steps: number[] = [];
    let [endX, endY] = command === 'closePath' ? [startX, startY] : [x, y];
    for (let j = 0; j < args.length; j += 2) {
      [endX, endY] = place(args[j] ?? 0, args[j + 1] ?? 0);
      steps.push((endX - x) / 10, (endY - y) / 10);
    }
    // Only the first point of a glyph is absolute.
    d += (i === 0 ? 'M' : letters[command]) + steps.join(' ').replace(/ -/g, '-');
    [x, y] = [endX, endY];
    if (command === 'moveTo') [startX, startY] = [x, y];
  }
  return d;
}

/** Breaks text into lines of at most `maxWidth`; a longer word gets its own line. */
function breakLines(face: Face, words: string, size: number, maxWidth: number): string[] {
  const lines: string[] = [];
  for (const word of words.split(/\s+/)) {
    const last = lines.at(-1);
    if (last !== undefined && face.width(`${last} ${word}`, size) <= maxWidth)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

interface Box {
  readonly width: number;
  readonly height: number;
  readonly largest: number;
  readonly smallest: number;
  readonly leading: number;
}

/** The largest font size at which text fits a box, and its lines. At the smallest size, the rest is cut with an ellipsis. */
export function fitted(face: Face, text: string, box: Box): { size: number; lines: readonly string[] } {
  const words = text.replace(/\s+/g, ' ');
  const fits = (lines: readonly string[], size: number) =>
    lines.length * size * box.leading <= box.height &&
    lines.every((line) => face.width(line, size) <= box.width);
  // Skips sizes that cannot fit: a line break saves at most the width of a space.
  const whole = face.width(words, 1);
  const space = face.width(' ', 1);
  const hasRoom = (size: number) =>
    whole * size <= (Math.floor(box.height / (size * box.leading)) + 1) * (box.width + 2 * space * size);
  for (let size = box.largest; size > box.smallest; size *= 0.94) {
    if (!hasRoom(size)) continue;
    const lines = breakLines(face, words, size, box.width);
    if (fits(lines, size)) return { size, lines: evened(face, lines, size) };
  }
  const size = box.smallest;
  const maxLines = Math.max(1, Math.floor(box.height / (size * box.leading)));
  const all = breakLines(face, words, size, box.width);
  const lines = all.slice(0, maxLines).map((line) => shortened(face, line, size, box.width));
  if (all.length > maxLines) lines.push(shortened(face, `${lines.pop()} …`, size, box.width));
  return { size, lines };
}

/** Balances the lengths of lines: the narrowest width that needs no additional line. */
function evened(face: Face, lines: readonly string[], size: number): readonly string[] {
  const words = lines.join(' ');
  let best = lines;
  let maxWidth = Math.max(...lines.map((line) => face.width(line, size)));
  for (let i = 0; i < 12; i++) {
    maxWidth *= 0.95;
    const tried = breakLines(face, words, size, maxWidth);
    if (tried.length > lines.length || tried.some((line) => face.width(line, size) > maxWidth)) break;
    best = tried;
  }
  return best;
}

function shortened(face: Face, line: string, size: number, maxWidth: number): string {
  if (face.width(line, size) <= maxWidth) return line;
  let start = line.replace(/\s*…$/, '');
  while (start !== '' && face.width(`${start}…`, size) > maxWidth) start = start.slice(0, -1).trimEnd();
  return `${start}…`;
}
