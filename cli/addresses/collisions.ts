import type { OutputFile } from '../content/model.ts';
import { fileOf, publishedAt } from '../content/published-paths.ts';
import { plainAddress } from '../content/schema/former-address.ts';
import type { Sources } from '../content/source-file.ts';
import type { Route } from '../pages/page-kind.ts';
import type { Spot } from '../problems/locate.ts';
import { type Details, type Problem, problem } from '../problems/problem.ts';
import type { Redirects } from './redirects.ts';

/** A file of the output and its place in content; `undefined` for files that Galley makes itself. */
interface Claim {
  readonly path: string;
  readonly spot: Spot | undefined;
}

/** Reports pages, files of `public/` and former addresses whose address is taken. */
export function takenAddresses(
  routes: readonly Route[],
  files: readonly OutputFile[],
  redirects: Redirects,
  { publicFiles, shownAs }: Sources,
): Problem[] {
  const own = new Set(files.map(({ path }) => path));
  const isOwn = ({ address }: Route) => own.has(fileOf(address));
  if (publicFiles.length + redirects.all.length === 0 && !routes.some(isOwn)) return [];
  const take = createClaims();
  const fileAt = (path: string): Spot => ({ source: { file: `${shownAs}/${path}` }, at: 'top' });
  for (const { path } of files) take({ path, spot: path.startsWith('media/') ? fileAt(path) : undefined });
  const check = (path: string, spot: Spot, hint: string): Problem[] => {
    const claim = { path, spot };
    const other = take(claim);
    return other ? [problem(spot.source, spot.at, { ...wordsFor(claim, other), hint })] : [];
  };
  return [
    ...routes.flatMap(({ address, source, key }) =>
      check(fileOf(address), { source, at: key ?? 'top' }, hintForPage),
    ),
    ...publicFiles.flatMap(({ path }) =>
      check(publishedAt(path), fileAt(path), 'Rename the file, or take it out.'),
    ),
    ...redirects.all.flatMap(({ address, source, path }) =>
      check(fileOf(address), { source, at: path }, hintForFormer),
    ),
  ];
}

const hintForPage = 'Give the page another address, or take `cms` or `newsletter` out of site.yaml.';
const hintForFormer =
  'An address that is in use is not a former one: remove it here, or move what is there now.';

/** Takes paths, compared as hosts do that ignore case and answer `/x` with `x.html`; if one is taken, returns the other claim. */
function createClaims(): (claim: Claim) => Claim | undefined {
  const byAddress = new Map<string, Claim>();
  const files = new Map<string, Claim>();
  const folders = new Map<string, Claim>();
  return (claim) => {
    const path = claim.path.normalize().toLowerCase();
    const address = plainAddress(`/${path}`);
    const around = foldersAround(path);
    const other =
      byAddress.get(address) ??
      folders.get(path) ??
      around.map((folder) => files.get(folder)).find((file) => file !== undefined);
    if (other) return other;
    byAddress.set(address, claim);
    files.set(path, claim);
    for (const folder of around) if (!folders.has(folder)) folders.set(folder, claim);
    return undefined;
  };
}

const foldersAround = (path: string): string[] =>
  [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index));

function wordsFor(claim: Claim, other: Claim): Pick<Details, 'rule' | 'message' | 'related'> {
  const [own, others] = [claim.path, other.path].map((path) => plainAddress(`/${path}`));
  const { spot } = other;
  const name = spot ? `\`${spot.source.file}\`` : 'Galley';
  const isFolder = own?.toLowerCase() !== others?.toLowerCase();
  const message = isFolder
    ? `\`/${claim.path}\` and \`/${other.path}\` of ${name} cannot both be there: one of them would be a file and a folder.`
    : own !== others
      ? `\`${own}\` differs from \`${others}\` of ${name} only in capital letters, and for many hosts they are one address.`
      : spot
        ? `${name} already has the address \`${own}\`.`
        : `Galley makes \`${own}\` itself.`;
  const related = spot && [{ ...spot, message: 'The other one' }];
  return { rule: 'duplicate-address', message, related };
}
