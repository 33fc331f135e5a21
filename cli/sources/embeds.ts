import * as z from 'zod';
import {
  feedFile,
  frameTemplate,
  link,
  origin,
  permission,
  provider,
  text,
  title,
  url,
  urlTemplate,
  whole,
  word,
} from './fields.ts';
import { distinct, refersTo } from './references.ts';

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
  linkLabel: title().optional(),
  sandbox: z.array(z.enum(sandboxTokens)).default([]),
  allow: z.array(permission()).default([]),
  referrerPolicy: z.enum(referrerPolicies).default('strict-origin-when-cross-origin'),
  /** Every origin the frame may reach, for `frame-src`; the address's own is understood. */
  origins: z.array(origin()).default([]),
});

const slot = z.strictObject({ slot: word(), minHeight: whole(150, 600) });

/** The heights of frames where `embeds.yaml` names none, in CSS pixels. */
export const defaultHeights = {
  feed: 300,
  feedExpanded: 600,
  contact: 789,
  newsletter: 350,
  newsletterOnSubscribe: 400,
  document: 600,
  wall: 800,
};

const height = (of: keyof typeof defaultHeights) => whole(100, 2000).default(defaultHeights[of]);

const ads = z.strictObject({
  provider: provider(),
  placements: distinct(z.array(z.strictObject({ desktop: slot, mobile: slot })), {
    names: ({ desktop, mobile }) =>
      (['desktop', 'mobile'] as const)
        .map((width) => [{ desktop, mobile }[width].slot, width, 'slot'] as const)
        .filter(([slot]) => slot !== 'unset'),
    message: (slot) => `The slot \`${slot}\` is in this file twice.`,
    hint: 'Advertising networks count a slot once a page.',
  }),
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
});

/** `embeds.yaml`: the providers, the heights of their frames, and the ad placements. */
export const embedsSchema = z.strictObject({
  providers: z.record(z.string(), providerSchema).default({}),
  heights: z
    .strictObject({
      feed: height('feed'),
      feedExpanded: height('feedExpanded'),
      contact: height('contact'),
      newsletter: height('newsletter'),
      newsletterOnSubscribe: height('newsletterOnSubscribe'),
      document: height('document'),
      wall: height('wall'),
    })
    .default(defaultHeights),
  ads: ads.optional(),
});

const embedFields = z.strictObject({
  provider: word(),
  /** The provider's id; `unset` shows a "not connected" block. */
  id: word(),
  title: title(),
  category: title().optional(),
});

/** A frame of a provider, with `extra` fields beside it. */
export const embed = <Extra extends z.core.$ZodLooseShape>(extra: Extra) =>
  refersTo(embedFields.extend(extra), { to: 'embed' });

/** Snapshots of feeds hold no more. */
const maxHeadlines = 200;

const feedBlockFields = z.strictObject({
  title: title().optional(),
  feedTitle: title(),
  rssUrl: url(),
  board: z.enum(['headlines', 'frame']).default('headlines'),
  /** The number of headlines that are shown at most. */
  items: whole(1, maxHeadlines).default(20),
  /** A feed file of the paper's own, shown until the feed has been pulled for the first time. */
  fallback: feedFile().optional(),
});

/** A block that shows a feed of another source, as a board of headlines or in a provider's frame; with `extra` fields beside it. */
export const feedBlock = <Extra extends z.core.$ZodLooseShape>(extra: Extra) =>
  refersTo(feedBlockFields.extend(extra), { to: 'feed' });

export type EmbedsFile = z.infer<typeof embedsSchema>;
export type ProviderFile = z.infer<typeof providerSchema>;
export type EmbedFile = z.infer<typeof embedFields>;
export type FeedBlockFile = z.infer<typeof feedBlockFields>;
