import { type Face, type Faces, fitted } from './lettering.ts';
import { chanceOf, inksOf, pick, svg } from './palette.ts';
import { pattern } from './pattern.ts';
import { coverSize, initialsSize, plateSize, shareSize } from './sizes.ts';

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly largest: number;
  readonly smallest: number;
  readonly leading?: number;
}

/** Words set into a box, from its top or resting on its foot. */
function words(
  face: Face,
  text: string,
  box: Box,
  color: string,
  rests: 'top' | 'foot' | 'middle' = 'top',
  align: 'start' | 'middle' | 'end' = 'start',
) {
  const leading = box.leading ?? 1.1;
  const { size, lines } = fitted(face, text, { ...box, leading });
  const height = lines.length * size * leading;
  const top = box.y + { top: 0, foot: box.height - height, middle: (box.height - height) / 2 }[rests];
  const x = box.x + box.width * { start: 0, middle: 0.5, end: 1 }[align];
  const d = lines
    .map((line, i) => face.line(line, { x, y: top + (i + 0.8) * size * leading, size, align }))
    .join('');
  return { drawn: `<path d="${d}" fill="${color}"/>`, top, height };
}

const rect = (x: number, y: number, width: number, height: number, fill: string) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}"/>`;

/** A book's cover: its title and author in one of four manners, over a pattern of its own. */
export function cover({ display, label }: Faces, title: string, author: string): string {
  const { width, height } = coverSize;
  const chance = chanceOf(`cover ${title} ${author}`);
  const { ground, second, paper } = inksOf(title + author);
  const by = author.toLocaleUpperCase('en-US');
  const draw = pick(
    [
      // A label pasted on patterned cloth.
      () =>
        rect(0, 0, width, height, ground) +
        pattern({ width, height }, second, chance) +
        rect(50, 90, 300, 250, paper) +
        `<path d="M60 100h280v230H60z" fill="none" stroke="${ground}" stroke-width="2"/>` +
        words(
          display,
          title,
          { x: 76, y: 116, width: 248, height: 150, largest: 50, smallest: 20 },
          ground,
          'middle',
          'middle',
        ).drawn +
        words(
          label,
          by,
          { x: 76, y: 276, width: 248, height: 40, largest: 15, smallest: 10 },
          ground,
          'middle',
          'middle',
        ).drawn,
      // A picture above, words on bare paper below.
      () =>
        rect(0, 0, width, height, paper) +
        rect(0, 0, width, 310, ground) +
        pattern({ width, height: 310 }, second, chance) +
        rect(36, 340, 60, 5, ground) +
        words(display, title, { x: 36, y: 358, width: 328, height: 160, largest: 54, smallest: 22 }, ground)
          .drawn +
        words(label, by, { x: 36, y: 536, width: 328, height: 36, largest: 16, smallest: 10 }, ground, 'foot')
          .drawn,
      // Nothing but type.
      () =>
        rect(0, 0, width, height, ground) +
        `<path d="M36 96h328M36 104h328M36 516h328" stroke="${paper}" stroke-width="2"/>` +
        words(label, by, { x: 36, y: 44, width: 328, height: 40, largest: 16, smallest: 10 }, paper, 'foot')
          .drawn +
        words(
          display,
          title,
          { x: 36, y: 130, width: 328, height: 370, largest: 86, smallest: 24, leading: 1.02 },
          paper,
        ).drawn,
      // Words above a horizon.
      () =>
        rect(0, 0, width, height, ground) +
        `<g transform="translate(0 290)">${pattern({ width, height: 310 }, second, chance)}</g>` +
        words(display, title, { x: 36, y: 44, width: 328, height: 180, largest: 60, smallest: 22 }, paper)
          .drawn +
        words(label, by, { x: 36, y: 236, width: 328, height: 36, largest: 16, smallest: 10 }, paper).drawn,
    ],
    chance,
  );
  return svg(width, height, draw());
}

/** The cover that stands where one could not be loaded. */
export function missingCover({ label }: Faces): string {
  const { width, height } = coverSize;
  return svg(
    width,
    height,
    rect(0, 0, width, height, '#dcd6c7') +
      `<path d="M130 210h62a16 16 0 0 1 8 3a16 16 0 0 1 8-3h62v150h-62a12 12 0 0 0-8 4a12 12 0 0 0-8-4h-62zM200 214v148" fill="none" stroke="#50606a" stroke-width="5" stroke-linejoin="round"/>` +
      words(
        label,
        'Cover not at hand',
        { x: 50, y: 400, width: 300, height: 40, largest: 22, smallest: 16 },
        '#50606a',
        'top',
        'middle',
      ).drawn,
  );
}

/** The plate that stands for stories of a category without a picture, and shows what an advertisement is for. */
export function plate({ display }: Faces, name: string): string {
  const { width, height } = plateSize;
  const { ground, second, paper } = inksOf(`of ${name}`);
  const title = words(
    display,
    name,
    { x: 72, y: 60, width: 1056, height: height - 120, largest: 132, smallest: 48, leading: 1 },
    paper,
    'foot',
  );
  return svg(
    width,
    height,
    rect(0, 0, width, height, ground) +
      pattern({ width, height: title.top - 40 }, second, chanceOf(`of ${name} pattern`)) +
      rect(72, Math.round(title.top - 28), 120, 8, paper) +
      title.drawn,
  );
}

/** A person's initials. */
export function initials({ display }: Faces, name: string): string {
  const { width, height } = initialsSize;
  const { ground, paper } = inksOf(name);
  const letters = name
    .split(/\s+/)
    .map((part) => [...part][0] ?? '')
    .slice(0, 2)
    .join('');
  return svg(
    width,
    height,
    rect(0, 0, width, height, ground) +
      `<path d="M60 258h200M60 266h200" stroke="${paper}" stroke-width="2" stroke-opacity=".7"/>` +
      words(
        display,
        letters,
        { x: 30, y: 60, width: 260, height: 190, largest: 150, smallest: 40, leading: 1 },
        paper,
        'middle',
        'middle',
      ).drawn,
  );
}

/** What a share image says. */
export interface Card {
  readonly title: string;
  /** What kind of story it is, above the title. */
  readonly kicker?: string;
  /** The paper's name, and the words at the foot. */
  readonly paper: string;
  readonly motto: string;
}

/** A share image drawn from a page's title. */
export function shareCard({ display, label }: Faces, { title, kicker, paper: name, motto }: Card): string {
  const { width, height } = shareSize;
  const { ground, second, paper } = inksOf(`of ${kicker ?? title}`);
  const side = 300;
  const top = kicker ? 200 : 160;
  return svg(
    width,
    height,
    rect(0, 0, width, height, paper) +
      `<g transform="translate(${width - side} 0)">${rect(0, 0, side, height, ground)}${pattern({ width: side, height }, second, chanceOf(`card ${title}`))}</g>` +
      words(
        display,
        name,
        { x: 64, y: 44, width: 540, height: 60, largest: 44, smallest: 24 },
        ground,
        'middle',
      ).drawn +
      `<path d="M64 118h772M64 125h772" stroke="${ground}" stroke-width="2.5"/>` +
      words(
        label,
        (kicker ?? '').toLocaleUpperCase('en-US'),
        { x: 64, y: 156, width: 772, height: 30, largest: 21, smallest: 14 },
        '#a33a1a',
      ).drawn +
      words(
        display,
        title,
        { x: 64, y: top, width: 772, height: 520 - top, largest: 88, smallest: 34, leading: 1.06 },
        '#14323f',
      ).drawn +
      words(
        label,
        motto,
        { x: 64, y: 548, width: 772, height: 34, largest: 22, smallest: 14 },
        '#50606a',
        'foot',
      ).drawn,
  );
}

/** What is laid over a picture of 1200 by 630 to make it the paper's: its name on a band at the foot. */
export function shareMark(
  { display, label }: Faces,
  { kicker, paper: name }: Pick<Card, 'kicker' | 'paper'>,
): string {
  const { width, height } = shareSize;
  const band = 92;
  const top = height - band;
  return svg(
    width,
    height,
    rect(0, top, width, band, '#14323f') +
      rect(0, top - 8, width, 8, '#f3efe5') +
      words(
        display,
        name,
        { x: 56, y: top, width: 560, height: band, largest: 48, smallest: 24 },
        '#f3efe5',
        'middle',
      ).drawn +
      words(
        label,
        (kicker ?? '').toLocaleUpperCase('en-US'),
        { x: 660, y: top, width: 484, height: band, largest: 22, smallest: 12 },
        '#f3efe5',
        'middle',
        'end',
      ).drawn,
  );
}
