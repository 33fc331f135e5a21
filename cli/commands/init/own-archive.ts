import { copyFileSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import packageJson from '../../../package.json' with { type: 'json' };
import { attempt } from '../../lib/errors.ts';
import { parseJson } from '../../lib/parse-json.ts';
import { replaceFile } from '../../lib/replace-file.ts';
import { valueAt } from '../../lib/value-at.ts';

/** What package.json names for Galley if it is a file or folder outside of the paper, which other machines do not have. */
function outsideSource(folder: string): string | undefined {
  const path = join(folder, 'package.json');
  const project = existsSync(path) ? parseJson(readFileSync(path, 'utf8')) : undefined;
  const sources = ['dependencies', 'devDependencies'].map((list) =>
    valueAt(project, [list, packageJson.name]),
  );
  return sources
    .filter((source) => typeof source === 'string')
    .find(
      (source) => source.startsWith('file:') && relative(folder, fileOf(folder, source)).startsWith('..'),
    );
}

const fileOf = (folder: string, source: string) => resolve(folder, source.slice('file:'.length));

function warningAbout(source: string): string {
  const name = source.endsWith('.tgz') ? basename(source) : `${packageJson.name}-${packageJson.version}.tgz`;
  return `package.json takes Galley from ${source}, which other machines do not have: put ${name} into vendor/, and \`npm i ./vendor/${name}\`.`;
}

/** What is wrong with the source of Galley in package.json, as a sentence. */
export function archiveIssue(folder: string): string | undefined {
  const source = outsideSource(folder);
  return source && warningAbout(source);
}

/** Copies the archive that Galley was installed from into the paper, and has npm take it from there. Gives what was done, a line each. */
export function keepArchive(folder: string): string[] {
  const source = outsideSource(folder);
  if (source === undefined) return [];
  const archive = fileOf(folder, source);
  if (!statSync(archive, { throwIfNoEntry: false })?.isFile()) return [warningAbout(source)];
  const kept = `vendor/${basename(archive)}`;
  attempt(join(folder, kept), 'written', () => {
    mkdirSync(dirname(join(folder, kept)), { recursive: true });
    copyFileSync(archive, join(folder, kept));
  });
  for (const name of ['package.json', 'package-lock.json'].filter((name) => existsSync(join(folder, name)))) {
    const text = readFileSync(join(folder, name), 'utf8');
    replaceFile(join(folder, name), text.replaceAll(JSON.stringify(source), `"file:${kept}"`));
  }
  return [`copied ${source} to ${kept}, and wrote that into package.json`];
}
