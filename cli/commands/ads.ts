import type { Command } from 'commander';
import type { NowFlag } from './terminal/flags.ts';
import { contentOption, examples, nowOption } from './terminal/options.ts';

export function addAds(program: Command): void {
  program
    .command('ads')
    .description('prints the plan of advertisements of the next 30 days, to send to the advertisers')
    .addOption(contentOption)
    .addOption(nowOption)
    .addHelpText('after', examples('ads', 'galley -- ads'))
    .action(async (flags: NowFlag & { readonly content: string }) => {
      process.stdout.write((await import('./ads/plan.ts')).planOfAds(flags));
    });
}
