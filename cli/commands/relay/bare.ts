import { inspect } from 'node:util';
import { exitCodes, expectedError } from '../../lib/errors.ts';
import { usage } from './flags.ts';
import { runRelay } from './main.ts';

// The entry point of the file that `galley relay --bundle` writes.
if (process.argv.includes('--help')) process.stdout.write(usage);
else
  runRelay(process.argv.slice(2)).catch((error: unknown) => {
    const { message, code } = expectedError(error) ?? { message: inspect(error), code: exitCodes.fault };
    console.error(message);
    process.exitCode = code;
  });
