import { type Command, Option } from 'commander';
import { usageError } from '../lib/errors.ts';
import type { LetterFlags } from './letter/letter.ts';
import { contentOption, examples, nowOption } from './terminal/options.ts';

export function addLetter(program: Command): void {
  program
    .command('letter')
    .description(
      'shows the last newsletter, or makes a draft of the one that is due at the service that sends it',
    )
    .addOption(contentOption)
    .option('--cache <dir>', 'the cache folder (default: .galley beside the content folder)')
    .addOption(
      new Option(
        '--draft <service>',
        'makes the draft, unless it is there; its token is in GALLEY_LETTER_TOKEN',
      ).choices(['buttondown', 'listmonk', 'mailchimp']),
    )
    .option('--send', 'with --draft: sends the draft that it made', false)
    .addOption(nowOption)
    .addHelpText('after', examples('letter', 'letter -- --draft buttondown'))
    .action(async (flags: LetterFlags) => {
      if (flags.send && !flags.draft)
        throw usageError('`--send` sends the draft that `--draft` makes; write both.');
      const { letter } = await import('./letter/letter.ts');
      process.stdout.write(`${await letter(flags)}\n`);
    });
}
