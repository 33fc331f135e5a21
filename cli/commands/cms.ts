import type { Command } from 'commander';
import { contentOption, examples } from './terminal/options.ts';

export function addCms(program: Command): void {
  program
    .command('cms')
    .description('gets the program of the desk at /admin, where editors write in the browser')
    .addOption(contentOption)
    .addHelpText('after', examples('cms', 'galley -- cms'))
    .action(async ({ content }: { readonly content: string }) =>
      (await import('./cms/set-up-desk.ts')).setUpDesk(content),
    );
}
