import { UsageError, usage } from './flags.ts';
import { runRelay } from './main.ts';

// The entry point of the file that `galley relay --bundle` writes.
if (process.argv.includes('--help')) process.stdout.write(usage);
else runRelay(process.argv.slice(2)).catch(explain);

/** Prints why the relay ended, and sets the exit code that Galley's commands use for that. */
function explain(error: unknown) {
  const isUsage = error instanceof UsageError;
  const isEnvironment = error instanceof Error && 'syscall' in error;
  console.error(
    isUsage ? `${error.message}\n--help lists the flags.` : isEnvironment ? error.message : error,
  );
  process.exitCode = isUsage ? 2 : isEnvironment ? 3 : 4;
}
