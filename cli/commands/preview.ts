import { recover } from '../output/swap.ts';
import { type SiteFlags, serveSite } from '../server/serve-site.ts';
import { requireSite } from '../server/site-server.ts';

/** `preview`: serves the built site until Ctrl+C. */
export async function preview(flags: SiteFlags): Promise<void> {
  recover(flags.out);
  requireSite(flags.out);
  await serveSite(flags);
}
