import type { Command } from 'commander';
import { countOf } from '../lib/counts.ts';
import { requireContent, shownPath } from './terminal/flags.ts';
import { contentOption, examples } from './terminal/options.ts';

export function addSchema(program: Command): void {
  program
    .command('schema')
    .description('writes JSON Schemas of all files, so that editors complete keys and underline mistakes')
    .addOption(contentOption)
    .option('--out <dir>', 'the folder of the schemas (default: .galley/schemas beside the content folder)')
    .addHelpText('after', examples('schema', 'galley -- schema --out schemas'))
    .action(schema);
}

async function schema({ content, out }: { readonly content: string; readonly out?: string }): Promise<void> {
  const { defaultSchemaFolder, writeForEditors } = await import('./terminal/editor-files.ts');
  requireContent(content);
  const folder = out ?? defaultSchemaFolder(content);
  const { schemas, lines } = writeForEditors(content, folder);
  const done = [`wrote ${countOf(schemas, 'schema')} into ${shownPath(folder)}`, ...lines];
  process.stdout.write(`${done.join('\n')}\n`);
}
