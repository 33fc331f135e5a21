import * as z from 'zod';
import {
  feedFile,
  frameTemplate,
  link,
  origin,
  permission,
  text,
  title,
  url,
  urlTemplate,
  whole,
  word,
} from './fields.ts';

/** The words HTML knows for `sandbox`: https://html.spec.whatwg.org/#attr-iframe-sandbox */
const sandboxTokens = [
  'allow-downloads',
  'allow-forms',
  'allow-modals',
  'allow-orientation-lock',
  'allow-pointer-lock',
  'allow-popups',
  'allow-popups-to-escape-sandbox',
  'allow-presentation',
  'allow-same-origin',
  'allow-scripts',
  'allow-top-navigation-by-user-activation',
  'allow-top-navigation-to-custom-protocols',
] as const;

const referrerPolicies = [
  'no-referrer',
  'origin',
  'same-origin',
  'strict-origin',
  'strict-origin-when-cross-origin',
] as const;

/** One service that serves frames. */
const providerSchema = z.strictObject({
  name: title(),
  url: frameTemplate('feedUrl', 'category', 'id', 'slot'),
  /** Where the plain link beside the frame leads; the frame's own address when left out. */
  link: urlTemplate('feedUrl', 'category', 'id', 'slot').optional(),
  linkLabel: title(),
  sandbox: z.array(z.enum(sandboxTokens)),
  allow: z.array(permission()).default([]),
  referrerPolicy: z.enum(referrerPolicies).default('strict-origin-when-cross-origin'),
  /** Every origin the frame may reach, for `frame-src`; the address's own is understood. */
  origins: z.array(origin()).default([]),
});

const slot = z.strictObject({ slot: word(), minHeight: whole(150, 600) });

/** `embeds.yaml`: the providers, the heights of their frames, and the ad placements. */
export const embedsSchema = z.strictObject({
  providers: z.record(z.string(), providerSchema),
  heights: z.strictObject({
    feed: whole(100, 2000),
    feedExpanded: whole(100, 2000),
    contact: whole(100, 2000),
    newsletter: whole(100, 2000),
    newsletterOnSubscribe: whole(100, 2000),
    document: whole(100, 2000),
    wall: whole(100, 2000),
  }),
  ads: z.strictObject({
    provider: word(),
    placements: z.array(z.strictObject({ desktop: slot, mobile: slot })),
    /** What stands behind the frames, one a placement in turn: the paper's own advertisements. */
    house: z
      .array(
        z.strictObject({
          /** Drawn large. */
          word: title(),
          title: title(),
          text: text(),
          label: title(),
          path: link(),
        }),
      )
      .default([]),
  }),
});

/** A frame as a page asks for it. */
export const embedSchema = z.strictObject({
  provider: word(),
  /** The provider's id; `unset` draws a "not connected" block. */
  id: word(),
  title: title(),
  category: title().optional(),
});

/** The most headlines a board can be asked for: as many as are kept of a feed. */
const mostHeadlines = 200;

/** A block that shows a feed of another source: as a board of its headlines, or in the frame of a provider. */
export const feedBlockSchema = z.strictObject({
  title: title().optional(),
  feedTitle: title(),
  rssUrl: url(),
  board: z.enum(['headlines', 'frame']).default('headlines'),
  /** The most headlines that are printed. */
  items: whole(1, mostHeadlines).default(20),
  /** A feed file of the paper's own, shown until the feed has been pulled for the first time. */
  fallback: feedFile().optional(),
});

export type EmbedsFile = z.infer<typeof embedsSchema>;
export type ProviderFile = z.infer<typeof providerSchema>;
export type EmbedFile = z.infer<typeof embedSchema>;
export type FeedBlockFile = z.infer<typeof feedBlockSchema>;
