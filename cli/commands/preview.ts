import { mend } from '../pipeline/write.ts';
import { serveSite } from '../server/serve-site.ts';
import { requireSite } from '../server/site-server.ts';
import type { ServerFlags } from '../terminal/flags.ts';

/** `preview`: serves the built site until Ctrl+C. */
export async function preview(
  flags: ServerFlags & { readonly content: string; readonly out: string },
): Promise<void> {
  mend(flags.out);
  requireSite(flags.out);
  await serveSite(flags);
}
