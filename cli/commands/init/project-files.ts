import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import packageJson from '../../../package.json' with { type: 'json' };
import { isRecord } from '../../lib/is-record.ts';
import { lstatOf } from '../../lib/ordinary-file.ts';
import { parseJson } from '../../lib/parse-json.ts';
import { createFile, replaceFile } from '../../lib/replace-file.ts';
import { valueAt } from '../../lib/value-at.ts';

const commands = ['start', 'build', 'check', 'dev', 'preview', 'pull', 'letter', 'new', 'galley'];

/** The last keeps the archive of Galley: lists for Node often ignore all archives. */
const gitRules = ['node_modules/', 'dist/', '.galley/', '.dist.*', '!vendor/*.tgz'];

/** Adds what a paper's folder needs besides its content to files that may be there already. Gives what was done, a line each. */
export function addToProject(folder: string, content: string): string[] {
  return [...addScripts(join(folder, 'package.json'), content), ...addIgnored(join(folder, '.gitignore'))];
}

/** The commands as npm scripts, where the file has none of that name; a file that cannot be read is left alone. */
function addScripts(path: string, content: string): string[] {
  if (!existsSync(path)) return [];
  const flag = content === 'content' ? '' : ` --content "${content}"`;
  const scriptOf = (name: string) => (name === 'galley' ? name : `galley ${name}${flag}`);
  const scripts = Object.fromEntries(commands.map((name) => [name, scriptOf(name)]));
  const text = readFileSync(path, 'utf8');
  const project = parseJson(text);
  if (!isRecord(project) || !(project.scripts === undefined || isRecord(project.scripts))) return [];
  const indent = /^[ \t]+/m.exec(text)?.[0] ?? '  ';
  const added = commands.filter((name) => !Object.hasOwn(project.scripts ?? {}, name));
  if (added.length === 0) return [];
  const all = { ...scripts, ...project.scripts };
  replaceFile(path, `${JSON.stringify({ ...project, scripts: all }, null, indent)}\n`);
  return [`added scripts to package.json: ${added.join(', ')}`];
}

function addIgnored(path: string): string[] {
  const text = existsSync(path) ? readFileSync(path, 'utf8') : undefined;
  const lines = text?.split(/\r?\n/).map((line) => line.trim()) ?? [];
  const added = gitRules.filter((line) => !lines.includes(line) && !lines.includes(line.replace(/\/$/, '')));
  if (added.length === 0) return [];
  if (text === undefined) createFile(path, `${added.join('\n')}\n`);
  else replaceFile(path, `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${added.join('\n')}\n`);
  return [`${text === undefined ? 'wrote' : 'added to'} .gitignore: ${added.join(', ')}`];
}

/** Copies the archive that Galley was installed from into the paper, and has npm take it from there. Gives what was done, or is wrong. */
export function keepArchive(folder: string): string[] {
  const source = outsideSource(folder);
  const archive = fileOf(folder, source ?? '');
  if (source === undefined || !lstatOf(archive)?.isFile()) return [archiveIssue(folder) ?? []].flat();
  const kept = `vendor/${basename(archive)}`;
  mkdirSync(join(folder, 'vendor'), { recursive: true });
  replaceFile(join(folder, kept), readFileSync(archive));
  for (const path of ['package.json', 'package-lock.json'].map((name) => join(folder, name)))
    if (existsSync(path))
      replaceFile(
        path,
        readFileSync(path, 'utf8').replaceAll(JSON.stringify(source), JSON.stringify(`file:${kept}`)),
      );
  return [`copied ${source} to ${kept}, and wrote that into package.json`];
}

/** What is wrong if package.json takes Galley from a file or folder outside of the paper, which other machines do not have. */
export function archiveIssue(folder: string): string | undefined {
  const source = outsideSource(folder);
  if (source === undefined) return undefined;
  const name = source.endsWith('.tgz') ? basename(source) : `${packageJson.name}-${packageJson.version}.tgz`;
  return `package.json takes Galley from ${source}, which other machines do not have: put ${name} into vendor/, and \`npm i ./vendor/${name}\`.`;
}

function outsideSource(folder: string): string | undefined {
  const path = join(folder, 'package.json');
  const project = existsSync(path) ? parseJson(readFileSync(path, 'utf8')) : undefined;
  return ['dependencies', 'devDependencies']
    .map((list) => String(valueAt(project, [list, packageJson.name])))
    .find(
      (source) => source.startsWith('file:') && relative(folder, fileOf(folder, source)).startsWith('..'),
    );
}

const fileOf = (folder: string, source: string) => resolve(folder, source.slice('file:'.length));
