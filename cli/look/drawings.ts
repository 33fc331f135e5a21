import type { CleanSvg } from '../content/model.ts';
import type { Color } from './colors.ts';
import { type Face, fitted } from './lettering.ts';
import { inColor, type NameplateDrawings } from './nameplate.ts';
import { groundOf, type Palette, pick, randomOf, svg } from './palette.ts';
import { coverSize, initialsSize, type Size, shareSize, wordImageSize } from './pictures.ts';

/** Fonts, colors and nameplate, the same for all drawings of a paper. */
export interface Look {
  /** For titles and for labels. */
  readonly display: Face;
  readonly label: Face;
  readonly palette: Palette;
  /** Replaces the written name of the paper. */
  readonly nameplate?: NameplateDrawings | undefined;
}

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

/** Fills an area of a size from (0, 0). */
type Pattern = (field: Size, random: () => number) => string;

const round = (value: number) => Math.round(value * 10) / 10;

/** A river seen from above: contour lines that bend together. */
const river: Pattern = ({ width, height }, random) => {
  const [a, b, phase, swing] = [1 + random(), 2 + random() * 2, random() * 6, 0.1 + random() * 0.08];
  const lines = 15;
  let d = '';
  for (let i = -3; i < lines + 3; i++) {
    const base = ((i + 0.5) / lines) * height;
    const spread = 0.55 + 0.45 * Math.sin((i / lines) * 3 + phase);
    const at = (t: number) =>
      base + height * swing * spread * (Math.sin(a * t * 3 + phase) + 0.5 * Math.sin(b * t * 3 - phase));
    const steps = 12;
    const slope = (t: number) => (at(t + 0.01) - at(t - 0.01)) / 0.02;
    d += `M0 ${round(at(0))}`;
    for (let s = 0; s < steps; s++) {
      const [from, to] = [s / steps, (s + 1) / steps];
      const third = 1 / (3 * steps);
      d += `C${round((from + third) * width)} ${round(at(from) + slope(from) * third)} ${round((to - third) * width)} ${round(at(to) - slope(to) * third)} ${round(to * width)} ${round(at(to))}`;
    }
  }
  return `<path d="${d}" fill="none" stroke="currentColor" stroke-width="${round(Math.min(width, height) / 90)}"/>`;
};

/** A sun over a horizon of stripes. */
const sun: Pattern = ({ width, height }, random) => {
  const radius = Math.min(width, height) * (0.26 + random() * 0.1);
  const [x, y] = [width * (0.3 + random() * 0.4), height * 0.46];
  let stripes = '';
  let top = y + radius * 0.1;
  for (let i = 0; top < height; i++) {
    const thick = (height / 90) * (1 + i * 0.55);
    stripes += `M0 ${round(top)}h${width}v${round(thick)}H0z`;
    top += thick * 2.1;
  }
  return `<circle cx="${round(x)}" cy="${round(y)}" r="${round(radius)}" fill="currentColor"/><path d="${stripes}" fill="currentColor" fill-opacity=".75"/>`;
};

/** A plowed field: furrows that meet far off. */
const furrows: Pattern = ({ width, height }, random) => {
  const [x, y] = [width * (0.25 + random() * 0.5), height * (0.18 + random() * 0.14)];
  const count = 15;
  let d = '';
  for (let i = -count; i <= count; i++) {
    const foot = x + (i * width) / 9;
    const half = width / 42;
    d += `M${round(x + i * 2)} ${round(y)}L${round(foot - half)} ${height}h${round(half * 2)}z`;
  }
  return `<path d="${d}M0 ${round(y - height / 60)}H${width}v${round(height / 120)}H0z" fill="currentColor"/>`;
};

const patterns = [river, sun, furrows];

function pattern(field: Size, color: string, random: () => number): string {
  const draw = pick(patterns, random);
  return `<svg width="${field.width}" height="${field.height}" color="${color}">${draw(field, random)}</svg>`;
}

/** A book's cover: its title and author over a pattern, in one of two layouts. */
export function cover({ display, label, palette }: Look, title: string, author: string): string {
  const { width, height } = coverSize;
  const random = randomOf(`cover ${title} ${author}`);
  const { paper } = palette;
  const { ground, second } = groundOf(palette, title + author);
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
    // Words above a horizon.
    () =>
      rect(0, 0, width, height, ground) +
      `<g transform="translate(0 290)">${pattern({ width, height: 310 }, second, random)}</g>` +
      words(display, title, paper, [36, 44, 328, 180], [22, 60]) +
      words(label, by, paper, [36, 236, 328, 36], [10, 16]),
  ];
  return svg(coverSize, pick(layouts, random)());
}

/** A word in large letters below a pattern. */
export function wordImage({ display, palette }: Look, word: string): string {
  const { width, height } = wordImageSize;
  const { paper } = palette;
  const { ground, second } = groundOf(palette, `of ${word}`);
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

/** Letters of a name between two rules. */
function letters({ display, palette }: Look, name: string, shown: string): string {
  const { width, height } = initialsSize;
  const { paper } = palette;
  const { ground } = groundOf(palette, name);
  return svg(
    initialsSize,
    rect(0, 0, width, height, ground) +
      `<path d="M32 40h256M32 280h256" stroke="${paper}" stroke-width="12"/>` +
      words(display, upper(shown), paper, [20, 86, 280, 200], [40, 240], { ...centered, leading: 0.84 }),
  );
}

export function initials(look: Look, name: string): string {
  const firsts = name.split(/\s+/).map((part) => [...part][0] ?? '');
  return letters(look, name, firsts.slice(0, 2).join(''));
}

/** A paper's icon: the first letter or digit of its name. */
export const icon = (look: Look, name: string): string =>
  letters(look, name, /[\p{L}\p{N}]/u.exec(name)?.[0] ?? '');

export interface Card {
  readonly title: string;
  /** The category, shown above the title. */
  readonly kicker?: string;
  /** The paper's name at the top, and its motto at the bottom. */
  readonly paper?: string;
  readonly motto?: string;
}

/** The paper's name: `drawing` if there is one for this background, else text. */
function named(
  { display }: Look,
  name: string,
  drawing: CleanSvg | undefined,
  color: Color,
  box: Box,
  sizes: Sizes,
) {
  if (!drawing || name === '') return words(display, name, color, box, sizes, { vertical: 'middle' });
  const [x, y, width, height] = box;
  const margin = height * 0.1;
  const place = ` x="${x}" y="${y + margin}" width="${width}" height="${height - 2 * margin}" preserveAspectRatio="xMinYMid"`;
  return inColor(drawing, color, place);
}

export function shareCard(look: Look, { title, kicker, paper: name = '', motto = '' }: Card): string {
  const { width, height } = shareSize;
  const { display, label, palette } = look;
  const { paper, ink, accent, muted } = palette;
  const { ground, second } = groundOf(palette, `of ${kicker ?? title}`);
  const side = 300;
  const top = kicker ? 200 : 160;
  const field = pattern({ width: side, height }, second, randomOf(`card ${title}`));
  return svg(
    shareSize,
    rect(0, 0, width, height, paper) +
      `<g transform="translate(${width - side} 0)">${rect(0, 0, side, height, ground)}${field}</g>` +
      named(look, name, look.nameplate?.light, ground, [64, 44, 540, 60], [24, 44]) +
      `<path d="M64 118h772M64 125h772" stroke="${ground}" stroke-width="2.5"/>` +
      words(label, upper(kicker), accent, [64, 156, 772, 30], [14, 21]) +
      words(display, title, ink, [64, top, 772, 520 - top], [34, 88], { leading: 1.06 }) +
      words(label, motto, muted, [64, 548, 772, 34], [14, 22], atBottom),
  );
}

/** A band with the paper's name, composited over the bottom of a share image. */
export function shareMark(look: Look, { kicker, paper: name = '' }: Pick<Card, 'kicker' | 'paper'>): string {
  const { width, height } = shareSize;
  const { paper, ink } = look.palette;
  const band = 92;
  const top = height - band;
  return svg(
    shareSize,
    rect(0, top, width, band, ink) +
      rect(0, top - 8, width, 8, paper) +
      named(look, name, look.nameplate?.dark, paper, [56, top, 560, band], [24, 48]) +
      words(look.label, upper(kicker), paper, [660, top, 484, band], [12, 22], {
        vertical: 'middle',
        align: 'end',
      }),
  );
}
