import { constants, copyFileSync, existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { EnvironmentError } from '../lib/errors.ts';
import { usage } from './relay/flags.ts';
import { contentOption } from './terminal/options.ts';

export function addRelay(program: Command): void {
  program
    .command('relay')
    .description('relays the radio: the stations of radio.yaml, or those that --stream names')
    .addOption(contentOption)
    .option('--bundle <file>', 'writes the relay as one file for plain Node, and exits')
    .argument('[flags...]')
    .allowUnknownOption()
    .addHelpText('after', `\n${usage}`)
    .action((flags: string[], { content, bundle }: { content: string; bundle?: string }) =>
      bundle === undefined ? relay(flags, content) : writeBundle(bundle),
    );
}

async function relay(flags: readonly string[], content: string): Promise<void> {
  const { runRelay } = await import('./relay/main.ts');
  const { stationsOf } = await import('./serve/mounted-relay.ts');
  await runRelay(flags, () => stationsOf(content));
}

/** Writes the relay as one file that `node` runs, with the same flags. Never overwrites. */
async function writeBundle(file: string): Promise<void> {
  const { bundleFolder } = await import('../program/bundle.ts');
  if (existsSync(file)) throw new EnvironmentError(`${resolve(file)} already exists; nothing was written.`);
  copyFileSync(join(bundleFolder(), 'relay.mjs'), file, constants.COPYFILE_EXCL);
  process.stdout.write(`wrote ${file}: node ${file} --stream 8000=http://host:8000/live\n`);
}
