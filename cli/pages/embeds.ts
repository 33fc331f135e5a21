import type { Embed } from '../../templates/types.ts';
import { defaultHeights, type EmbedFile, type ProviderFile } from '../content/embeds.ts';
import type { Edition, ParsedPage } from '../content/model.ts';
import { languageOf } from '../content/site.ts';
import { providersOf, videoAt, videoServices } from '../content/videos.ts';

type EmbedValues = Readonly<Partial<Record<'feedUrl' | 'category' | 'id' | 'slot', string>>>;

/** The id of an embed that is not connected yet. */
export const unset = 'unset';

/** Fills `{placeholders}`, each value percent-encoded once; an address that is `{feedUrl}` and nothing else takes it as it is. */
export function fillTemplate(template: string, values: Readonly<Record<string, string | undefined>>): string {
  if (template === feedItself) return values.feedUrl ?? '';
  return template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
}

/** The address of a provider whose frames are the feeds themselves. */
export const feedItself = '{feedUrl}';

/** Whether a provider's frames have the paper's origin. Placeholders come after the host, so they do not matter. */
export const isOwn = ({ url }: ProviderFile, baseUrl: string): boolean =>
  url !== feedItself && new URL(url.replace(/\{\w+\}/g, 'x'), baseUrl).origin === baseUrl;

/** Matches an address that a pattern such as `https://video.example/watch?v={id}` describes, with or without more parameters. */
function matcherOf(pattern: string): RegExp {
  const [start = '', end = ''] = pattern
    .replace(/^https:\/\/(?:www\.)?/, '')
    .split('{id}')
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace('\\?', '\\?(?:[^#]*&)?'));
  return new RegExp(`^https?://(?:www\\.)?${start}([\\w.~-]{1,100})${end}/?(?:[?&#].*)?$`);
}

export type Embeds = ReturnType<typeof createEmbeds>;

export function createEmbeds({ shared, pages, baseUrl }: Edition) {
  const { words } = languageOf(shared.site.data);
  const { providers: own = {}, ads, heights = defaultHeights } = shared.embeds?.data ?? {};
  const providers = providersOf(shared.embeds?.data);
  const pagesByPath = new Map(pages.map((page) => [page.data.path, page]));
  const providerOf = (name: string) => (Object.hasOwn(providers, name) ? providers[name] : undefined);

  /** A frame of `provider`. In the policy, the paper's origin is `'self'`. */
  function connect(provider: ProviderFile, title: string, values: EmbedValues): Embed {
    const { name: service, url, link, linkLabel } = provider;
    if (values.id === unset || values.slot === unset) return { connected: false, title, service };
    const src = fillTemplate(url, values);
    const { origin } = new URL(src, baseUrl);
    const isVideo = Object.values(videoServices).includes(provider);
    return {
      connected: true,
      title,
      src,
      link: link ? fillTemplate(link, values) : src,
      linkLabel: linkLabel ?? (isVideo ? words.embeds.watch(service) : words.embeds.open),
      service,
      sandbox: provider.sandbox.join(' '),
      // Browsers warn of a frame that says it in both ways, and not all know this one.
      allow: provider.allow.filter((name) => name !== 'fullscreen').join('; '),
      allowFullScreen: provider.allow.includes('fullscreen'),
      referrerPolicy: provider.referrerPolicy,
      origins: origin === baseUrl ? ["'self'"] : [...new Set([origin, ...provider.origins])],
    };
  }

  // `link` reports a missing provider; the page is rendered all the same, to find what else is wrong.
  const from = (name: string, title: string, values: EmbedValues): Embed => {
    const provider = providerOf(name);
    return provider ? connect(provider, title, values) : { connected: false, title, service: name };
  };
  const matchers = Object.values(own).flatMap((provider) => {
    const { addresses, link = '' } = provider;
    const patterns = /^https:[^{]*\{id\}[^{]*$/.test(link) ? [...addresses, link] : addresses;
    return patterns.map((pattern) => ({ provider, matches: matcherOf(pattern) }));
  });
  return {
    embed: ({ provider, id, title, category }: EmbedFile) => from(provider, title, { id, category }),
    /** The page of this paper that an embed leads to, if any: its content is shown instead of a frame. */
    ownPage({ provider: name, id, category }: EmbedFile): ParsedPage | undefined {
      const provider = providerOf(name);
      if (!provider || id === unset || !isOwn(provider, baseUrl)) return undefined;
      return pagesByPath.get(new URL(fillTemplate(provider.url, { id, category }), baseUrl).pathname);
    },
    /** The frame of an address that is a provider's own, by the name of what it shows, and whether it plays; `undefined` for any other. */
    ofAddress(address: string, name = '') {
      const of = (provider: ProviderFile, id: string, query = '') => {
        const embed = connect(provider, name || words.embeds.from(provider.name), { id });
        if (!embed.connected) return undefined;
        const plays = provider.allow.includes('autoplay');
        return { embed: { ...embed, src: embed.src + query, link: address }, plays };
      };
      for (const { provider, matches } of matchers) {
        const [, id] = matches.exec(address) ?? [];
        if (id !== undefined) return of(provider, id);
      }
      const video = videoAt(address);
      const service = video && videoServices[video.service];
      return service && providers[video.service] === service ? of(service, video.id, video.query) : undefined;
    },
    feed(feedTitle: string, feedUrl: string): Embed | undefined {
      const provider = providerOf(feedProvider);
      return provider && connect(provider, words.boards.headlinesFrom(feedTitle), { feedUrl });
    },
    ad: (slot: string) => from(ads?.provider ?? '', words.embeds.advertisement(slot), { slot }),
    heights,
  };
}

export const feedProvider = 'feed-board';
