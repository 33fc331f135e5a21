import { orUndefined } from './or-undefined.ts';

/** The value of a JSON text; `undefined` if it is none. */
export const parseJson = (text: string): unknown => orUndefined(() => JSON.parse(text));
