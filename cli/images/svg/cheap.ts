import type { Cost, DrawnElement } from './cost.ts';
import { primitives } from './names.ts';
import type { DrawingSize } from './size.ts';
import { declarationsOf } from './style-rules.ts';

/** In plain shapes: some ten seconds at most, on a slow machine. */
const cheapCost = 10_000;
const cheapPixels = 20_000_000;
/** Long lines of text and outlines that cross themselves cost the square of their length. */
const cheapLetters = 5000;
const cheapOutline = 20_000;
/** Longer ones grow beyond what can be drawn before they fill a frame. */
const longestForm = 20;
/** How much finer than the drawing's size dashes are drawn as. */
const finestDash = 5000;

/** Whether a drawing can be drawn by the program itself, at any size, with little time and memory. */
export function isCheap(
  elements: readonly DrawnElement[],
  sheet: string,
  { cost, pixels }: Cost,
  { width, height, isItsOwn }: DrawingSize,
): boolean {
  if (!isItsOwn || cost > cheapCost || pixels > cheapPixels) return false;
  const [longer, shorter] = [Math.max(width, height), Math.min(width, height)];
  if (longer / shorter > longestForm) return false;
  // Noise, light and the like take seconds for one picture.
  if (elements.some(({ name }) => (primitives.get(name) ?? 0) > 400)) return false;
  const letters = elements.reduce((sum, element) => sum + element.letters, 0);
  if (letters > cheapLetters || elements.some((element) => outlineOf(element) > cheapOutline)) return false;
  const [root] = elements;
  const ofRoot = declarationsOf(root?.attributes.get('style') ?? '').map(({ property }) => property);
  const sizesItself = ofRoot.some((property) => /^(?:width|height|inline-size|block-size)$/.test(property));
  if (sizesItself || /(?<![-\w])(?:width|height|inline-size|block-size)\s*:/i.test(sheet)) return false;
  const dashes = dashesIn(elements, sheet);
  const extent = dashes.length === 0 ? longer : elements.map(reach).reduce((a, b) => Math.max(a, b), longer);
  return dashes.every((dash) => dash * finestDash >= extent);
}

const outlineOf = ({ attributes }: DrawnElement): number =>
  (attributes.get('d')?.length ?? 0) + (attributes.get('points')?.length ?? 0);

/** How far one repetition of each dashed line goes. */
function dashesIn(elements: readonly DrawnElement[], sheet: string): number[] {
  const values = elements.flatMap(({ attributes }) => [
    attributes.get('stroke-dasharray') ?? [],
    declarationsOf(attributes.get('style') ?? '').flatMap(({ property, value }) =>
      property === 'stroke-dasharray' ? value : [],
    ),
  ]);
  const inSheet = [...sheet.matchAll(/stroke-dasharray\s*:([^;{}]*)/gi)].map(([, value = '']) => value);
  return [...values.flat(), ...inSheet].flatMap((value) => {
    const sum = numbersOf(value).reduce((a, b) => a + b, 0);
    return sum > 0 ? sum : [];
  });
}

/** The largest number that says where an element goes. */
const reach = ({ attributes }: DrawnElement): number =>
  ['d', 'points', 'r', 'rx', 'ry', 'width', 'height', 'x1', 'x2', 'y1', 'y2', 'pathLength']
    .flatMap((name) => numbersOf(attributes.get(name) ?? ''))
    .reduce((a, b) => Math.max(a, b), 0);

const numbersOf = (text: string): number[] =>
  (text.match(/(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/gi) ?? []).map(Number);
