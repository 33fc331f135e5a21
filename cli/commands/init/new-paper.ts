import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { usageError } from '../../lib/errors.ts';
import { inZone } from '../../lib/in-zone.ts';
import { createWithFolders } from '../../lib/replace-file.ts';
import { writeForEditors } from '../terminal/editor-files.ts';
import { type NowFlag, nowOf } from '../terminal/flags.ts';
import { git } from '../terminal/git.ts';
import { type Answers, type StarterFile, starterPaper } from './paper.ts';
import { addToProject, keepArchive } from './project-files.ts';
import { answersTo } from './questions.ts';
import { filesFor, hosts } from './workflow.ts';

export interface InitFlags extends NowFlag, Partial<Answers> {
  readonly content: string;
  /** Uses the default for every answer that no flag gives. */
  readonly yes: boolean;
  /** Deletes the demo although git could not bring it back. */
  readonly force: boolean;
}

/** Writes a small whole paper into a new content folder. In a clone of Galley, `root`, it replaces the demo and its tests; anywhere else it deletes nothing. */
export async function newPaper(flags: InitFlags, root: string): Promise<void> {
  const content = resolve(flags.content);
  const doomed = demoIn(content, root);
  const { host } = flags;
  // In a paper that is there, a host is given its workflow, and nothing else changes.
  const isThere = doomed.length === 0 && existsSync(content);
  if (isThere && host !== undefined && hosts.includes(host) && existsSync(join(content, 'site.yaml'))) {
    process.stdout.write(`${[...addHost(content, host), ...atHost(host)].join('\n')}\n`);
    return;
  }
  if (isThere)
    throw usageError(
      `There is a folder ${flags.content} here already. \`init\` starts a paper and deletes nothing: run it in an empty folder, or name another one with --content.`,
    );
  if (doomed.length > 0 && !flags.force) requireSafeInGit(root);
  const demo = doomed.map((path) => `${relative(root, path)}/`).join(' and ');
  const warning = demo && `This deletes the demo: ${demo}.`;
  const answers = await answersTo(flags, flags.yes, warning);
  const files = starterPaper(answers, inZone(nowOf(flags), answers.timeZone));
  write(content, files, doomed);
  const done = [
    ...(demo ? [`deleted ${demo}`] : []),
    `wrote ${files.length} files of ${answers.name} into ${flags.content}/`,
    ...(demo ? [] : [...keepArchive(dirname(content)), ...addToProject(dirname(content), basename(content))]),
    ...addHost(content, answers.host),
    ...writeForEditors(content).lines,
  ];
  process.stdout.write(`${done.join('\n')}\n\n${[...whatNext(flags), ...atHost(answers.host)].join('\n')}\n`);
}

/** Writes what publishes the paper; a workflow installs what package.json names. */
function addHost(content: string, host: string): readonly string[] {
  const folder = dirname(content);
  const hasPackage = existsSync(join(folder, 'package.json'));
  return filesFor(host, basename(content)).flatMap(({ path, text }) => {
    if (hasPackage && createWithFolders(join(folder, path), text)) return [`wrote ${path}`];
    const reason = hasPackage ? 'it is there already' : 'there is no package.json';
    return host === 'none'
      ? []
      : [`wrote no ${path} for ${host}, because ${reason}: see docs/guides/live.md`];
  });
}

/** The folders of the demo, if the content folder is that of Galley's own repository. */
function demoIn(content: string, root: string): readonly string[] {
  const isOwn = content === join(root, 'content') && existsSync(join(root, 'cli', 'main.ts'));
  return isOwn ? [content, join(root, 'tests', 'demo')].filter((path) => existsSync(path)) : [];
}

/** Throws if git could not restore what is deleted. */
function requireSafeInGit(root: string): void {
  const { status, stdout } = git(root, ['status', '--porcelain']);
  const changes = stdout.split('\n').filter(Boolean);
  const reason =
    status !== 0
      ? 'this folder is no git repository that could bring it back'
      : `there are changes that are not committed (${changes[0]?.slice(3)}${changes.length > 1 ? `, and ${changes.length - 1} more` : ''})`;
  if (status !== 0 || changes.length > 0)
    throw usageError(
      `\`init\` deletes the demo, and ${reason}. Nothing was changed; --force goes on all the same.`,
    );
}

/** Writes the paper beside its place, and moves it there when it is whole. */
function write(content: string, files: readonly StarterFile[], doomed: readonly string[]): void {
  mkdirSync(dirname(content), { recursive: true });
  const temporary = mkdtempSync(join(dirname(content), '.init-'));
  // A folder of its own, because nobody but its owner may read the other.
  const staging = join(temporary, 'content');
  try {
    for (const { path, text } of files) {
      mkdirSync(dirname(join(staging, path)), { recursive: true });
      writeFileSync(join(staging, path), text);
    }
    for (const path of doomed) rmSync(path, { recursive: true });
    renameSync(staging, content);
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

/** What has to be done at a host itself. */
const atHost = (host: string): readonly string[] =>
  ({
    'github-pages': [
      '  On GitHub: under Settings, Pages, choose GitHub Actions as the source, and set the domain there and with DNS records;',
      '  a file CNAME does nothing. See docs/guides/live.md.',
    ],
    server: [
      '  deploy/hook is for the machine: see “From a push to readers in seconds” in docs/guides/live.md.',
    ],
  })[host] ?? [];

const whatNext = ({ content }: InitFlags): readonly string[] => [
  'What to do next:',
  '  npm start                        builds the paper, and shows it in a browser',
  `  ${`${content}/site.yaml`.padEnd(31)}  has its name, its address and its sections`,
  '  npm run new -- post "Headline"   starts a story',
  '  npm run check                    says what is wrong, and where',
];
