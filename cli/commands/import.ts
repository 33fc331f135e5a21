import type { Command } from 'commander';
import type { ImportFlags } from './import/import-archive.ts';
import { addWord, contentOption, examples, nowOption, readCount, readDay } from './terminal/options.ts';

export function addImport(program: Command): void {
  program
    .command('import')
    .description(
      'brings the posts of another system into the paper: Jekyll, Hugo, Eleventy, or an export of WordPress or Ghost',
    )
    .argument(
      '<archive...>',
      'the top folder of the site, or the file or files that WordPress or Ghost exported',
    )
    .addOption(contentOption)
    .option(
      '--map <theirs=ours>',
      'a field of the archive for one of ours, such as hero=imageUrl; repeatable',
      addWord,
      [],
    )
    .option('--category <name>', 'the category of posts that have none of ours, or the field that names it')
    .option('--since <day>', 'only posts from this day on, such as 2019-01-01', readDay)
    .option('--limit <number>', 'only that many posts, the newest', readCount)
    .option('--only <folder>', 'only posts of a folder of the archive, such as content/news')
    .option('--update', 'also rewrites posts that are still as an earlier import wrote them', false)
    .option('--permalink <pattern>', 'the rule of the old addresses, such as /:year/:month/:title/')
    .option(
      '--shortcode <name=kind>',
      'what a shortcode is: picture, video, quote, note, text or drop; repeatable',
      addWord,
      [],
    )
    .option('--dry-run', 'writes the report alone', false)
    .option('--fetch', 'also fetches pictures that are not in the archive', false)
    .option('--allow-private', 'also fetches from hosts in private networks', false)
    .addOption(nowOption)
    .addHelpText('after', examples('import ../old-site', 'import -- export.xml --category News'))
    .action(async (paths: readonly string[], flags: ImportFlags) =>
      (await import('./import/import-archive.ts')).importArchive(paths, flags),
    );
}
