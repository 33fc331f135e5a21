import { type Command, Option } from 'commander';
import type { CmsFlags } from './cms/set-up-desk.ts';
import { contentOption, examples } from './terminal/options.ts';

export function addCms(program: Command): void {
  program
    .command('cms')
    .description('sets up a desk at /admin, where editors write in the browser, and gets the program for it')
    .addOption(contentOption)
    .addOption(
      new Option('--backend <name>', 'who keeps the files (default: github)').choices(['github', 'gitlab']),
    )
    .option('--repo <owner/name>', 'the repository of the paper there')
    .addHelpText('after', examples('cms --repo ridge/herald', 'galley -- cms --repo ridge/herald'))
    .action(async (flags: CmsFlags) => (await import('./cms/set-up-desk.ts')).setUpDesk(flags));
}
