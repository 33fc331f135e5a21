import { type Face, type Faces, fitted } from './lettering.ts';
import { colorsOf, pick, randomOf, svg } from './palette.ts';
import { pattern } from './pattern.ts';
import { coverSize, initialsSize, shareSize, wordImageSize } from './sizes.ts';

type Box = readonly [x: number, y: number, width: number, height: number];
type Sizes = readonly [smallest: number, largest: number];

interface Placing {
  readonly vertical?: 'top' | 'middle' | 'bottom';
  readonly align?: 'start' | 'middle' | 'end';
  readonly leading?: number;
}

const centered: Placing = { vertical: 'middle', align: 'middle' };
const atBottom: Placing = { vertical: 'bottom' };

/** Text as outlines, as large as fits a box, and the top of its first line. */
function lettered(
  face: Face,
  text: string,
  color: string,
  [left, boxTop, width, boxHeight]: Box,
  [smallest, largest]: Sizes,
  { vertical = 'top', align = 'start', leading = 1.1 }: Placing = {},
) {
  const { size, lines } = fitted(face, text, { width, height: boxHeight, largest, smallest, leading });
  const height = lines.length * size * leading;
  const top = boxTop + { top: 0, bottom: boxHeight - height, middle: (boxHeight - height) / 2 }[vertical];
  const x = left + width * { start: 0, middle: 0.5, end: 1 }[align];
  const d = lines
    .map((line, i) => face.line(line, { x, y: top + (i + 0.8) * size * leading, size, align }))
    .join('');
  return { path: `<path d="${d}" fill="${color}"/>`, top };
}

const words = (...of: Parameters<typeof lettered>): string => lettered(...of).path;

const upper = (text = ''): string => text.toLocaleUpperCase('en-US');

const rect = (x: number, y: number, width: number, height: number, fill: string) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}"/>`;

/** A book's cover: its title and author over a pattern, in one of four layouts. */
export function cover({ display, label }: Faces, title: string, author: string): string {
  const { width, height } = coverSize;
  const random = randomOf(`cover ${title} ${author}`);
  const { ground, second, paper } = colorsOf(title + author);
  const by = upper(author);
  const layouts = [
    // A label on patterned cloth.
    () =>
      rect(0, 0, width, height, ground) +
      pattern({ width, height }, second, random) +
      rect(50, 90, 300, 250, paper) +
      `<path d="M60 100h280v230H60z" fill="none" stroke="${ground}" stroke-width="2"/>` +
      words(display, title, ground, [76, 116, 248, 150], [20, 50], centered) +
      words(label, by, ground, [76, 276, 248, 40], [10, 15], centered),
    // A picture above, words on paper below.
    () =>
      rect(0, 0, width, height, paper) +
      rect(0, 0, width, 310, ground) +
      pattern({ width, height: 310 }, second, random) +
      rect(36, 340, 60, 5, ground) +
      words(display, title, ground, [36, 358, 328, 160], [22, 54]) +
      words(label, by, ground, [36, 536, 328, 36], [10, 16], atBottom),
    // Words only.
    () =>
      rect(0, 0, width, height, ground) +
      `<path d="M36 96h328M36 104h328M36 516h328" stroke="${paper}" stroke-width="2"/>` +
      words(label, by, paper, [36, 44, 328, 40], [10, 16], atBottom) +
      words(display, title, paper, [36, 130, 328, 370], [24, 86], { leading: 1.02 }),
    // Words above a horizon.
    () =>
      rect(0, 0, width, height, ground) +
      `<g transform="translate(0 290)">${pattern({ width, height: 310 }, second, random)}</g>` +
      words(display, title, paper, [36, 44, 328, 180], [22, 60]) +
      words(label, by, paper, [36, 236, 328, 36], [10, 16]),
  ];
  return svg(coverSize, pick(layouts, random)());
}

/** Shown where a cover cannot be loaded. */
export function missingCover({ label }: Faces, text: string): string {
  const { width, height } = coverSize;
  const book =
    'M130 210h62a16 16 0 0 1 8 3a16 16 0 0 1 8-3h62v150h-62a12 12 0 0 0-8 4a12 12 0 0 0-8-4h-62zM200 214v148';
  return svg(
    coverSize,
    rect(0, 0, width, height, '#dcd6c7') +
      `<path d="${book}" fill="none" stroke="#50606a" stroke-width="5" stroke-linejoin="round"/>` +
      words(label, text, '#50606a', [50, 400, 300, 40], [16, 22], { align: 'middle' }),
  );
}

/** A word in large letters below a pattern. */
export function wordImage({ display }: Faces, word: string): string {
  const { width, height } = wordImageSize;
  const { ground, second, paper } = colorsOf(`of ${word}`);
  const box = [72, 60, 1056, height - 120] as const;
  const title = lettered(display, word, paper, box, [48, 132], { ...atBottom, leading: 1 });
  return svg(
    wordImageSize,
    rect(0, 0, width, height, ground) +
      pattern({ width, height: title.top - 40 }, second, randomOf(`of ${word} pattern`)) +
      rect(72, Math.round(title.top - 28), 120, 8, paper) +
      title.path,
  );
}

/** A person's initials. */
export function initials({ display }: Faces, name: string): string {
  const { width, height } = initialsSize;
  const { ground, paper } = colorsOf(name);
  const letters = name
    .split(/\s+/)
    .map((part) => [...part][0] ?? '')
    .slice(0, 2)
    .join('');
  return svg(
    initialsSize,
    rect(0, 0, width, height, ground) +
      `<path d="M60 258h200M60 266h200" stroke="${paper}" stroke-width="2" stroke-opacity=".7"/>` +
      words(display, letters, paper, [30, 60, 260, 190], [40, 150], { ...centered, leading: 1 }),
  );
}

/** A paper's icon: the first letter or digit of its name between two rules. */
export function icon({ display }: Faces, name: string): string {
  const { width, height } = initialsSize;
  const { ground, paper } = colorsOf(name);
  const [letter = ''] = /[\p{L}\p{N}]/u.exec(name) ?? [];
  return svg(
    initialsSize,
    rect(0, 0, width, height, ground) +
      `<path d="M32 40h256M32 280h256" stroke="${paper}" stroke-width="12"/>` +
      words(display, upper(letter), paper, [20, 86, 280, 200], [160, 240], { ...centered, leading: 0.84 }),
  );
}

/** What a share image says. */
export interface Card {
  readonly title: string;
  /** The category, above the title. */
  readonly kicker?: string;
  /** The paper's name above all, and the words at the bottom. */
  readonly paper?: string;
  readonly motto?: string;
}

/** A share image of words. */
export function shareCard(
  { display, label }: Faces,
  { title, kicker, paper: name = '', motto = '' }: Card,
): string {
  const { width, height } = shareSize;
  const { ground, second, paper } = colorsOf(`of ${kicker ?? title}`);
  const side = 300;
  const top = kicker ? 200 : 160;
  const field = pattern({ width: side, height }, second, randomOf(`card ${title}`));
  return svg(
    shareSize,
    rect(0, 0, width, height, paper) +
      `<g transform="translate(${width - side} 0)">${rect(0, 0, side, height, ground)}${field}</g>` +
      words(display, name, ground, [64, 44, 540, 60], [24, 44], { vertical: 'middle' }) +
      `<path d="M64 118h772M64 125h772" stroke="${ground}" stroke-width="2.5"/>` +
      words(label, upper(kicker), '#a33a1a', [64, 156, 772, 30], [14, 21]) +
      words(display, title, '#14323f', [64, top, 772, 520 - top], [34, 88], { leading: 1.06 }) +
      words(label, motto, '#50606a', [64, 548, 772, 34], [14, 22], atBottom),
  );
}

/** The paper's name on a band, to be laid over the bottom of a share image. */
export function shareMark(
  { display, label }: Faces,
  { kicker, paper: name = '' }: Pick<Card, 'kicker' | 'paper'>,
): string {
  const { width, height } = shareSize;
  const band = 92;
  const top = height - band;
  return svg(
    shareSize,
    rect(0, top, width, band, '#14323f') +
      rect(0, top - 8, width, 8, '#f3efe5') +
      words(display, name, '#f3efe5', [56, top, 560, band], [24, 48], { vertical: 'middle' }) +
      words(label, upper(kicker), '#f3efe5', [660, top, 484, band], [12, 22], {
        vertical: 'middle',
        align: 'end',
      }),
  );
}
