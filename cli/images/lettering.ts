import { type Font, openSync } from 'fontkit';

/** A face that words are drawn with as outlines, so that they look the same wherever the picture is shown. */
export interface Face {
  /** How wide `text` is at a size; all in the picture's own units. */
  width(text: string, size: number): number;
  /** The outlines of one line: a path whose baseline starts at (`x`, `y`). `align` says which end of the line stands at `x`. */
  line(text: string, at: { x: number; y: number; size: number; align?: 'start' | 'middle' | 'end' }): string;
}

/** The faces of the paper's drawings: for titles and for labels. */
export interface Faces {
  readonly display: Face;
  readonly label: Face;
}

/** Where the font files of the two faces stand. Their names change whenever what is drawn with them might. */
export interface FaceFiles {
  readonly display: string;
  readonly label: string;
}

/** Opens font files. Letters a face has not are drawn without their accents, and left out where even that has no form. */
export const openFaces = ({ display, label }: FaceFiles): Faces => ({
  display: openFace(display),
  label: openFace(label),
});

function openFace(file: string): Face {
  const font = openSync(file) as Font;
  const known = (letter: string) => font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0);
  const spell = (text: string) =>
    [...text.normalize('NFC')]
      .flatMap((letter) => (known(letter) ? letter : [...letter.normalize('NFD')].filter(known)))
      .join('');
  const layout = (text: string) => font.layout(spell(text));

  function width(text: string, size: number): number {
    return (layout(text).advanceWidth * size) / font.unitsPerEm;
  }

  return {
    width,
    line(text, { x, y, size, align = 'start' }) {
      const scale = size / font.unitsPerEm;
      const { glyphs, positions, advanceWidth } = layout(text);
      let left = x - advanceWidth * scale * { start: 0, middle: 0.5, end: 1 }[align];
      let d = '';
      for (const [i, glyph] of glyphs.entries()) {
        const position = positions[i];
        if (!position) continue;
        const [dx, dy] = [left + position.xOffset * scale, y - position.yOffset * scale];
        d += outline(glyph.path.commands, (px, py) => [dx + px * scale, dy - py * scale]);
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

/** Path data in steps from point to point, to a tenth of a unit: half as long as absolute points. */
function outline(
  commands: readonly { readonly command: keyof typeof letters; readonly args: readonly number[] }[],
  place: (x: number, y: number) => readonly [number, number],
): string {
  const tenth = (value: number) => Math.round(value * 10);
  let [x, y, startX, startY] = [0, 0, 0, 0];
  let d = '';
  for (const [i, { command, args }] of commands.entries()) {
    if (command === 'closePath') {
      d += 'z';
      [x, y] = [startX, startY];
      continue;
    }
    const points: number[] = [];
    let [endX, endY] = [x, y];
    for (let j = 0; j < args.length; j += 2) {
      [endX, endY] = place(args[j] ?? 0, args[j + 1] ?? 0).map(tenth) as [number, number];
      points.push(endX - x, endY - y);
    }
    // The first step of a letter goes from nowhere, so it is a point; tenths are brought back to units at the end.
    const steps = command === 'moveTo' && i === 0 ? `M${endX / 10} ${endY / 10}` : letters[command];
    d +=
      command === 'moveTo' && i === 0
        ? steps
        : steps +
          points
            .map((step) => step / 10)
            .join(' ')
            .replace(/ -/g, '-');
    [x, y] = [endX, endY];
    if (command === 'moveTo') [startX, startY] = [x, y];
  }
  return d;
}

/** Words broken into lines no wider than `most`, at a size; a longer word has a line of its own. */
export function breakLines(face: Face, words: string, size: number, most: number): string[] {
  const lines: string[] = [];
  for (const word of words.split(/\s+/)) {
    const last = lines.at(-1);
    if (last !== undefined && face.width(`${last} ${word}`, size) <= most)
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

/** The largest size, from `largest` down to `smallest`, at which words fit a box; what does not fit even then is cut with an ellipsis. */
export function fitted(
  face: Face,
  text: string,
  box: Box,
): { readonly size: number; readonly lines: readonly string[] } {
  const words = text.replace(/\s+/g, ' ');
  const fits = (lines: readonly string[], size: number) =>
    lines.length * size * box.leading <= box.height &&
    lines.every((line) => face.width(line, size) <= box.width);
  const shown = words.slice(0, roomOf(box));
  // Laid out once, a text of any length shows at which sizes its lines would not all find room; a break saves no more than its space.
  const whole = face.width(shown, 1);
  const space = face.width(' ', 1);
  const hasRoom = (size: number) =>
    whole * size <= (Math.floor(box.height / (size * box.leading)) + 1) * (box.width + 2 * space * size);
  for (let size = box.largest; size > box.smallest && shown === words; size *= 0.94) {
    if (!hasRoom(size)) continue;
    const lines = breakLines(face, words, size, box.width);
    if (fits(lines, size)) return { size, lines: evened(face, lines, size) };
  }
  const size = box.smallest;
  const most = Math.max(1, Math.floor(box.height / (size * box.leading)));
  const lines = breakLines(face, shown, size, box.width);
  const kept = lines.slice(0, most).map((line) => shortened(face, line, size, box.width));
  if (lines.length > most) kept[most - 1] = shortened(face, `${kept[most - 1]} …`, size, box.width);
  return { size, lines: kept };
}

/** More letters than a box has room for, were they all as narrow as a tenth of their size. */
const roomOf = ({ width, height, smallest, leading }: Box): number =>
  (Math.floor(height / (smallest * leading)) + 1) * Math.ceil(width / (smallest * 0.1));

/** The same number of lines, of lengths as even as may be: the narrowest measure that does not need another line. */
function evened(face: Face, lines: readonly string[], size: number): readonly string[] {
  const words = lines.join(' ');
  let best = lines;
  let most = Math.max(...lines.map((line) => face.width(line, size)));
  for (let i = 0; i < 12; i++) {
    most *= 0.95;
    const tried = breakLines(face, words, size, most);
    if (tried.length > lines.length || tried.some((line) => face.width(line, size) > most)) break;
    best = tried;
  }
  return best;
}

/** A line cut to a width, with an ellipsis where anything is cut. */
function shortened(face: Face, line: string, size: number, most: number): string {
  if (line.length <= 1 || face.width(line, size) <= most) return line;
  const whole = line.replace(/\s*…$/, '');
  const cutAt = (length: number) => `${whole.slice(0, length).trimEnd()}…`;
  // As many letters as fit, found by halves.
  let [fitting, tooMany] = [0, whole.length];
  while (tooMany - fitting > 1) {
    const middle = (fitting + tooMany) >> 1;
    if (face.width(cutAt(middle), size) <= most) fitting = middle;
    else tooMany = middle;
  }
  return cutAt(fitting);
}
