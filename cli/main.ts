import { inspect } from 'node:util';
import { Command, CommanderError } from 'commander';
import packageJson from '../package.json' with { type: 'json' };
import { addAds } from './commands/ads.ts';
import { addBuild } from './commands/build.ts';
import { addCheck } from './commands/check.ts';
import { addCms } from './commands/cms.ts';
import { addDev } from './commands/dev.ts';
import { addImport } from './commands/import.ts';
import { addInit } from './commands/init.ts';
import { addLetter } from './commands/letter.ts';
import { addNew } from './commands/new.ts';
import { addPreview } from './commands/preview.ts';
import { addPull } from './commands/pull.ts';
import { addRelay } from './commands/relay.ts';
import { addSchema } from './commands/schema.ts';
import { addStart } from './commands/start.ts';
import { paintFor } from './commands/terminal/log.ts';
import { exitCodes, expectedError, explained } from './lib/errors.ts';
import { printable, printableLines } from './lib/printable.ts';

/** The commands, in the order of the help. Each file has a command's help and flags, and loads the rest when it is called. */
const commands: readonly ((program: Command, root: string) => void)[] = [
  addBuild,
  addCheck,
  addDev,
  addStart,
  addPreview,
  addPull,
  addLetter,
  addRelay,
  addSchema,
  addAds,
  addCms,
  addNew,
  addInit,
  addImport,
];

/** Runs the program, whose files are in `root`, with the arguments after its name, and sets the process's exit code. */
export async function main(args: readonly string[], root: string): Promise<void> {
  process.stdout.on('error', (error) => endUnwritten(error, 'The file that stdout goes to'));
  process.stderr.on('error', (error) => endUnwritten(error, 'The file that stderr goes to'));
  try {
    const program = new Command('galley')
      .description(
        'Builds the static site of a local newspaper from its content, and says what is wrong with the content.',
      )
      .version(packageJson.version)
      .exitOverride()
      .showHelpAfterError('(galley --help lists the commands; galley help <command> explains one)');
    for (const add of commands) add(program, root);
    await program.parseAsync([...args], { from: 'user' });
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

/** Prints what ended a command, and gives its exit code. */
function explain(error: unknown): number {
  // Commander has already printed it.
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.good : exitCodes.usage;
  const paint = paintFor(process.stderr);
  const expected = expectedError(error);
  if (expected) {
    console.error(`${paint('red', 'error')} ${printable(expected.message)}`);
    return expected.code;
  }
  console.error(`${paint('red', 'fault')} Something is wrong in Galley itself, not in the content.`);
  console.error(printableLines(inspect(error)));
  return exitCodes.fault;
}
