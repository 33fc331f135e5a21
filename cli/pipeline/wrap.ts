import { createHash } from 'node:crypto';
import { document, type Part, siteHead, speculationRules } from '../../templates/document.ts';
import { siteData, structuredData } from '../../templates/structured-data.ts';
import type { Assets, Embed, FeedBlock, Frame, Page, Site } from '../../templates/types.ts';

/** What stands around every page, drawn; plain data, so that it can go to another thread. */
export interface Chrome {
  readonly site: Site;
  readonly assets: Assets;
  /** The header for pages that menus lead to, by their address, and for all others. */
  readonly headers: ReadonlyMap<string, string>;
  readonly otherHeader: string;
  readonly footer: string;
}

/**
 * Puts the document around a page's drawn part: its head with policy and structured data, the header and the footer. Joined, the parts are
 * the page.
 */
export type Wrap = (page: Page, main: string) => readonly Part[];

/** The wrapping of one edition. */
export function createWrap({ site, assets, headers, otherHeader, footer }: Chrome): Wrap {
  const common = siteData(site);
  const sameHead = siteHead(site, assets);
  return (page, main) => {
    const data = structuredData(page, site, common);
    return document({
      page,
      site,
      siteHead: sameHead,
      assets,
      main,
      header: headers.get(page.path) ?? otherHeader,
      footer,
      contentSecurityPolicy: contentSecurityPolicy(page, data),
      structuredData: data,
    });
  };
}

/** The frames a page really has. */
function embedsOf(page: Page): Embed[] {
  switch (page.kind) {
    case 'home': {
      const feeds = [page.featured, page.latest, ...page.categoryFeeds, page.updates];
      return [...feeds.flatMap(inFrame), page.video, ...framed(page.newsletter.block), ...adsOf(page)];
    }
    case 'category':
      return page.feeds.flatMap(inFrame);
    case 'events':
      return framed(page.wall);
    case 'contact':
      return framed(page.form);
    case 'subscribe':
      return framed(page.newsletter.block);
    case 'partners':
      return page.documents.flatMap(({ block }) => framed(block));
    case 'about':
    case 'archives':
    case 'blog':
    case 'books':
    case 'embed-document':
    case 'embed-form':
    case 'embed-wall':
    case 'faq':
    case 'not-found':
    case 'post':
    case 'radio':
    case 'rss':
    case 'text':
      return [];
  }
}

const originsOf = (embed: Embed): readonly string[] =>
  embed.connected ? embed.origins.map(policySource) : [];

/**
 * A source as it may stand in a policy, where blanks, commas and semicolons would end it:
 * https://www.w3.org/TR/CSP3/#framework-directive-source-list
 */
export const policySource = (origin: string): string =>
  origin.replace(/[^\w.:/'-]/gu, (character) =>
    Buffer.from(character).toString('hex').replace(/../g, '%$&').toUpperCase(),
  );

const framed = (block: Frame | object): Embed[] => ('embed' in block ? [block.embed] : []);
const inFrame = ({ frame }: FeedBlock): Embed[] => (frame ? [frame.embed] : []);

const adsOf = (page: Page): Embed[] =>
  page.kind === 'home' ? page.ads.flatMap(({ desktop, mobile }) => [desktop.embed, mobile.embed]) : [];

/** Whether a page has a form of the paper's own, which writes an e-mail. */
function writesMail(page: Page): boolean {
  switch (page.kind) {
    case 'home':
    case 'subscribe':
      return 'form' in page.newsletter.block;
    case 'contact':
      return 'form' in page.form;
    case 'embed-form':
      return true;
    case 'about':
    case 'archives':
    case 'blog':
    case 'books':
    case 'category':
    case 'embed-document':
    case 'embed-wall':
    case 'events':
    case 'faq':
    case 'not-found':
    case 'partners':
    case 'post':
    case 'radio':
    case 'rss':
    case 'text':
      return false;
  }
}

const hashOf = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
const speculation = hashOf(speculationRules);

/** What a page may load: its own files, and the frames it has. */
function contentSecurityPolicy(page: Page, data: string): string {
  const embedded = embedsOf(page).flatMap(originsOf);
  const frames = page.kind === 'rss' ? ["'self'"] : [...new Set(embedded)].sort();
  const radio = page.kind === 'radio' && page.streamOrigin ? ` ${policySource(page.streamOrigin)}` : '';
  // An advertisement's service is asked whether it answers before its frame is put in.
  const probed = [...new Set(adsOf(page).flatMap(originsOf))].map((origin) => ` ${origin}`).join('');
  return [
    "default-src 'none'",
    // Structured data is no script and is not blocked, but checkers ask for its hash.
    `script-src 'self' ${hashOf(data)} ${speculation}`,
    "style-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    `connect-src 'self'${radio}${probed}`,
    ...(page.kind === 'radio' ? [`media-src 'self'${radio}`] : []),
    ...(frames.length > 0 ? [`frame-src ${frames.join(' ')}`] : []),
    writesMail(page) ? 'form-action mailto:' : "form-action 'none'",
    "base-uri 'none'",
  ].join('; ');
}
