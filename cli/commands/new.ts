import type { Command } from 'commander';
import type { NewKind } from './new/start-new.ts';
import type { NowFlag } from './terminal/flags.ts';
import { addWord, contentOption, examples, nowOption } from './terminal/options.ts';

export function addNew(program: Command): void {
  const parent = program
    .command('new')
    .description('starts a post, a notice, a page or an entry of data')
    .addOption(contentOption);
  const add = (kind: NewKind, title: string, description: string, example: string) =>
    parent
      .command(kind)
      .argument('[title]', `${title}, in quotes`)
      .description(description)
      .addOption(contentOption)
      .addOption(nowOption)
      .addHelpText('after', examples(`new ${kind} ${example}`, `new -- ${kind} ${example}`))
      // The script of a paper names its content before the kind.
      .action(async (title = '', { all }: NowFlag & { all?: boolean }, command: Command) =>
        all
          ? (await import('./init/missing-pages.ts')).addAllPages(command.optsWithGlobals())
          : (await import('./new/start-new.ts')).startNew(kind, title, command.optsWithGlobals()),
      );

  add('post', 'the headline', 'writes a draft of a post; never overwrites', '"City Council, in brief"')
    .option('--category <name>', 'a category of site.yaml')
    .option('--author <name>', 'who wrote it')
    .option('--date <moment>', 'when it is published, such as 2026-12-01T06:00:00-06:00')
    .option('--excerpt <text>', 'one or two sentences')
    .option('--tag <word>', 'a tag; repeatable', addWord);

  add('notice', 'the name', 'writes a draft of a notice; never overwrites', '"Ada Lund" --kind deaths')
    .option('--kind <word>', 'a kind of `notices` in site.yaml')
    .option('--until <day>', 'the last day on which it holds');

  add('page', 'the title', 'writes a page; never overwrites', '"Ferry rules" --template text')
    .option('--all', 'instead: every page that `init` offers and the paper lacks, such as a search')
    .option('--template <name>', 'the kind of the page (default: text)')
    .option('--path <address>', 'its address (default: from the title)')
    .option('--description <text>', 'one or two sentences for search results')
    .option('--set <key=value>', 'another field; repeatable', addWord);

  add('event', 'what happens', 'adds an event to data/events.yaml', '"Harvest fair" --when "In May"')
    .option('--when <text>', 'when, in words')
    .option('--starts <moment>', 'when it starts, such as 2026-12-05T10:00:00-06:00')
    .option('--ends <moment>', 'when it ends')
    .option('--where <text>', 'the place')
    .option('--about <text>', 'what to expect')
    .option('--url <url>', 'more about it');

  add('book', 'the title', 'adds a book to data/books.yaml', '"The River Road" --author "Ada Lund"')
    .option('--author <name>', 'who wrote it')
    .option('--isbn <number>', 'its number, 10 or 13 digits')
    .option('--url <url>', 'where to buy it');

  add('faq', 'the question', 'adds a question to data/faq.yaml', '"When is it out?" --answer "On Thursdays."')
    .option('--answer <text>', 'the answer, in Markdown')
    .option('--category <title>', 'the group of questions it belongs to');
}
