/** A property and its value, as a style declares them. */
export interface Declared {
  readonly property: string;
  readonly value: string;
}

/** The declarations of a style sheet that refer to parts of the drawing. */
export interface StyleRules {
  /** Those that may be for an element with `attributes`. */
  readonly of: (attributes: ReadonlyMap<string, string>) => readonly Declared[];
}

/** For one selector. Each is counted again for every element it is for. */
const maxDeclarations = 20;

/** The declarations of a `style` attribute, or of a block in braces. */
export function declarationsOf(style: string): Declared[] {
  return style.split(';').flatMap((declaration) => {
    const colon = declaration.indexOf(':');
    if (colon === -1) return [];
    const property = declaration.slice(0, colon).trim().toLowerCase();
    return [{ property, value: declaration.slice(colon + 1).trim() }];
  });
}

/**
 * What a style sheet refers to. `undefined` where it is unclear which elements a reference is for: in a rule within another or in a
 * variable, and where there are too many.
 */
export function rulesOf(sheet: string): StyleRules | undefined {
  /** By `.class` or `#id`; those for any element under `*`. */
  const rules = new Map<string, Declared[]>();
  const parts = sheet.split(/([{}])/);
  for (let i = 0; i < parts.length; i += 2) {
    const text = parts[i] ?? '';
    if (!/url\(/i.test(text)) continue;
    // Only a block without blocks in it has nothing but declarations.
    if (parts[i - 1] !== '{' || parts[i + 1] !== '}') return undefined;
    const declared = declarationsOf(text).filter(({ value }) => /url\(/i.test(value));
    if (declared.some(({ property }) => property.startsWith('--'))) return undefined;
    for (const name of namesIn(parts[i - 2] ?? '')) {
      const known = rules.get(name) ?? [];
      known.push(...declared);
      if (known.length > maxDeclarations) return undefined;
      rules.set(name, known);
    }
  }
  return {
    of(attributes) {
      if (rules.size === 0) return [];
      const classes = [...new Set(attributes.get('class')?.split(/\s+/))].map((name) => `.${name}`);
      return ['*', ...classes, `#${attributes.get('id')}`].flatMap((name) => rules.get(name) ?? []);
    },
  };
}

/** The classes and ids that a list of selectors ends with; `*` where one of them may be for any element. */
function namesIn(selectors: string): Iterable<string> {
  const list = selectors.split(',');
  const names = list.flatMap((selector) => /^[^([]*([.#][-\w]+)\s*$/.exec(selector)?.[1] ?? []);
  return names.length === list.length ? new Set(names) : ['*'];
}
