import * as z from 'zod';
import { feedUrlIssue } from './schema/address-issues.ts';
import * as f from './schema/fields.ts';
import { distinct, refersTo } from './schema/references.ts';

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

const providerSchema = z.strictObject({
  name: f.title().describe('The name of the service, for readers.'),
  url: f.frameTemplate('feedUrl', 'category', 'id', 'slot').describe('The address of the frame.'),
  link: f
    .urlTemplate('feedUrl', 'category', 'id', 'slot')
    .optional()
    .describe('Where the plain link beside the frame leads.'),
  linkLabel: f.title().optional().describe('The words of that link.'),
  addresses: z
    .array(f.frameTemplate('id'))
    .max(100)
    .default([])
    .describe(
      'Addresses of its own, with `{id}`: one that is a paragraph by itself becomes the frame; that of `link` does without.',
    ),
  sandbox: z.array(z.enum(sandboxTokens)).default([]).describe('What the frame may do.'),
  allow: z.array(f.permission()).default([]).describe('What of the browser it may use.'),
  referrerPolicy: z
    .enum(referrerPolicies)
    .default('strict-origin-when-cross-origin')
    .describe('What it learns of the page around it.'),
  origins: z.array(f.origin()).default([]).describe('Other hosts that the frame may reach.'),
});

const slot = z.strictObject({
  slot: f.word().describe('The number that the network gave it; `unset` shows nothing.'),
  minHeight: f.whole(150, 600).describe('The space that is kept for it, in pixels.'),
});

const height = (usual: number, of: string) => f.whole(100, 2000).default(usual).describe(of);

const heightsSchema = z.strictObject({
  feed: height(300, 'Boards of headlines.'),
  feedExpanded: height(600, 'Boards of headlines, opened.'),
  contact: height(789, 'The form of the contact page.'),
  newsletter: height(350, 'The form of the newsletter.'),
  newsletterOnSubscribe: height(400, 'The same on the subscribe page.'),
  document: height(600, 'Documents.'),
  wall: height(800, 'The wall of events.'),
});

/** The heights of frames where `embeds.yaml` names none, in CSS pixels. */
export const defaultHeights = heightsSchema.parse({}, { jitless: true });

const placement = z.strictObject({
  desktop: slot.optional().describe('The slot on wide screens; needed with `mobile`.'),
  mobile: slot.optional().describe('The slot on narrow screens; needed with `desktop`.'),
  minHeight: f
    .whole(50, 2000)
    .optional()
    .describe('Instead of slots: the least height of an advertisement of `house`, in pixels.'),
});

/** The slots of a placement; none if it shows the paper's own advertisement alone. */
export const slotsOf = ({ desktop, mobile }: z.infer<typeof placement>) => [
  ...(desktop ? [{ ...desktop, width: 'desktop' as const }] : []),
  ...(mobile ? [{ ...mobile, width: 'mobile' as const }] : []),
];

const ads = z
  .strictObject({
    provider: f.provider().optional().describe('The network, an entry of `providers`; needed for slots.'),
    placements: distinct(z.array(placement), {
      names: (placement) =>
        slotsOf(placement).flatMap(({ slot, width }) => (slot === 'unset' ? [] : [[slot, width, 'slot']])),
      message: (slot) => `The slot \`${slot}\` is in this file twice.`,
      hint: 'Advertising networks count a slot once a page.',
    }).describe('Where advertisements are: two slots of the network, or a height for the paper’s own.'),
    house: z
      .array(
        z.strictObject({
          word: f.title().optional().describe('A word in large letters, drawn beside the text.'),
          title: f.title().describe('The heading.'),
          text: f.text().describe('The text under it.'),
          label: f.title().describe('The words on the button.'),
          path: f.link().describe('Where the button leads.'),
        }),
      )
      .default([])
      .describe('The paper’s own advertisements, shown until the network’s have loaded.'),
  })
  .superRefine(({ provider, placements, house }, context) => {
    for (const [i, placement] of placements.entries()) {
      const slots = slotsOf(placement).length;
      const isOwn = placement.minHeight !== undefined && slots === 0 && house.length > 0;
      const isOfNetwork = placement.minHeight === undefined && slots === 2 && provider !== undefined;
      if (!isOwn && !isOfNetwork)
        f.issueAt(context, ['placements', i], {
          rule: 'missing-key',
          message: 'Something that this placement needs is missing.',
          hint: 'Write `desktop` and `mobile` in it, and the `provider` of both in `ads`; or `minHeight` alone, and advertisements of the paper’s own under `house`.',
        });
    }
  });

/** `embeds.yaml`: the providers, the heights of their frames, and the ad placements. */
export const embedsSchema = z.strictObject({
  providers: z
    .record(z.string(), providerSchema)
    .default({})
    .describe('The services that serve frames, by the word that pages use.'),
  heights: heightsSchema.default(defaultHeights).describe('The heights of frames, in pixels.'),
  ads: ads.optional().describe('The advertisements.'),
});

const embedFields = z.strictObject({
  provider: f.word().describe('The service, an entry of `providers` in embeds.yaml.'),
  id: f.word().describe('What the service calls it; `unset` shows that it is not connected yet.'),
  title: f.title().describe('What the frame shows, for people who cannot see it.'),
  category: f.title().optional().describe('The category of a form, by which mail is sorted.'),
});

/** A frame of a provider, with `extra` fields beside it. */
export const embed = <Extra extends z.core.$ZodLooseShape>(extra: Extra) =>
  refersTo(embedFields.extend(extra), { to: 'embed' });

/** Snapshots of feeds hold no more. */
const maxHeadlines = 200;

const feedBlockFields = z.strictObject({
  title: f.title().optional().describe('The heading; the name of the source if it is left out.'),
  feedTitle: f.title().describe('The name of the source.'),
  rssUrl: f.url(feedUrlIssue).describe('The address of its feed.'),
  board: z
    .enum(['headlines', 'frame'])
    .default('headlines')
    .describe('`headlines` for a list, `frame` for the frame of a service.'),
  items: f.whole(1, maxHeadlines).default(20).describe('How many headlines there are at most.'),
  fallback: f
    .feedFile()
    .optional()
    .describe('A feed of the paper’s own, shown while this one has no headlines of the last week.'),
});

/** A block that shows a feed of another source, as a board of headlines or in a provider's frame; with `extra` fields beside it. */
export const feedBlock = <Extra extends z.core.$ZodLooseShape>(extra: Extra) =>
  refersTo(feedBlockFields.extend(extra), { to: 'feed' });

export type EmbedsFile = z.infer<typeof embedsSchema>;
export type ProviderFile = z.infer<typeof providerSchema>;
export type EmbedFile = z.infer<typeof embedFields>;
export type FeedBlockFile = z.infer<typeof feedBlockFields>;
