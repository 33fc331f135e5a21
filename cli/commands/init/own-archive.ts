import { existsSync, readFileSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import packageJson from '../../../package.json' with { type: 'json' };
import { parseJson } from '../../lib/parse-json.ts';
import { valueAt } from '../../lib/value-at.ts';

/** What is wrong if package.json takes Galley from a file or folder outside of the paper, which other machines do not have. */
export function archiveIssue(folder: string): string | undefined {
  const path = join(folder, 'package.json');
  const project = existsSync(path) ? parseJson(readFileSync(path, 'utf8')) : undefined;
  const source = ['dependencies', 'devDependencies']
    .map((list) => valueAt(project, [list, packageJson.name]))
    .find((source) => typeof source === 'string' && isOutside(folder, source));
  if (typeof source !== 'string') return undefined;
  const name = source.endsWith('.tgz') ? basename(source) : `${packageJson.name}-${packageJson.version}.tgz`;
  return `package.json takes Galley from ${source}, which other machines do not have: put ${name} into vendor/, and \`npm i ./vendor/${name}\`.`;
}

const isOutside = (folder: string, source: string) =>
  source.startsWith('file:') &&
  relative(folder, resolve(folder, source.slice('file:'.length))).startsWith('..');
