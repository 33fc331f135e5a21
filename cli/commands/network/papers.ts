import { hash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isIgnored, normalized } from '../../content/content-folder.ts';
import { attempt, usageError } from '../../lib/errors.ts';
import { ownFolderOf } from '../../lib/galley-folder.ts';
import { groupBy } from '../../lib/group-by.ts';
import { orUndefined } from '../../lib/or-undefined.ts';
import { lstatOf } from '../../lib/ordinary-file.ts';
import { replaceFile } from '../../lib/replace-file.ts';
import { parseUrl } from '../../lib/web-address.ts';
import { type Problem, problem } from '../../problems/problem.ts';
import { type PaperFlags, type Shard, shownIn, shownPath } from '../terminal/flags.ts';
import { sharedName, siteFields, siteFile } from './overlay.ts';

/**
 * The papers of a folder, or of one shard of it, but for those that claim the address of another: the one that had it in the last build
 * keeps it. `save` notes for the next build who has which. Throws `EnvironmentError`; `ExitError` if there are none.
 */
export function findPapers(network: string, { shard, cache }: Pick<PaperFlags, 'shard' | 'cache'>) {
  const record = join(ownFolderOf(network, 'builds', cache), 'addresses.json');
  const last = lastAddresses(record);
  const entries = attempt(network, 'read', () => readdirSync(network, { withFileTypes: true }));
  const named = entries.filter(({ name }) => !isIgnored(name)).sort((a, b) => (a.name < b.name ? -1 : 1));
  const problems: Problem[] = [];
  const papers: Claim[] = [];
  for (const entry of named) {
    const path = join(network, entry.name);
    const site = join(path, siteFile);
    if (entry.name === sharedName) attempt(path, 'read', () => readdirSync(path));
    else if (entry.isDirectory() && hasFile(site))
      papers.push(claimOf(network, entry.name, last.get(entry.name)));
    else if (isIn(shard, entry.name)) problems.push(stray(shownIn(network, entry.name)));
  }
  if (papers.length === 0)
    throw usageError(`There is no paper in ${shownPath(network)}: a paper is a folder with a ${siteFile}.`);
  const claims = [...groupBy(papers, ({ name, address }) => address ?? `folder ${name}`).values()];
  const concerned = claims.filter((claim) => claim.some(({ name }) => isIn(shard, name)));
  const ownerIn = (claim: readonly Claim[]) =>
    claim.length === 1 ? claim[0] : claim.find(({ name, address }) => last.get(name) === address);
  const owners = claims.flatMap((claim) => ownerIn(claim) ?? []);
  const admitted = new Set(owners);
  return {
    names: papers.flatMap((paper) => (admitted.has(paper) && isIn(shard, paper.name) ? paper.name : [])),
    problems: [...problems, ...concerned.flatMap((claim) => sameAddress(claim, ownerIn(claim)))],
    save: () => replaceFile(record, JSON.stringify(owners.map(({ name, address }) => [name, address]))),
  };
}

/** The address that each paper had in the last build. */
const lastAddresses = (record: string): ReadonlyMap<unknown, unknown> =>
  orUndefined(() => new Map(JSON.parse(readFileSync(record, 'utf8')))) ?? new Map();

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

/** A paper, and the address in its site.yaml, or else its last one, so that a mistake does not give it away. To read more than a line of 3,000 papers would take seconds. */
function claimOf(network: string, name: string, before: unknown) {
  const text = readText(join(network, name, siteFile));
  const [, line = ''] = /^baseUrl: *["']?(https?:[^\s"'#]+)/m.exec(text) ?? [];
  const url = parseUrl(line || (siteFields(text).valueOf('baseUrl') ?? ''));
  const address = url?.host ?? (typeof before === 'string' ? before : undefined);
  return { name, file: shownIn(network, `${name}/${siteFile}`), text, address };
}

/** `''` where it cannot be read, or is a link to the text of another paper: the build of the paper says why. */
const readText = (path: string): string =>
  lstatOf(path)?.isFile() ? (orUndefined(() => normalized(readFileSync(path, 'utf8'))) ?? '') : '';

/** The problems of several papers with one address: none of them is built, but for its `owner`. */
function sameAddress(claim: readonly Claim[], owner: Claim | undefined): Problem[] {
  const at = ['baseUrl'];
  const [first, ...others] = claim.filter((paper) => paper !== owner);
  if (!first || (!owner && others.length === 0)) return [];
  const count = others.length + 1;
  return [
    problem(first, at, {
      rule: 'duplicate-address',
      message: owner
        ? `The paper \`${owner.name}\` had the address \`${first.address}\` in the last build and keeps it; ${count === 1 ? 'this one is' : `${count} others are`} left out.`
        : `${count} papers have the address \`${first.address}\`, so all of them are left out.`,
      hint: 'Give each paper an address of its own.',
      related: [owner ?? [], others]
        .flat()
        .map((source) => ({ source, at, message: 'Another paper with it' })),
    }),
  ];
}
