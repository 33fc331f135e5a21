import type * as z from 'zod';
import { pageKindOf } from '../page-kinds/registry.ts';
import { dataKinds } from './data/registry.ts';
import { embedsSchema } from './embeds.ts';
import { postSchema } from './post.ts';
import { navigationSchema, radioSchema, siteSchema } from './site.ts';

const singles = new Map<string, z.ZodType>([
  ['site.yaml', siteSchema],
  ['navigation.yaml', navigationSchema],
  ['embeds.yaml', embedsSchema],
  ['radio.yaml', radioSchema],
  ...Object.entries(dataKinds).map(([name, schema]) => [`data/${name}.yaml`, schema] as const),
]);

/** The schema of a file by its path in `content/`; of a page by its template. `undefined` where the template has none. */
export function schemaOf(path: string, template: unknown): z.ZodType | undefined {
  if (path.startsWith('blog/')) return postSchema;
  return path.startsWith('pages/') ? pageKindOf(template)?.schema : singles.get(path);
}

interface Node {
  readonly def?: {
    readonly type?: string;
    readonly shape?: Readonly<Record<string, unknown>>;
    readonly innerType?: unknown;
    readonly element?: unknown;
    readonly valueType?: unknown;
  };
}

/** The same schema, whether or not its value may be left out. */
function unwrapped(node: unknown): Node['def'] {
  const { def } = (node ?? {}) as Node;
  return def?.innerType && (def.type === 'optional' || def.type === 'default')
    ? unwrapped(def.innerType)
    : def;
}

/** The keys that a schema knows at a path; none where no group of known keys stands there. */
export function keysAt(schema: z.ZodType, path: readonly (string | number)[]): string[] {
  let at: unknown = schema;
  for (const part of path) {
    const def = unwrapped(at);
    at = typeof part === 'number' ? def?.element : (def?.shape?.[part] ?? def?.valueType);
  }
  return Object.keys(unwrapped(at)?.shape ?? {});
}

const known = new WeakMap<object, ReadonlySet<string>>();

/** Every key that a schema knows anywhere. */
export function allKeys(schema: z.ZodType): ReadonlySet<string> {
  const keys = known.get(schema) ?? new Set(collect(schema));
  known.set(schema, keys);
  return keys;
}

function* collect(node: unknown): Iterable<string> {
  const def = unwrapped(node);
  for (const [key, value] of Object.entries(def?.shape ?? {})) {
    yield key;
    yield* collect(value);
  }
  if (def?.element) yield* collect(def.element);
  if (def?.valueType) yield* collect(def.valueType);
}
