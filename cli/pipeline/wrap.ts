import { createHash } from 'node:crypto';
import { document, type Part, siteHead, speculationRules } from '../../templates/document.ts';
import { siteData, structuredData } from '../../templates/structured-data.ts';
import type { Assets, Embed, Page, Site } from '../../templates/types.ts';

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
      const feeds = [page.featured, page.latest, ...page.categoryFeeds, page.updates].map(
        ({ embed }) => embed,
      );
      const ads = page.ads.flatMap(({ desktop, mobile }) => [desktop.embed, mobile.embed]);
      return [...feeds, page.video, page.newsletter.frame.embed, ...ads];
    }
    case 'category':
      return page.feeds.map(({ embed }) => embed);
    case 'events':
      return [page.wall.embed];
    case 'contact':
      return [page.form.embed];
    case 'subscribe':
      return [page.newsletter.frame.embed];
    case 'partners':
      return page.documents.map(({ frame }) => frame.embed);
    default:
      return [];
  }
}

const hashOf = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
const speculation = hashOf(speculationRules);

/** What a page may load: its own files, and the frames it has. */
function contentSecurityPolicy(page: Page, data: string): string {
  const embedded = embedsOf(page).flatMap((embed) => (embed.connected ? embed.origins : []));
  const frames = page.kind === 'rss' ? ["'self'"] : [...new Set(embedded)].sort();
  const radio = page.kind === 'radio' && page.streamOrigin ? ` ${page.streamOrigin}` : '';
  return [
    "default-src 'none'",
    // Structured data is no script and is not blocked, but checkers ask for its hash.
    `script-src 'self' ${hashOf(data)} ${speculation}`,
    "style-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    `connect-src 'self'${radio}`,
    ...(page.kind === 'radio' ? [`media-src 'self'${radio}`] : []),
    ...(frames.length > 0 ? [`frame-src ${frames.join(' ')}`] : []),
    page.kind === 'embed-form' ? 'form-action mailto:' : "form-action 'none'",
    "base-uri 'none'",
  ].join('; ');
}
