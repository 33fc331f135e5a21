import { pick } from './palette.ts';
import type { Size } from './sizes.ts';

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

/** A town's streets: two grids that meet at an angle. */
const streets: Pattern = ({ width, height }, random) => {
  const gap = Math.min(width, height) / (7 + random() * 3);
  const angle = 20 + random() * 25;
  const split = width * (0.35 + random() * 0.3);
  const grid = (turn: number) => {
    const reach = Math.hypot(width, height);
    let d = '';
    for (let at = -reach; at <= reach; at += gap)
      d += `M${round(at)} ${round(-reach)}V${round(reach)}M${round(-reach)} ${round(at * 1.5)}H${round(reach)}`;
    return `<path d="${d}" transform="translate(${round(split)} ${round(height / 2)}) rotate(${round(turn)})" fill="none" stroke="currentColor" stroke-width="${round(gap / 7)}"/>`;
  };
  return (
    `<svg width="${round(split)}" height="${height}">${grid(0)}</svg>` +
    `<svg x="${round(split)}" width="${round(width - split)}" height="${height}"><g transform="translate(${round(-split)})">${grid(angle)}</g></svg>` +
    `<path d="M${round(split)} 0V${height}" stroke="currentColor" stroke-width="${round(gap / 2.4)}"/>`
  );
};

/** Dots that grow and shrink, as in a coarse halftone. */
const halftone: Pattern = ({ width, height }, random) => {
  const gap = Math.min(width, height) / 13;
  const [fx, fy] = [random() * width, random() * height];
  const reach = Math.hypot(width, height) * 0.75;
  let d = '';
  for (let row = 0; row * gap * 0.87 < height + gap; row++) {
    for (let column = 0; column * gap < width + gap; column++) {
      const [x, y] = [(column + (row % 2) / 2) * gap, row * gap * 0.87];
      const r = gap * 0.52 * Math.max(0, 1 - Math.hypot(x - fx, y - fy) / reach);
      if (r > gap / 14)
        d += `M${round(x - r)} ${round(y)}a${round(r)} ${round(r)} 0 1 0 ${round(2 * r)} 0a${round(r)} ${round(r)} 0 1 0 ${round(-2 * r)} 0`;
    }
  }
  return `<path d="${d}" fill="currentColor"/>`;
};

const skyline: Pattern = ({ width, height }, random) => {
  let d = '';
  for (let x = 0; x < width; ) {
    const wide = width * (0.05 + random() * 0.07);
    const top = height * (0.3 + random() * 0.5);
    d += `M${round(x)} ${height}V${round(top)}h${round(wide)}V${height}z`;
    const pane = wide / 7;
    if (random() > 0.3) {
      for (let y = top + pane * 1.6; y < height - pane; y += pane * 2.4)
        for (let i = 1; i < 6; i += 2)
          d += `M${round(x + pane * i)} ${round(y)}v${round(pane * 1.2)}h${round(pane)}v${round(-pane * 1.2)}z`;
    } else if (random() > 0.5) {
      d += `M${round(x + wide / 2)} ${round(top)}l${round(wide / 16)} ${round(-height * 0.12)}l${round(wide / 16)} ${round(height * 0.12)}z`;
    }
    x += wide + (random() > 0.7 ? width * 0.015 : 0);
  }
  return `<path d="${d}" fill="currentColor" fill-rule="evenodd"/>`;
};

/** Arcs around a corner, as in a stadium. */
const arcs: Pattern = ({ width, height }, random) => {
  const [x, y] = [random() > 0.5 ? 0 : width, height];
  const reach = Math.hypot(width, height);
  const step = Math.min(width, height) / (9 + random() * 4);
  let circles = '';
  for (let r = step; r < reach; r += step * (1 + r / reach / 2))
    circles += `<circle cx="${x}" cy="${y}" r="${round(r)}"/>`;
  return `<g fill="none" stroke="currentColor" stroke-width="${round(step * 0.42)}">${circles}</g>`;
};

const patterns = [river, sun, furrows, streets, halftone, skyline, arcs];

export function pattern(field: Size, color: string, random: () => number): string {
  const draw = pick(patterns, random);
  return `<svg width="${field.width}" height="${field.height}" color="${color}">${draw(field, random)}</svg>`;
}
