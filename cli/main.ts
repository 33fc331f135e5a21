import { inspect } from 'node:util';
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import packageJson from '../package.json' with { type: 'json' };
import type { CmsFlags } from './commands/cms.ts';
import type { ImportFlags } from './commands/import.ts';
import type { InitFlags } from './commands/init.ts';
import type { NewKind } from './commands/new.ts';
import { EnvironmentError, explained, isSystemError } from './lib/environment-error.ts';
import { printable, printableLines } from './lib/printable.ts';
import { parseUrl } from './lib/web-address.ts';
import { usage } from './relay/flags.ts';
import type { ProgramSources } from './server/dev-builder.ts';
import { readHostName } from './server/host-names.ts';
import { dayIssue, momentIssue } from './sources/schema/date-issues.ts';
import { ExitError, exitCodes } from './terminal/exit-codes.ts';
import type {
  BuildFlags,
  CheckFlags,
  NetworkFlags,
  NowFlag,
  PullFlags,
  ServerFlags,
  Shard,
} from './terminal/flags.ts';
import { paintFor } from './terminal/log.ts';

/** Runs the program with the arguments after its name, and sets the process's exit code. */
export async function main(args: readonly string[], sources: ProgramSources): Promise<void> {
  process.stdout.on('error', (error) => endUnwritten(error, 'The file that stdout goes to'));
  process.stderr.on('error', (error) => endUnwritten(error, 'The file that stderr goes to'));
  try {
    await createProgram(sources).parseAsync([...args], { from: 'user' });
  } catch (error) {
    process.exitCode = explain(error);
  }
}

/** Ends the program where its output cannot be written; a closed pipe (`galley build | head -1`) is no error. */
function endUnwritten(error: NodeJS.ErrnoException, path: string) {
  if (error.code === 'EPIPE') return;
  explain(explained(error, path, 'written'));
  process.exit(exitCodes.environment);
}

function createProgram(sources: ProgramSources): Command {
  const program = new Command('galley')
    .description(
      'Builds the static site of a local newspaper from its content, and says what is wrong with the content.',
    )
    .version(packageJson.version)
    .exitOverride()
    .showHelpAfterError('(galley --help lists the commands; galley help <command> explains one)');
  addSiteCommands(program, sources);
  addOtherCommands(program);
  addInit(program, sources);
  addImport(program);
  return program;
}

/** The commands that build or serve a site. */
function addSiteCommands(program: Command, sources: ProgramSources) {
  building(forNetworks(program.command('build')), 'dist')
    .description(
      'validates the content, renders every page, and replaces the output folder: all at once or not at all',
    )
    .addHelpText('after', examples('build --base-url https://preview.example.com', 'build -- --drafts'))
    .action(async (flags: BuildFlags) => (await import('./commands/build.ts')).build(flags));

  building(forNetworks(program.command('check')), 'dist')
    .description('does everything that build does, but writes no site')
    .option('--since <commit>', 'also reports addresses that a commit published and that would be gone')
    .option('--fix', 'first fixes what has one certain fix, and shows each change', false)
    .option('--dry-run', 'with --fix: only shows the changes', false)
    .addHelpText('after', examples('check --fix --dry-run', 'check -- --format github'))
    .action(async (flags: CheckFlags) => (await import('./commands/check.ts')).check(flags));

  serving(building(program.command('dev')))
    .description('builds, serves and watches: the browser reloads when a file is saved')
    .addHelpText('after', examples('dev --drafts', 'dev -- --port 3000'))
    .action(async (flags: Omit<BuildFlags, 'out'> & ServerFlags & { readonly out?: string }) =>
      (await import('./commands/dev.ts')).dev(flags, sources),
    );

  serving(building(program.command('start'), 'dist'))
    .description('pulls headlines for at most 5 seconds, builds, and serves the site')
    .addHelpText('after', examples('start', 'start -- --port 3000'))
    .action(async (flags: BuildFlags & ServerFlags) =>
      (await import('./commands/start.ts')).start(flags, sources),
    );

  serving(program.command('preview'))
    .description('serves the built site as a host would')
    .addOption(contentOption)
    .option('--out <dir>', 'the built site', 'dist')
    .addHelpText('after', examples('preview', 'preview -- --host 0.0.0.0 --port 3000'))
    .action(async (flags: ServerFlags & { content: string; out: string }) =>
      (await import('./commands/preview.ts')).preview(flags),
    );
}

function addOtherCommands(program: Command) {
  forNetworks(program.command('pull'))
    .description('requests the feeds that content names, and saves their headlines for the next build')
    .addOption(contentOption)
    .addOption(feedsOption)
    .option('--force', 'also requests feeds that are not due yet', false)
    .option('--only <host>', 'requests the feeds of one host')
    .option('--list', 'shows the headlines that were pulled before, and requests nothing', false)
    .option('--allow-private', 'also allows hosts in private networks, such as the newsroom’s own', false)
    .addOption(formatOption)
    .addHelpText('after', examples('pull', 'pull -- --only feeds.example.com --force'))
    .action(async (flags: PullFlags) => (await import('./commands/pull.ts')).pull(flags));

  program
    .command('relay')
    .description('relays the radio: the stations of radio.yaml, or those that --stream names')
    .addOption(contentOption)
    .option('--bundle <file>', 'writes the relay as one file for plain Node, and exits')
    .argument('[flags...]')
    .allowUnknownOption()
    .addHelpText('after', `\n${usage}`)
    .action(async (flags: string[], { content, bundle }: { content: string; bundle?: string }) => {
      const command = await import('./commands/relay.ts');
      if (bundle === undefined) await command.relay(flags, content);
      else command.bundle(bundle);
    });

  program
    .command('schema')
    .description('writes JSON Schemas of all files, so that editors complete keys and underline mistakes')
    .addOption(contentOption)
    .option('--out <dir>', 'the folder of the schemas (default: .galley/schemas beside the content folder)')
    .addHelpText('after', examples('schema', 'galley -- schema --out schemas'))
    .action(async (flags: { content: string; out?: string }) =>
      (await import('./commands/schema.ts')).schema(flags),
    );

  program
    .command('cms')
    .description('sets up a desk at /admin, where editors write in the browser, and gets the program for it')
    .addOption(contentOption)
    .addOption(new Option('--library <name>', 'the program (default: sveltia)').choices(['sveltia', 'decap']))
    .addOption(
      new Option('--backend <name>', 'who keeps the files (default: github)').choices(['github', 'gitlab']),
    )
    .option('--repo <owner/name>', 'the repository of the paper there')
    .addHelpText('after', examples('cms --repo ridge/herald', 'galley -- cms --repo ridge/herald'))
    .action(async (flags: CmsFlags) => (await import('./commands/cms.ts')).cms(flags));

  const start = program.command('new').description('starts a post, a page or an entry of data');
  addNewCommands(start.addOption(contentOption));
}

/** The commands of `new`, which ask on a terminal for what no flag gives. */
function addNewCommands(start: Command) {
  const add = (kind: NewKind, argument: string, description: string, example: string) =>
    start
      .command(kind)
      .argument('[title]', argument)
      .description(description)
      .addOption(contentOption)
      .addOption(nowOption)
      .addHelpText('after', examples(`new ${kind} ${example}`, `new -- ${kind} ${example}`))
      // The script of a paper names its content before the kind.
      .action(async (title: string | undefined, _: NowFlag, command: Command) =>
        (await import('./commands/new.ts')).startNew(kind, title, command.optsWithGlobals()),
      );

  add(
    'post',
    'the headline, in quotes',
    'writes a draft of a post; never overwrites',
    '"City Council, in brief"',
  )
    .option('--category <name>', 'a category of site.yaml')
    .option('--author <name>', 'who wrote it')
    .option('--date <moment>', 'when it is published, such as 2026-12-01T06:00:00-06:00')
    .option('--excerpt <text>', 'one or two sentences')
    .option('--tag <word>', 'a tag; repeatable', addWord);

  add('page', 'the title, in quotes', 'writes a page; never overwrites', '"Ferry rules" --template text')
    .option('--template <name>', 'the kind of the page (default: text)')
    .option('--path <address>', 'its address (default: from the title)')
    .option('--description <text>', 'one or two sentences for search results')
    .option('--set <key=value>', 'another field; repeatable', addWord);

  add(
    'event',
    'what happens, in quotes',
    'adds an event to data/events.yaml',
    '"Harvest fair" --where "North landing"',
  )
    .option('--when <text>', 'when, in words')
    .option('--starts <moment>', 'when it starts, such as 2026-12-05T10:00:00-06:00')
    .option('--ends <moment>', 'when it ends')
    .option('--where <text>', 'the place')
    .option('--about <text>', 'what to expect')
    .option('--url <url>', 'more about it');

  add(
    'book',
    'the title, in quotes',
    'adds a book to data/books.yaml',
    '"The River Road" --author "Ada Lund"',
  )
    .option('--author <name>', 'who wrote it')
    .option('--isbn <number>', 'its number, 10 or 13 digits')
    .option('--url <url>', 'where to buy it');

  add(
    'faq',
    'the question, in quotes',
    'adds a question to data/faq.yaml',
    '"When does the paper come?" --answer "On Thursdays."',
  )
    .option('--answer <text>', 'the answer, in Markdown')
    .option('--category <title>', 'the group of questions it belongs to');
}

const addWord = (word: string, before: readonly string[] = []): readonly string[] => [...before, word];

function addInit(program: Command, { root }: ProgramSources) {
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
    .option('--host <host>', 'where GitHub publishes it, such as github-pages or rsync; else nowhere')
    .option('--yes', 'asks nothing, and uses the default for every answer that no flag gives', false)
    .option('--force', 'in a clone of this program: deletes the demo even if git cannot restore it', false)
    .addOption(nowOption)
    .addHelpText(
      'after',
      examples('init', 'init -- --yes --name "The Ridge Herald" --sections "News, Sports"'),
    )
    .action(async (flags: InitFlags) => (await import('./commands/init.ts')).init(flags, root));
}

function addImport(program: Command) {
  program
    .command('import')
    .description(
      'brings the posts of another system into the paper: Jekyll, Hugo, Eleventy, or an export of WordPress',
    )
    .argument('<archive...>', 'the top folder of the site, or the file or files that WordPress exported')
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
    .option('--permalink <pattern>', 'the rule of the old addresses, such as /:year/:month/:title/')
    .option('--fetch', 'also fetches pictures that are not in the archive', false)
    .option('--allow-private', 'also fetches from hosts in private networks', false)
    .addOption(nowOption)
    .addHelpText('after', examples('import ../old-site', 'import -- export.xml --category News'))
    .action(async (paths: readonly string[], flags: ImportFlags) =>
      (await import('./commands/import.ts')).importArchive(paths, flags),
    );
}

/** The end of a command's help: what to write, and what to write with npm. */
const examples = (galley: string, npm: string) => `\nExamples:\n  galley ${galley}\n  npm run ${npm}\n`;

const contentOption = new Option('--content <dir>', 'the content folder').default('content');
const networkOption = new Option(
  '--network <dir>',
  'a folder of papers: each of its folders with a site.yaml, over the files of its folder `shared`',
);
const shardOption = new Option(
  '--shard <part>',
  'with --network: one part of the papers, such as 3/20, which is always the same',
).argParser(readShard);
const feedsOption = new Option(
  '--feeds <dir>',
  'the folder of pulled feeds (default: .galley/feeds beside the content folder)',
);
const cacheOption = new Option(
  '--cache <dir>',
  'the cache folder (default: .galley beside the content folder)',
);
const formatOption = new Option('--format <format>', 'how problems are listed')
  .choices(['pretty', 'json', 'github'])
  .default('pretty');
const nowOption = new Option(
  '--now <moment>',
  'the time of the build (default: SOURCE_DATE_EPOCH, or else the clock)',
).argParser(readMoment);

const forNetworks = (command: Command): Command =>
  command
    .addOption(networkOption)
    .addOption(shardOption)
    .hook('postAction', endNow)
    .hook('preAction', (_, action) => {
      const { network, shard }: NetworkFlags = action.opts();
      if (shard && network === undefined)
        throw new ExitError(
          exitCodes.usage,
          '`--shard` is a part of a network: name its folder with --network.',
        );
    });

/** Ends the process once its output is written: its memory need not be freed, nor a pending DNS lookup awaited. */
function endNow() {
  process.stdout.write('', (unwritten) => unwritten ?? process.stderr.write('', () => process.exit()));
}

function building(command: Command, out?: string): Command {
  return command
    .addOption(contentOption)
    .addOption(feedsOption)
    .addOption(cacheOption)
    .option('--out <dir>', `the output folder${out ? '' : ' (default: a temporary one)'}`, out)
    .option('--base-url <url>', 'overrides baseUrl of site.yaml', readOrigin)
    .option('--drafts', 'also builds drafts and scheduled posts', false)
    .option('--force', 'removes files from the output folder that no build has written', false)
    .option('--all', 'also lists problems of imported posts, which are otherwise only counted', false)
    .option('--fresh', 'makes everything anew, ignoring the cache', false)
    .addOption(nowOption)
    .addOption(formatOption);
}

const serving = (command: Command): Command =>
  command
    .option('--host <host>', 'the address to listen on', '127.0.0.1')
    .option(
      '--port <port>',
      'the port to listen on; 0 for any free one (default: 8080, or else the next free one)',
      readPort,
    )
    .option(
      '--allow-host <name>',
      'another host name to answer to, besides localhost and IP addresses; .example.com includes its subdomains; repeatable',
      addHostName,
      [],
    );

function readOrigin(value: string): string {
  if (!/^https?:\/\//i.test(value) || !parseUrl(value))
    throw new InvalidArgumentError('It looks like https://preview.example.com.');
  const url = new URL(value);
  if (url.pathname !== '/' || url.search || url.hash)
    throw new InvalidArgumentError('The site is at the root of a host: no path, query or fragment.');
  return url.origin;
}

function addHostName(value: string, before: readonly string[]): readonly string[] {
  const name = readHostName(value);
  if (name === undefined)
    throw new InvalidArgumentError(
      'It looks like paper.example.com: a name alone, without http:// or a port.',
    );
  return [...before, name];
}

function readPort(value: string): number {
  const port = Number(value);
  if (!/^\d+$/.test(value) || port > 65_535)
    throw new InvalidArgumentError('A port is a whole number from 0 to 65535.');
  return port;
}

function readDay(value: string): string {
  if (dayIssue(value)) throw new InvalidArgumentError('It looks like 2019-01-01.');
  return value;
}

function readCount(value: string): number {
  if (/^[1-9]\d{0,8}$/.test(value)) return Number(value);
  throw new InvalidArgumentError('It is a whole number from 1 on.');
}

function readShard(value: string): Shard {
  const [number = 0, of = 0] = /^\d{1,5}\/\d{1,5}$/.test(value) ? value.split('/').map(Number) : [];
  if (number > 0 && number <= of) return { number, of };
  throw new InvalidArgumentError('It looks like 3/20: the third of 20 parts.');
}

function readMoment(value: string): Date {
  if (momentIssue(value)) throw new InvalidArgumentError('It looks like 2026-11-20T12:00:00Z.');
  return new Date(value);
}

/** Prints what ended a command, and gives its exit code. */
function explain(error: unknown): number {
  // Commander has already printed it.
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.good : exitCodes.usage;
  const paint = paintFor(process.stderr);
  if (error instanceof ExitError || error instanceof EnvironmentError || isSystemError(error)) {
    console.error(`${paint('red', 'error')} ${printable(error.message)}`);
    return error instanceof ExitError ? error.code : exitCodes.environment;
  }
  console.error(`${paint('red', 'fault')} Something is wrong in Galley itself, not in the content.`);
  console.error(printableLines(inspect(error)));
  return exitCodes.fault;
}
