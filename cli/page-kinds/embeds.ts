import type { Embed } from '../../templates/types.ts';
import type { EmbedFile, EmbedsFile, ProviderFile } from '../sources/embeds.ts';

/** What fills the placeholders of a provider's address. */
export type EmbedValues = Readonly<Partial<Record<'feedUrl' | 'category' | 'id' | 'slot', string>>>;

/** The id that says an embed is still to be connected. */
export const unset = 'unset';

/** Fills `{placeholders}`, each value percent-encoded once; an address that is `{feedUrl}` and nothing else takes it as it is. */
export function fillTemplate(template: string, values: Readonly<Record<string, string | undefined>>): string {
  if (template === feedItself) return values.feedUrl ?? '';
  return template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
}

/** The address of a provider whose frames are the feeds themselves. */
export const feedItself = '{feedUrl}';

/** Whether a provider's frames are of the paper's own origin. Placeholders stand after the host, so the origin is known without them. */
export const isOwn = ({ url }: ProviderFile, baseUrl: string): boolean =>
  url !== feedItself && new URL(url.replace(/\{\w+\}/g, 'x'), baseUrl).origin === baseUrl;

/** A frame of `provider`, ready to draw. Frames of the paper's own origin count as `'self'` in the policy. */
export function connect(provider: ProviderFile, title: string, values: EmbedValues, baseUrl: string): Embed {
  if (values.id === unset || values.slot === unset)
    return { connected: false, title, service: provider.name };
  const src = fillTemplate(provider.url, values);
  const { origin } = new URL(src, baseUrl);
  return {
    connected: true,
    title,
    src,
    link: provider.link ? fillTemplate(provider.link, values) : src,
    linkLabel: provider.linkLabel,
    service: provider.name,
    sandbox: provider.sandbox.join(' '),
    allow: provider.allow.join('; '),
    referrerPolicy: provider.referrerPolicy,
    origins: origin === baseUrl ? ["'self'"] : [...new Set([origin, ...provider.origins])],
  };
}

/** The embeds of one edition: `embed` by what a page asks for, `feed` for a feed's address, `ad` for a slot. */
export function connectAll(embeds: EmbedsFile, baseUrl: string) {
  // A provider that is not there has been reported by `link`; the page is drawn all the same, to find what else is wrong.
  const from = (name: string, title: string, values: EmbedValues): Embed => {
    const provider = Object.hasOwn(embeds.providers, name) ? embeds.providers[name] : undefined;
    return provider ? connect(provider, title, values, baseUrl) : { connected: false, title, service: name };
  };
  return {
    embed: ({ provider, id, title, category }: EmbedFile): Embed => from(provider, title, { id, category }),
    /** The address of the paper's own page that an embed leads to; `undefined` where it leads elsewhere. */
    ownPath({ provider: name, id, category }: EmbedFile): string | undefined {
      const provider = Object.hasOwn(embeds.providers, name) ? embeds.providers[name] : undefined;
      if (!provider || id === unset || !isOwn(provider, baseUrl)) return undefined;
      return new URL(fillTemplate(provider.url, { id, category }), baseUrl).pathname;
    },
    feed: (feedTitle: string, feedUrl: string): Embed =>
      from(feedProvider, `Headlines from ${feedTitle}`, { feedUrl }),
    ad: (slot: string): Embed => from(embeds.ads.provider, `Advertisement ${slot}`, { slot }),
  };
}

/** The provider that shows every feed block. */
export const feedProvider = 'feed-board';
