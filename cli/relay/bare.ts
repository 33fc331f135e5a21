import { UsageError, usage } from './flags.ts';
import { runRelay } from './main.ts';

/** What `galley relay --bundle` writes starts here. */
if (process.argv.includes('--help')) process.stdout.write(usage);
else runRelay(process.argv.slice(2)).catch(explain);

/** Says what ended the relay, and sets the exit code that Galley's commands have for it. */
function explain(error: unknown) {
  const isUsage = error instanceof UsageError;
  const isEnvironment = error instanceof Error && 'syscall' in error;
  console.error(
    isUsage ? `${error.message}\n--help lists the flags.` : isEnvironment ? error.message : error,
  );
  process.exitCode = isUsage ? 2 : isEnvironment ? 3 : 4;
}
