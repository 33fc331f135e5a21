import { cached } from '../../lib/cached.ts';
import { orUndefined } from '../../lib/or-undefined.ts';
import { curl } from '../../lib/quotes.ts';
import { valueAt } from '../../lib/value-at.ts';
import { readDocument } from '../../problems/yaml-document.ts';

/** The fields that placeholders can name. Only the parts of a site.yaml that are named are read, because a network has thousands. */
export function siteFields(text: string) {
  const parts = text.split(/^(?=["']?\w)/m);
  const whole = cached((all: string) => ({ data: dataIn(all) }));
  const fieldOf = cached((key: string) => {
    const path = key.split('.');
    const start = new RegExp(`^(["']?)${path[0]}\\1[ \\t]*:`);
    const part = parts.find((one) => start.test(one));
    return part && lineOf(valueAt(dataIn(part) ?? whole(text).data, path));
  });
  const placeKeys = ['geo.placename', 'contact.city', 'region'];
  return {
    /** A text of one line, with curly quotation marks, or a number, by its key: `name`, `contact.city`. `place` is the first of three. */
    valueOf: (key: string) =>
      key === 'place' ? placeKeys.map(fieldOf).find((value) => value !== undefined) : fieldOf(key),
    /** Whether the whole file can be read, so that a field without a value is really missing. */
    isReadable: () => whole(text).data instanceof Object,
  };
}

/** The data of a YAML text; `undefined` if it has mistakes, or aliases of another part. */
function dataIn(text: string): unknown {
  const { document } = readDocument(text) ?? {};
  return document && document.errors.length === 0 ? orUndefined(() => document.toJS()) : undefined;
}

/** A value as it is filled in: without the signs that end a text in double quotes. */
function lineOf(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const line = curl(String(value).trim());
  return /["\\\n]/.test(line) ? undefined : line;
}
