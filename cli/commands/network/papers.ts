import { hash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isIgnored, normalized } from '../../content/content-folder.ts';
import { attempt, usageError } from '../../lib/errors.ts';
import { groupBy } from '../../lib/group-by.ts';
import { orUndefined } from '../../lib/or-undefined.ts';
import { parseUrl } from '../../lib/web-address.ts';
import { type Problem, problem } from '../../problems/problem.ts';
import type { Shard } from '../terminal/flags.ts';
import { shownIn, shownPath } from '../terminal/paths.ts';
import { sharedName, siteFile } from './overlay.ts';
import { siteFields } from './site-fields.ts';

/** The papers of a folder, or of one shard of it, but for those that claim the address of another. Throws `EnvironmentError`; `ExitError` if there are none. */
export function findPapers(network: string, shard?: Shard) {
  const entries = attempt(network, 'read', () => readdirSync(network, { withFileTypes: true }));
  const named = entries.filter(({ name }) => !isIgnored(name)).sort((a, b) => (a.name < b.name ? -1 : 1));
  const problems: Problem[] = [];
  const papers: Claim[] = [];
  for (const entry of named) {
    const path = join(network, entry.name);
    const site = join(path, siteFile);
    if (entry.name === sharedName) attempt(path, 'read', () => readdirSync(path));
    else if (entry.isDirectory() && hasFile(site)) papers.push(claimOf(network, entry.name));
    else if (isIn(shard, entry.name)) problems.push(stray(shownIn(network, entry.name)));
  }
  if (papers.length === 0)
    throw usageError(`There is no paper in ${shownPath(network)}: a paper is a folder with a ${siteFile}.`);
  const claims = [...groupBy(papers, ({ name, address }) => address ?? `folder ${name}`).values()];
  const isConcerned = (claim: readonly Claim[]) => claim.some(({ name }) => isIn(shard, name));
  const alone = new Set(claims.filter((claim) => claim.length === 1).flat());
  return {
    names: papers.flatMap((paper) => (alone.has(paper) && isIn(shard, paper.name) ? paper.name : [])),
    problems: [...problems, ...claims.filter(isConcerned).flatMap(sameAddress)],
  };
}

/** Whether a paper is in a shard. Its name alone decides, so it stays there when others come and go. */
const isIn = (shard: Shard | undefined, name: string): boolean =>
  !shard || Number.parseInt(hash('sha256', name).slice(0, 8), 16) % shard.of === shard.number - 1;

/** Also where its folder cannot be read, which the build of the paper says. */
const hasFile = (path: string): boolean =>
  orUndefined(() => statSync(path, { throwIfNoEntry: false })?.isFile() === true) ?? true;

const stray = (file: string): Problem =>
  problem({ file }, 'top', {
    rule: 'stray-file',
    severity: 'warning',
    message: `This is no paper: a paper is a folder with a ${siteFile}.`,
    hint: `Add a ${siteFile}, put it into \`${sharedName}\` if papers share it, or move it elsewhere.`,
  });

type Claim = ReturnType<typeof claimOf>;

/** A paper, and its address as its site.yaml has it. Usually reads one line: to read all YAML of 3,000 papers would take seconds. */
function claimOf(network: string, name: string) {
  const text = readText(join(network, name, siteFile));
  const [, line = ''] = /^baseUrl: *["']?(https?:[^\s"'#]+)/m.exec(text) ?? [];
  const url = parseUrl(line || (siteFields(text).valueOf('baseUrl') ?? ''));
  return { name, file: shownIn(network, `${name}/${siteFile}`), text, address: url?.host };
}

/** `''` where it cannot be read: the build of the paper says why. */
const readText = (path: string): string => orUndefined(() => normalized(readFileSync(path, 'utf8'))) ?? '';

/** The problem of several papers with one address: none of them is built. */
function sameAddress([first, ...others]: readonly Claim[]): Problem[] {
  if (!first || others.length === 0) return [];
  const at = ['baseUrl'];
  return [
    problem(first, at, {
      rule: 'duplicate-address',
      message: `${others.length + 1} papers have the address \`${first.address}\`, so all of them are left out.`,
      hint: 'Give each paper an address of its own.',
      related: others.map((source) => ({ source, at, message: 'Another paper with it' })),
    }),
  ];
}
