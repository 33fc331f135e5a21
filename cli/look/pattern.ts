import { pick } from './palette.ts';
import type { Size } from './pictures.ts';

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

export function pattern(field: Size, color: string, random: () => number): string {
  const draw = pick(patterns, random);
  return `<svg width="${field.width}" height="${field.height}" color="${color}">${draw(field, random)}</svg>`;
}
