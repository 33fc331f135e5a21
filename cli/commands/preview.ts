import type { Command } from 'commander';
import type { SiteFlags } from './serve/serve-site.ts';
import { contentOption, examples, serving } from './terminal/options.ts';

export function addPreview(program: Command): void {
  serving(program.command('preview'))
    .description('serves the built site as a host would')
    .addOption(contentOption)
    .option('--out <dir>', 'the built site', 'dist')
    .addHelpText('after', examples('preview', 'preview -- --host 0.0.0.0 --port 3000'))
    .action(preview);
}

async function preview(flags: SiteFlags): Promise<void> {
  const { recover } = await import('../site/swap.ts');
  const { requireSite } = await import('./serve/site-server.ts');
  const { serveSite } = await import('./serve/serve-site.ts');
  recover(flags.out);
  requireSite(flags.out);
  await serveSite(flags);
}
