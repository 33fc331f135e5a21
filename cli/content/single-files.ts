import { basename, extname } from 'node:path';
import type * as z from 'zod';
import { nearest } from '../problems/nearest.ts';
import { adsSchema } from './ads.ts';
import * as registry from './data/registry.ts';
import { embedsSchema } from './embeds.ts';
import { importedSchema } from './imported.ts';
import { alertSchema, navigationSchema, radioSchema, redirectsSchema, siteSchema } from './site.ts';
import { themeSchema } from './theme.ts';

/** The schemas of the files of `data/`, by the file's name. */
export const dataKinds = { ...registry };

/** The name of a file of `data/`, without its ending. */
export type DataName = keyof typeof dataKinds;

export type DataFiles = { readonly [K in DataName]: z.infer<(typeof dataKinds)[K]> };

/** The schemas of the files beside `pages/` and `blog/`, by the file's name. The kinds of data have a registry of their own. */
export const sharedSchemas = {
  site: siteSchema,
  navigation: navigationSchema,
  embeds: embedsSchema,
  radio: radioSchema,
  redirects: redirectsSchema,
  imported: importedSchema,
  theme: themeSchema,
  alert: alertSchema,
  ads: adsSchema,
};

/** The name of a shared file, without its ending. */
export type SharedName = keyof typeof sharedSchemas;

export type SharedFiles = { readonly [K in SharedName]: z.infer<(typeof sharedSchemas)[K]> };

export type OptionalFile = Exclude<SharedName, 'site'> | DataName;

/** The path of such a file in `content/`. */
export const pathOf = (name: SharedName | DataName): string =>
  name in dataKinds ? `data/${name}.yaml` : `${name}.yaml`;

/** The schemas of the files that a paper has one of, by their path in `content/`. */
export const singleSchemas: ReadonlyMap<string, z.ZodType> = new Map(
  Object.entries({ ...sharedSchemas, ...dataKinds }).map(([name, schema]) => [
    pathOf(name as SharedName | DataName),
    schema,
  ]),
);

const nameOf = (path: string) => basename(path, extname(path));

/** The path of the file that was probably meant by one with a misspelt name, or in another folder. */
export function singleFileMeant(path: string): string | undefined {
  const paths = [...singleSchemas.keys()];
  const name = nearest(nameOf(path), paths.map(nameOf));
  return paths.find((other) => nameOf(other) === name);
}
