import type { Edition } from '../content/model.ts';
import { plainAddress } from '../content/schema/former-address.ts';
import type { SourceFile } from '../content/source-file.ts';
import { type PostPart, post as postKind } from '../pages/kinds/post.ts';
import type { Route } from '../pages/page-kind.ts';
import type { KeyPath } from '../problems/locate.ts';
import { type Outcome, type Problem, problem } from '../problems/problem.ts';
import { decode, isOwn, targetOf } from './links.ts';

export interface Redirect {
  /** As hosts answer it: decoded, without `.html`, `index` and a slash at the end. */
  readonly address: string;
  /** As an editor wrote it. */
  readonly from: string;
  /** The final target: an address of the paper, or https; `undefined` for a circle. */
  readonly to: string | undefined;
  readonly source: SourceFile;
  /** Where it is written, and its target, which aliases do not have. */
  readonly path: KeyPath;
  readonly toPath?: KeyPath;
}

/** The former addresses of an edition as they are written. */
export interface Redirects {
  readonly all: readonly Redirect[];
  /** The redirect of a decoded path. */
  at(path: string): Redirect | undefined;
}

/** The former addresses in pages, posts and redirects.yaml. Reports redirects to redirects. */
export function findRedirects(edition: Edition, routes: readonly Route[]): Outcome<Redirects> {
  const entries = entriesOf(edition, routes);
  const pages = new Set(routes.map(({ address }) => address));
  const byAddress = new Map(entries.map((entry) => [entry.address, entry]));
  const next = ({ to = '' }: Redirect): Redirect | undefined => {
    if (!isOwn(to, edition.baseUrl)) return undefined;
    const { path } = targetOf(to, edition.baseUrl, '/');
    return pages.has(path) ? undefined : byAddress.get(plainAddress(path));
  };
  const { redirects, problems } = follow(entries, next);
  const found = new Map(redirects.map((redirect) => [redirect.address, redirect]));
  return { value: { all: redirects, at: (path) => found.get(plainAddress(path)) }, problems };
}

function entriesOf(edition: Edition, routes: readonly Route[]): Redirect[] {
  const addressOf = (from: string) => plainAddress(decode(from));
  const aliases = routes.flatMap(({ address: to, source, kind, page, part, isDerived }) => {
    if (isDerived) return [];
    const file = kind === postKind ? (part as PostPart).post.parsed.data : page?.data;
    // A word that is repeated in the list is reported already.
    const own = new Map(file?.aliases.map((from, i) => [from.toLowerCase(), { from, i }]));
    return Array.from(own.values(), ({ from, i }) => ({ from, to, source, path: ['aliases', i] }));
  });
  const listed = [edition.shared.redirects ?? []]
    .flat()
    .flatMap(({ source, data }) =>
      data.map(({ from, to }, i) => ({ from, to, source, path: [i, 'from'], toPath: [i, 'to'] })),
    );
  return [...aliases, ...listed].map((entry) => ({ ...entry, address: addressOf(entry.from) }));
}

/** Steps that are followed. Longer chains are reported as chains as well. */
const maxSteps = 100;

/** Finds where each entry leads in the end. Reports entries that lead to others, and each circle once. */
function follow(entries: readonly Redirect[], nextOf: (entry: Redirect) => Redirect | undefined) {
  const problems: Problem[] = [];
  const redirects: Redirect[] = [];
  const inCircle = new Set<Redirect>();
  for (const entry of entries) {
    const { source, path, toPath } = entry;
    const way = [entry];
    let next = nextOf(entry);
    for (; next && !way.includes(next) && way.length < maxSteps; next = nextOf(next)) way.push(next);
    const [, second] = way;
    const to = next && way.includes(next) ? undefined : way.at(-1)?.to;
    redirects.push({ ...entry, to });
    if (next === entry && !inCircle.has(entry)) {
      for (const each of way) inCircle.add(each);
      const message = `\`${entry.from}\` leads in a circle, and to no page.`;
      const details = { rule: 'redirect-loop', message, hint: 'Let it lead to a page.' } as const;
      problems.push(problem(source, toPath ?? path, details));
    } else if (second && to !== undefined && toPath)
      problems.push(
        problem(source, toPath, {
          rule: 'redirect-chain',
          message: `\`${entry.to}\` is a former address itself, whose readers are sent to \`${to}\`.`,
          hint: 'Let this one lead there at once: browsers and search engines give up after a few steps.',
          suggestion: to,
          related: [{ source: second.source, at: second.path, message: 'The next step' }],
        }),
      );
  }
  return { redirects, problems };
}
