import { UsageError, usage } from './flags.ts';
import { runRelay } from './main.ts';

/** What `galley relay --bundle` writes starts here. */
if (process.argv.includes('--help')) process.stdout.write(usage);
else runRelay(process.argv.slice(2)).catch(explain);

/** Says what ended the relay, and sets the exit code that Galley's commands have for it. */
function explain(error: unknown) {
  if (error instanceof UsageError) {
    console.error(`${error.message}\n--help lists the flags.`);
    process.exitCode = 2;
  } else if (error instanceof Error && 'syscall' in error) {
    console.error(error.message);
    process.exitCode = 3;
  } else {
    console.error(error);
    process.exitCode = 4;
  }
}
