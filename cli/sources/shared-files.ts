import { embedsSchema } from './embeds.ts';
import { redirectsSchema } from './redirects.ts';
import { navigationSchema, radioSchema, siteSchema } from './site.ts';
import { themeSchema } from './theme.ts';

/** The schemas of the files beside `pages/` and `blog/`, by the file's name. The kinds of data have a registry of their own. */
export const sharedSchemas = {
  site: siteSchema,
  navigation: navigationSchema,
  embeds: embedsSchema,
  radio: radioSchema,
  redirects: redirectsSchema,
  theme: themeSchema,
};

/** The name of a shared file, without its ending. */
export type SharedName = keyof typeof sharedSchemas;
