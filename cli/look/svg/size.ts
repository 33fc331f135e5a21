import type { Size } from '../pictures.ts';
import { UnusableImage } from '../unusable-image.ts';

/** In pixels, to bound the memory for rendering; drawings scale. */
const maxSide = 8192;

/** The default of browsers: width and height. */
const defaultSize = [300, 150] as const;

/** Pixels per unit. */
const units: ReadonlyMap<string, number> = new Map([
  ['', 1],
  ['px', 1],
  ['pt', 96 / 72],
  ['pc', 16],
  ['in', 96],
  ['cm', 96 / 2.54],
  ['mm', 96 / 25.4],
  ['q', 96 / 101.6],
  ['em', 16],
  ['rem', 16],
  ['ex', 8],
]);

const number = '[+-]?(?:\\d+(?:\\.\\d*)?|\\.\\d+)(?:e[+-]?\\d+)?';
const length = new RegExp(`^(${number})([a-z]*|%)$`, 'i');
const box = new RegExp(`^(${number})[\\s,]+(${number})[\\s,]+(${number})[\\s,]+(${number})$`, 'i');

/**
 * The size of a drawing whose root element has `attributes`, as browsers compute it. Sets it in `attributes` if the drawing declares none,
 * or one that is too large or too small to render. Throws `UnusableImage`.
 */
export function sizeOf(attributes: Map<string, string>): Size {
  const [width, height] = ['width', 'height'].map((name) => pixelsOf(attributes.get(name)));
  const viewBox = box.exec((attributes.get('viewBox') ?? '').trim());
  const [inner, outer] = viewBox ? [Number(viewBox[3]), Number(viewBox[4])] : defaultSize;
  const ratio = inner / outer;
  const lengths = [width ?? 1, height ?? 1, inner, outer, ratio];
  if (!lengths.every((length) => length > 0 && length < 1e30)) throw unfit();
  const whole = {
    width: width ?? (viewBox && height ? height * ratio : inner),
    height: height ?? (viewBox && width ? width / ratio : outer),
  };
  const shrunk = Math.min(1, maxSide / Math.max(whole.width, whole.height));
  const scale = Math.max(shrunk, 1 / Math.min(whole.width, whole.height));
  const size = {
    width: Math.max(1, Math.round(whole.width * scale)),
    height: Math.max(1, Math.round(whole.height * scale)),
  };
  if (Math.max(size.width, size.height) > maxSide) throw unfit();
  const isDeclared = viewBox || (width !== undefined && height !== undefined);
  if (scale !== 1 || !isDeclared) {
    attributes.set('width', String(size.width));
    attributes.set('height', String(size.height));
    attributes.set('viewBox', viewBox ? viewBox[0] : `0 0 ${whole.width} ${whole.height}`);
  }
  return size;
}

const unfit = () =>
  new UnusableImage(
    'The width, the height or the `viewBox` of this drawing is nothing, or one side is more than 8,000 times the other.',
    'Give its page a width and a height in the drawing program, and save it again.',
  );

/** `undefined` for percentages and invalid lengths, which browsers ignore. */
function pixelsOf(text: string | undefined): number | undefined {
  const [, digits, unit = ''] = length.exec((text ?? '').trim()) ?? [];
  const factor = units.get(unit.toLowerCase());
  return digits === undefined || factor === undefined ? undefined : Number(digits) * factor;
}
