import { animations, primitives, shapes } from './allow-list.ts';
import { idOf, referencesIn } from './check-value.ts';
import { type Declared, declarationsOf, rulesOf } from './style-rules.ts';

/** An element of a clean drawing. */
export interface DrawnElement {
  readonly name: string;
  /** The offset of its tag in the original text. */
  readonly start: number;
  readonly attributes: ReadonlyMap<string, string>;
  readonly content: (DrawnElement | string)[];
  /** Pixels of the pictures in its attributes. */
  readonly pixels: number;
}

/** What drawing costs, with everything that is drawn again by reference. */
export interface Cost {
  /** In plain shapes. */
  readonly cost: number;
  readonly pixels: number;
}

/** Why the cost cannot be counted, and the start of the element that is the reason. */
export interface CostFault {
  readonly message: string;
  readonly start: number;
}

/** Of elements within elements and references one after another: renderers follow them by recursion. */
const maxDepth = 400;

const cycle = 'This part of the drawing is drawn within itself.';
const tooDeep = 'This part of the drawing refers to others that refer to others, hundreds of times.';
const unclearStyle = 'The style of this drawing refers to its parts in ways that cannot be followed.';

interface Total extends Cost {
  /** Shapes, and their corners that may have markers. */
  readonly shapes: number;
  readonly corners: number;
  readonly depth: number;
}

const nothing: Total = { cost: 0, pixels: 0, shapes: 0, corners: 0, depth: 0 };

/** References that the elements within an element inherit. */
const inherited = /^(?:fill|stroke|marker-start|marker-end)$/;
/** Properties that are rendered on a layer of their own, with the cost of that. */
const layers: ReadonlyMap<string, number> = new Map([
  ['opacity', 10],
  ['isolation', 10],
  ['mix-blend-mode', 10],
  ['clip-path', 10],
  ['filter', 10],
  ['mask', 60],
]);

/**
 * What drawing `root` costs, with `sheet` as the text of its style sheets: every element once, and once more for each reference;
 * patterns and markers for each shape or corner that may have them. It never counts too little.
 */
export function costOf(root: DrawnElement, sheet: string): Cost | CostFault {
  const rules = rulesOf(sheet);
  if (!rules) return { message: unclearStyle, start: root.start };
  const byId = new Map<string, DrawnElement>();
  for (const element of below(root)) {
    const id = element.attributes.get('id');
    // Renderers take the first where two have one id.
    if (id !== undefined && !byId.has(id)) byId.set(id, element);
  }
  const totals = new Map<DrawnElement, Total>();
  const open = new Set<DrawnElement>();
  const known = new Map<string, readonly string[]>();
  let fault: CostFault | undefined;

  const total = (element: DrawnElement): Total => {
    const before = totals.get(element);
    if (before) return before;
    const { start } = element;
    if (open.has(element)) fault ??= { message: cycle, start };
    if (open.size > maxDepth) fault ??= { message: tooDeep, start };
    if (fault) return nothing;
    open.add(element);
    const sum = { ...ownCost(element) };
    const add = (other: Total, times: number) => {
      sum.cost += other.cost * times;
      sum.pixels += other.pixels * times;
      sum.depth = Math.max(sum.depth, other.depth + 1);
    };
    const href = hrefOf(element);
    const target = href === undefined ? undefined : byId.get(href);
    for (const part of [...childrenOf(element), ...(target ? [target] : [])]) {
      const other = total(part);
      add(other, 1);
      sum.shapes += other.shapes;
      sum.corners += other.corners;
    }
    for (const { property, value } of [...declaredOn(element), ...rules.of(element.attributes)]) {
      if (!value.includes('(')) continue;
      if (property.startsWith('--') && /url\(/i.test(value)) fault ??= { message: unclearStyle, start };
      for (const id of idsIn(value)) {
        const target = byId.get(id);
        // No gradient is painted with what a style says of it and its stops.
        const isOwnPaint = target?.name.endsWith('Gradient') && open.has(target);
        if (target && !isOwnPaint) add(total(target), timesDrawn(property, sum));
      }
    }
    open.delete(element);
    if (sum.depth > maxDepth) fault ??= { message: tooDeep, start };
    totals.set(element, sum);
    return sum;
  };

  /** Values of style sheets are the same for many elements. */
  function idsIn(value: string): readonly string[] {
    const found = known.get(value) ?? referencesIn(value);
    known.set(value, found);
    return found;
  }

  const { cost, pixels } = total(root);
  return fault ?? { cost, pixels };
}

function timesDrawn(property: string, { shapes, corners }: Total): number {
  if (/^marker(?:-mid)?$/.test(property)) return Math.max(1, corners);
  return inherited.test(property) ? Math.max(1, shapes) : 1;
}

const childrenOf = ({ content }: DrawnElement): DrawnElement[] =>
  content.filter((part) => typeof part !== 'string');

/** Every element, `root` first, in the order of the text. */
export function* below(root: DrawnElement): Iterable<DrawnElement> {
  yield root;
  for (const child of childrenOf(root)) yield* below(child);
}

/** What an element's attributes declare, `style` included. */
export const declaredOn = ({ attributes }: DrawnElement): Declared[] =>
  [...attributes].flatMap(([property, value]) =>
    property === 'style' ? declarationsOf(value) : { property, value },
  );

/** How long the text is that an element shows itself. */
export const lettersOf = ({ name, content }: DrawnElement): number =>
  content.reduce((sum, part) => sum + (typeof part === 'string' && name !== 'style' ? part.length : 0), 0);

export const outlineOf = ({ attributes }: DrawnElement): number =>
  (attributes.get('d')?.length ?? 0) + (attributes.get('points')?.length ?? 0);

/** The `id` of what an element shows or continues; what animations change is not theirs. */
function hrefOf({ name, attributes }: DrawnElement): string | undefined {
  const href = animations.has(name) || name === 'mpath' ? undefined : attributes.get('href');
  return href?.startsWith('#') ? idOf(href.slice(1)) : undefined;
}

function ownCost(element: DrawnElement): Total {
  const { name, pixels } = element;
  const outline = outlineOf(element);
  const layering = declaredOn(element).reduce((sum, { property }) => sum + (layers.get(property) ?? 0), 0);
  const own = (primitives.get(name) ?? 1) * primitiveSize(element);
  const isShape = shapes.has(name);
  return {
    cost: own + outline / 200 + lettersOf(element) / 20 + layering,
    pixels,
    shapes: isShape ? 1 : 0,
    // No corner takes less than two characters, as in `h1`.
    corners: isShape ? 4 + outline / 2 : 0,
    depth: 1,
  };
}

/** Noise costs as much again with every octave, a convolution with every number of its matrix. */
function primitiveSize({ name, attributes }: DrawnElement): number {
  if (name === 'feTurbulence') return Math.max(1, Number(attributes.get('numOctaves') ?? 1) || 1);
  if (name !== 'feConvolveMatrix') return 1;
  return Math.max(1, (attributes.get('kernelMatrix') ?? '').trim().split(/[\s,]+/).length / 9);
}
