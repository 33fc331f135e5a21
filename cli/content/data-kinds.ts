import type * as z from 'zod';
import * as registry from './data/registry.ts';

/** The schemas of the files of `data/`, by the file's name. */
export const dataKinds = { ...registry };

/** The name of a file of `data/`, without its ending. */
export type DataName = keyof typeof dataKinds;

export type DataFiles = { readonly [K in DataName]: z.infer<(typeof dataKinds)[K]> };
