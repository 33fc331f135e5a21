import { primitives } from './allow-list.ts';
import { type Cost, type DrawnElement, declaredOn, lettersOf, outlineOf } from './cost.ts';
import type { DrawingSize } from './size.ts';

/** In plain shapes: ten seconds at most, on a slow machine. */
const maxCost = 10_000;
const maxPixels = 20_000_000;
/** Long lines of text and outlines that cross themselves cost the square of their length. */
const maxLetters = 5000;
const maxOutline = 20_000;
/** Longer drawings grow beyond what can be drawn before they fill a frame. */
const maxRatio = 20;
/** How many times smaller than the drawing a dash may be. */
const maxDashes = 5000;

/** Whether a drawing can be drawn at any size with little time and memory. */
export function isCheap(
  elements: readonly DrawnElement[],
  sheet: string,
  { cost, pixels }: Cost,
  { width, height, isDeclared }: DrawingSize,
): boolean {
  if (!isDeclared || cost > maxCost || pixels > maxPixels) return false;
  const [longer, shorter] = [Math.max(width, height), Math.min(width, height)];
  if (longer / shorter > maxRatio) return false;
  // Noise, light and the like take seconds each.
  if (elements.some(({ name }) => (primitives.get(name) ?? 0) > 400)) return false;
  const letters = elements.reduce((sum, element) => sum + lettersOf(element), 0);
  if (letters > maxLetters || elements.some((element) => outlineOf(element) > maxOutline)) return false;
  const styleOfRoot = elements[0]?.attributes.get('style') ?? '';
  if (setsSize.test(styleOfRoot) || setsSize.test(sheet)) return false;
  const dashes = dashesIn(elements, sheet);
  const extent = dashes.length === 0 ? longer : elements.map(reach).reduce((a, b) => Math.max(a, b), longer);
  return dashes.every((dash) => dash * maxDashes >= extent);
}

const setsSize = /(?<![-\w])(?:width|height|inline-size|block-size)\s*:/i;

/** The length of one repetition of each dashed line. */
function dashesIn(elements: readonly DrawnElement[], sheet: string): number[] {
  const own = elements.flatMap((element) =>
    [...declaredOn(element)].flatMap(({ property, value }) => (property === 'stroke-dasharray' ? value : [])),
  );
  const inSheet = [...sheet.matchAll(/stroke-dasharray\s*:([^;{}]*)/gi)].map(([, value = '']) => value);
  return [...own, ...inSheet]
    .map((value) => numbersOf(value).reduce((a, b) => a + b, 0))
    .filter((sum) => sum > 0);
}

/** The largest number that says where an element goes. */
const reach = ({ attributes }: DrawnElement): number =>
  ['d', 'points', 'r', 'rx', 'ry', 'width', 'height', 'x1', 'x2', 'y1', 'y2', 'pathLength']
    .flatMap((name) => numbersOf(attributes.get(name) ?? ''))
    .reduce((a, b) => Math.max(a, b), 0);

const numbersOf = (text: string): number[] =>
  (text.match(/(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/gi) ?? []).map(Number);
