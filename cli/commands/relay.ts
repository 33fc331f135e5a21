import { constants, copyFileSync, existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { bundleFolder } from '../bundle.ts';
import { UsageError } from '../relay/flags.ts';
import { runRelay } from '../relay/main.ts';
import { stationsOf } from '../server/mounted-relay.ts';
import { ExitError, exitCodes } from '../terminal/exit-codes.ts';

/** `relay`: the stations that `--stream` names, else those of radio.yaml, until Ctrl+C. */
export async function relay(flags: readonly string[], content: string): Promise<void> {
  try {
    await runRelay(flags, () => stationsHere(content));
  } catch (error) {
    if (error instanceof UsageError) throw new ExitError(exitCodes.usage, error.message);
    throw error;
  }
}

function stationsHere(content: string) {
  try {
    return stationsOf(content);
  } catch (error) {
    throw new ExitError(exitCodes.problems, error instanceof Error ? error.message : String(error));
  }
}

/** `relay --bundle`: writes the relay as one file that `node` runs, with the same flags. Never overwrites. */
export function bundle(file: string): void {
  const bundled = join(bundleFolder(), 'relay.mjs');
  if (existsSync(file))
    throw new ExitError(exitCodes.environment, `${resolve(file)} already exists; nothing was written.`);
  copyFileSync(bundled, file, constants.COPYFILE_EXCL);
  process.stdout.write(`wrote ${file}: node ${file} --stream 8000=http://host:8000/live\n`);
}
