/** A property and its value, as a style declares them. */
export interface Declared {
  readonly property: string;
  readonly value: string;
}

/** The declarations of a style sheet that refer to parts of the drawing, by the elements they may be for. */
export interface StyleRules {
  readonly ofAll: readonly Declared[];
  /** By `.class` or `#id`. */
  readonly ofSome: ReadonlyMap<string, readonly Declared[]>;
}

/** More than any program writes; each is looked at again for every element it is for. */
const most = 20;

/** The declarations of a `style` attribute, or of what stands between braces. */
export function declarationsOf(style: string): Declared[] {
  return style.split(';').flatMap((declaration) => {
    const colon = declaration.indexOf(':');
    if (colon === -1) return [];
    const property = declaration.slice(0, colon).trim().toLowerCase();
    return [{ property, value: declaration.slice(colon + 1).trim() }];
  });
}

/**
 * What a style sheet refers to. `undefined` where a reference stands where it cannot be told what it is for: in a rule within another
 * or a variable, or where there are far too many.
 */
export function rulesOf(sheet: string): StyleRules | undefined {
  const ofAll: Declared[] = [];
  const ofSome = new Map<string, Declared[]>();
  const parts = sheet.split(/([{}])/);
  for (let i = 0; i < parts.length; i += 2) {
    const text = parts[i] ?? '';
    if (!/url\(/i.test(text)) continue;
    // Only a block without blocks in it holds nothing but declarations.
    if (parts[i - 1] !== '{' || parts[i + 1] !== '}') return undefined;
    const declared = declarationsOf(text).filter(({ value }) => /url\(/i.test(value));
    if (declared.some(({ property }) => property.startsWith('--'))) return undefined;
    const names = namesIn(parts[i - 2] ?? '');
    if (!names) ofAll.push(...declared);
    for (const name of names ?? []) {
      const known = ofSome.get(name) ?? [];
      known.push(...declared);
      if (known.length > most) return undefined;
      ofSome.set(name, known);
    }
  }
  return ofAll.length > most ? undefined : { ofAll, ofSome };
}

/** The classes and ids that a list of selectors ends with; `undefined` where one of them may mean anything. */
function namesIn(selectors: string): ReadonlySet<string> | undefined {
  const list = selectors.split(',');
  const names = list.flatMap((selector) => /^[^([]*([.#][-\w]+)\s*$/.exec(selector)?.[1] ?? []);
  return names.length === list.length ? new Set(names) : undefined;
}
