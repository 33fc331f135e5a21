import type { Command } from 'commander';
import type { InitFlags } from './init/new-paper.ts';
import { contentOption, examples, nowOption } from './terminal/options.ts';

export function addInit(program: Command, root: string): void {
  program
    .command('init')
    .description(
      'starts a paper of your own: asks for its name, place, time zone, language and sections, and writes its files',
    )
    .addOption(contentOption)
    .option('--name <name>', 'the name of the paper')
    .option('--place <place>', 'the place it is for')
    .option('--time-zone <zone>', 'such as America/Chicago')
    .option('--language <tag>', 'such as en-us or es-mx')
    .option('--sections <names>', 'their names, with commas between them')
    .option('--address <url>', 'where readers will find it, such as https://paper.example.com')
    .option('--pages <names>', 'the other pages, such as "search, archives"; all by default, or none')
    .option('--host <host>', 'where it is published, such as github-pages, rsync or server; else nowhere')
    .option('--server <name>', 'with --host rsync or server: what serves the files, such as nginx')
    .option('--yes', 'asks nothing, and uses the default for every answer that no flag gives', false)
    .option('--force', 'in a clone of this program: deletes the demo even if git cannot restore it', false)
    .addOption(nowOption)
    .addHelpText(
      'after',
      examples('init', 'init -- --yes --name "The Ridge Herald" --sections "News, Sports"'),
    )
    .action(async (flags: InitFlags) => (await import('./init/new-paper.ts')).newPaper(flags, root));
}
