import { animations, primitives, shapes } from './names.ts';
import { type Declared, declarationsOf, rulesOf } from './style-rules.ts';
import { idOf, referencesIn } from './values.ts';

/** An element of a drawing, as far as drawing it costs something. */
export interface DrawnElement {
  readonly name: string;
  /** The offset of its tag in the drawing's text. */
  readonly start: number;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: DrawnElement[];
  /** Pixels of the pictures within its attributes. */
  readonly pixels: number;
  /** How long its own text is; known when the element is closed. */
  letters: number;
}

/** What drawing costs, in plain shapes, with everything that is drawn again by being referred to. */
export interface Cost {
  readonly cost: number;
  /** Pixels of all pictures, each as often as it is drawn. */
  readonly pixels: number;
}

/** Why the cost cannot be said: an element that is drawn within itself, or through too many others. */
export interface CostFault {
  readonly kind: 'cycle' | 'depth' | 'style';
  readonly start: number;
}

/** Elements within elements and references one after another: renderers go down them by recursion. */
const deepest = 400;

interface Total extends Cost {
  /** Shapes, and corners of shapes that markers may stand on. */
  readonly shapes: number;
  readonly corners: number;
  readonly depth: number;
}

/** References that what is within an element takes from it. */
const inherited = /^(?:fill|stroke|marker-start|marker-end)$/;
/** What makes renderers set a picture aside before it is painted, compared with painting a plain shape. */
const layers: ReadonlyMap<string, number> = new Map([
  ['opacity', 10],
  ['isolation', 10],
  ['mix-blend-mode', 10],
  ['clip-path', 10],
  ['filter', 10],
  ['mask', 60],
]);

/**
 * What drawing `root` costs, with `sheet` as the text of its style sheets: every element once, and what is referred to once more for
 * each reference; patterns and markers for each shape or corner that may take them. It never counts too little.
 */
export function costOf(root: DrawnElement, sheet: string): Cost | CostFault {
  const found = rulesOf(sheet);
  if (!found) return { kind: 'style', start: root.start };
  const rules = found;
  const byId = new Map<string, DrawnElement>();
  for (const element of below(root)) {
    const id = element.attributes.get('id');
    // Renderers take the first where two have one name.
    if (id !== undefined && !byId.has(id)) byId.set(id, element);
  }
  const totals = new Map<DrawnElement, Total>();
  const open = new Set<DrawnElement>();
  const known = new Map<string, readonly string[]>();
  let fault: CostFault | undefined;

  function total(element: DrawnElement): Total {
    const before = totals.get(element);
    if (before) return before;
    if (open.has(element) || open.size > deepest) fault ??= faultAt(element, open.has(element));
    if (fault) return nothing;
    open.add(element);
    const own = ownCost(element);
    const sum = { ...own, depth: 1 };
    const add = (other: Total, times: number) => {
      sum.cost += other.cost * times;
      sum.pixels += other.pixels * times;
      sum.depth = Math.max(sum.depth, other.depth + 1);
    };
    const addWithin = (other: Total) => {
      add(other, 1);
      sum.shapes += other.shapes;
      sum.corners += other.corners;
    };
    for (const child of element.children) addWithin(total(child));
    const href = hrefOf(element);
    const drawn = href === undefined ? undefined : byId.get(href);
    if (drawn) addWithin(total(drawn));
    for (const { property, value } of declaredOn(element)) {
      if (property.startsWith('--') && /url\(/i.test(value))
        fault ??= { kind: 'style', start: element.start };
      for (const id of idsIn(value)) {
        const target = byId.get(id);
        // No gradient is painted with what a style says of it and its stops.
        const isOwnPaint = target?.name.endsWith('Gradient') && open.has(target);
        if (target && !isOwnPaint) add(total(target), timesDrawn(property, sum));
      }
    }
    open.delete(element);
    if (sum.depth > deepest) fault ??= faultAt(element, false);
    totals.set(element, sum);
    return sum;
  }

  function* declaredOn(element: DrawnElement): Iterable<Declared> {
    for (const [property, value] of element.attributes) {
      if (property === 'style') yield* declarationsOf(value);
      else if (value.includes('(')) yield { property, value };
    }
    yield* rules.ofAll ?? [];
    if (rules.ofSome.size === 0) return;
    const classes = new Set(element.attributes.get('class')?.split(/\s+/));
    for (const name of classes) yield* rules.ofSome.get(`.${name}`) ?? [];
    yield* rules.ofSome.get(`#${element.attributes.get('id')}`) ?? [];
  }

  /** Values of style sheets come again with every element they are for. */
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

const nothing: Total = { cost: 0, pixels: 0, shapes: 0, corners: 0, depth: 0 };

const faultAt = ({ start }: DrawnElement, isCycle: boolean): CostFault => ({
  kind: isCycle ? 'cycle' : 'depth',
  start,
});

/** Every element, `root` first, in the order of the text. */
export function* below(root: DrawnElement): Iterable<DrawnElement> {
  yield root;
  for (const child of root.children) yield* below(child);
}

/** What an element shows or goes on from; what animations move is not theirs. */
const hrefOf = ({ name, attributes }: DrawnElement): string | undefined => {
  const href = animations.has(name) || name === 'mpath' ? undefined : attributes.get('href');
  return href?.startsWith('#') ? idOf(href.slice(1)) : undefined;
};

function ownCost({ name, attributes, pixels, letters }: DrawnElement): Total {
  const lengthOf = (attribute: string) => attributes.get(attribute)?.length ?? 0;
  const drawing = lengthOf('d') + lengthOf('points');
  let layering = 0;
  for (const [attribute, value] of attributes) {
    if (attribute !== 'style') layering += layers.get(attribute) ?? 0;
    else for (const { property } of declarationsOf(value)) layering += layers.get(property) ?? 0;
  }
  const isShape = shapes.has(name);
  return {
    cost:
      (primitives.get(name) ?? 1) * primitiveSize(name, attributes) + drawing / 200 + letters / 20 + layering,
    pixels,
    shapes: isShape ? 1 : 0,
    // No corner takes less than two characters, as in `h1`.
    corners: isShape ? 4 + drawing / 2 : 0,
    depth: 1,
  };
}

/** Noise costs as much again with every octave, a convolution with every number of its matrix. */
function primitiveSize(name: string, attributes: ReadonlyMap<string, string>): number {
  if (name === 'feTurbulence') return Math.max(1, Number(attributes.get('numOctaves') ?? 1) || 1);
  if (name !== 'feConvolveMatrix') return 1;
  return Math.max(1, (attributes.get('kernelMatrix') ?? '').trim().split(/[\s,]+/).length / 9);
}
