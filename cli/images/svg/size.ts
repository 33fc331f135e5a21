import type { Size } from '../sizes.ts';
import { cut } from './check-value.ts';

export interface DrawingSize extends Size {
  /** Whether the drawing says so; otherwise it is the default of browsers. */
  readonly isDeclared: boolean;
  /** Attributes for the root element, where its own size is too large or too small to be drawn. */
  readonly replacement?: Readonly<Record<'width' | 'height' | 'viewBox', string>>;
}

/** What is wrong with a drawing's size, and in which attribute. */
export interface SizeFault {
  readonly attribute: 'width' | 'height' | 'viewBox';
  readonly message: string;
}

/** So that drawing needs little memory. Drawings lose nothing by it. */
const maxSide = 8192;

/** Of browsers. */
const defaultSize = { width: 300, height: 150 };

/** Pixels to a unit. */
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

/** The size of a drawing whose root element has `attributes`, as browsers read it. */
export function sizeOf(attributes: ReadonlyMap<string, string>): DrawingSize | SizeFault {
  const width = pixelsOf(attributes.get('width'));
  const height = pixelsOf(attributes.get('height'));
  const isWrong = (pixels = 1) => !(pixels > 0 && Number.isFinite(pixels));
  const attribute = isWrong(width) ? 'width' : isWrong(height) ? 'height' : undefined;
  if (attribute) {
    const written = cut(attributes.get(attribute) ?? '');
    return { attribute, message: `This drawing’s ${attribute} is \`${written}\`.` };
  }
  const viewBox = box.exec((attributes.get('viewBox') ?? '').trim());
  const [inner, outer] = [Number(viewBox?.[3]), Number(viewBox?.[4])];
  if (viewBox && !(inner > 0 && outer > 0 && Number.isFinite(inner / outer) && inner + outer < 1e30)) {
    return { attribute: 'viewBox', message: 'This drawing’s `viewBox` has no width or no height.' };
  }
  const whole = viewBox ? { width: inner, height: outer } : defaultSize;
  const ratio = viewBox ? inner / outer : undefined;
  const found = {
    width: width ?? (ratio && height ? height * ratio : whole.width),
    height: height ?? (ratio && width ? width / ratio : whole.height),
  };
  const shrunk = Math.min(1, maxSide / Math.max(found.width, found.height));
  const scale = Math.max(shrunk, 1 / Math.min(found.width, found.height));
  const size = {
    isDeclared: viewBox !== null || (width !== undefined && height !== undefined),
    width: Math.max(1, Math.round(found.width * scale)),
    height: Math.max(1, Math.round(found.height * scale)),
  };
  if (Math.max(size.width, size.height) > maxSide) {
    const message = 'This drawing is more than 8,000 times as long as it is wide.';
    return { attribute: viewBox ? 'viewBox' : 'width', message };
  }
  if (scale === 1) return size;
  return {
    ...size,
    replacement: {
      width: String(size.width),
      height: String(size.height),
      viewBox: viewBox ? viewBox[0] : `0 0 ${found.width} ${found.height}`,
    },
  };
}

/** `undefined` for percentages, and for what browsers ignore. */
function pixelsOf(text: string | undefined): number | undefined {
  const [, digits, unit = ''] = length.exec((text ?? '').trim()) ?? [];
  const factor = units.get(unit.toLowerCase());
  return digits === undefined || factor === undefined ? undefined : Number(digits) * factor;
}
