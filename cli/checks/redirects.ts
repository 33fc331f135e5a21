import type { Edition } from '../model.ts';
import type { Route } from '../page-kinds/page-kind.ts';
import type { PostPart } from '../page-kinds/post.ts';
import { post as postKind } from '../page-kinds/post.ts';
import { type KeyPath, placeAt } from '../problems/locate.ts';
import { type Outcome, type Place, type Problem, problemAt } from '../problems/problem.ts';
import type { PageFile } from '../sources/page-fields.ts';
import { plainAddress } from '../sources/schema/former-address.ts';
import type { SourceFile } from '../sources/source-file.ts';
import { decode, isOwn, targetOf } from './links.ts';

/** A former address, and where its readers are sent. */
export interface Redirect {
  /** As hosts answer it: decoded, without `.html`, `index` and a slash at the end. */
  readonly address: string;
  /** As an editor wrote it. */
  readonly from: string;
  /** Where it leads in the end: an address of the paper, or https; `undefined` if it leads in a circle. */
  readonly to: string | undefined;
  readonly source: SourceFile;
  /** Where it is written. */
  readonly path: KeyPath;
}

/** The former addresses of an edition, each once. */
export interface Redirects {
  readonly all: readonly Redirect[];
  /** The one that answers for a path, percent-encoding resolved. */
  at(path: string): Redirect | undefined;
}

/** A former address as it is written, and where the target of it is, if that is written too. */
interface Entry extends Redirect {
  readonly toPath: KeyPath | undefined;
}

/** The former addresses that pages, posts and redirects.yaml name. Reports those that are named twice, and those that lead to others. */
export function findRedirects(edition: Edition, routes: readonly Route[]): Outcome<Redirects> {
  const { entries, problems } = unique(entriesOf(edition, routes));
  const pages = new Set(routes.map(({ address }) => address));
  const byAddress = new Map(entries.map((entry) => [entry.address, entry]));
  const next = ({ to }: Entry): Entry | undefined => {
    if (to === undefined || !isOwn(to, edition.baseUrl)) return undefined;
    const { path } = targetOf(to, edition.baseUrl, '/');
    return pages.has(path) ? undefined : byAddress.get(plainAddress(path));
  };
  const { ends, problems: unending } = follow(entries, next);
  const redirects = new Map(
    entries.map((entry) => {
      const { address, from, source, path } = entry;
      return [address, { address, from, source, path, to: ends.get(address) }];
    }),
  );
  return {
    value: { all: [...redirects.values()], at: (path) => redirects.get(plainAddress(path)) },
    problems: [...problems, ...unending],
  };
}

function entriesOf(edition: Edition, routes: readonly Route[]): Entry[] {
  const addressOf = (from: string) => plainAddress(decode(from));
  const aliases = routes.flatMap((route) => {
    const file = route.isDerived ? undefined : fileOf(route);
    return (file?.aliases ?? []).map((from, i) => ({
      from,
      to: route.address,
      source: route.source,
      path: ['aliases', i],
      toPath: undefined,
    }));
  });
  const listed = [edition.shared.redirects ?? []]
    .flat()
    .flatMap(({ source, data }) =>
      data.map(({ from, to }, i) => ({ from, to, source, path: [i, 'from'], toPath: [i, 'to'] })),
    );
  return [...aliases, ...listed].map((entry) => ({ ...entry, address: addressOf(entry.from) }));
}

const fileOf = ({ kind, page, part }: Route): Pick<PageFile, 'aliases'> | undefined =>
  kind === postKind ? (part as PostPart).post.parsed.data : page?.data;

const placeOf = ({ source, path }: Pick<Redirect, 'source' | 'path'>): Place => placeAt(source, path);

/** The entries without those whose address is that of another entry, or of the page itself. */
function unique(all: readonly Entry[]) {
  const problems: Problem[] = [];
  const taken = new Map<string, Entry>();
  const entries = all.filter((entry) => {
    const { address, from, to, source, toPath } = entry;
    if (!toPath && address.toLowerCase() === to) {
      const message = `\`${from}\` is this page’s own address, so it is not a former one.`;
      problems.push(problemAt(placeOf(entry), { rule: 'redirect-loop', message, hint: 'Remove the line.' }));
      return false;
    }
    const known = address.toLowerCase();
    const other = taken.get(known);
    if (!other) {
      taken.set(known, entry);
      return true;
    }
    const isRepeatedWord =
      other.source === source && !toPath && other.from.toLowerCase() === from.toLowerCase();
    if (!isRepeatedWord) problems.push(namedTwice(entry, other));
    return false;
  });
  return { entries, problems };
}

function namedTwice(entry: Entry, other: Entry): Problem {
  const message =
    other.from === entry.from
      ? `\`${other.source.file}\` already sends the readers of \`${entry.from}\` on.`
      : `\`${entry.from}\` and \`${other.from}\` are one address for many hosts, and \`${other.source.file}\` already sends its readers on.`;
  return problemAt(placeOf(entry), {
    rule: 'duplicate-address',
    message,
    hint: 'Remove one of the two.',
    related: [{ ...placeOf(other), message: 'The other one' }],
  });
}

/** Where each entry leads in the end. Reports entries that lead to others, and each circle once. */
function follow(entries: readonly Entry[], nextOf: (entry: Entry) => Entry | undefined) {
  const problems: Problem[] = [];
  const next = new Map(entries.map((entry) => [entry, nextOf(entry)]));
  /** The last entry on the way from each; `undefined` where that is a circle. */
  const lasts = new Map<Entry, Entry | undefined>();
  for (const entry of entries) {
    const way = new Set<Entry>();
    let at = entry;
    for (let after = next.get(at); after && !lasts.has(at) && !way.has(at); after = next.get(at)) {
      way.add(at);
      at = after;
    }
    const isCircle = way.has(at);
    if (isCircle) problems.push(circle([...way].slice([...way].indexOf(at))));
    const last = lasts.has(at) || isCircle ? lasts.get(at) : at;
    for (const each of [...way, at]) lasts.set(each, last);
  }
  for (const entry of entries) {
    const [second, last] = [next.get(entry), lasts.get(entry)];
    if (second && last?.to !== undefined && entry.toPath) problems.push(chain(entry, second, last));
  }
  return { ends: new Map([...lasts].map(([{ address }, last]) => [address, last?.to])), problems };
}

/** Addresses of a circle that are named. */
const maxNamed = 10;

const placeOfTarget = ({ source, path, toPath }: Entry): Place => placeAt(source, toPath ?? path);

function circle(way: readonly Entry[]): Problem {
  const [first, ...others] = way as [Entry, ...Entry[]];
  const shown = way.slice(0, maxNamed).map(({ from }) => `\`${from}\``);
  const names = [...shown, ...(way.length > maxNamed ? ['…'] : []), `\`${first.from}\``].join(' → ');
  return problemAt(placeOfTarget(first), {
    rule: 'redirect-loop',
    message:
      others.length === 0
        ? `\`${first.from}\` leads to itself.`
        : `These addresses lead in a circle: ${names}.`,
    hint: 'Let one of them lead to a page.',
    related: others.slice(0, maxNamed).map((other) => ({ ...placeOfTarget(other), message: 'And here' })),
  });
}

function chain(entry: Entry, second: Entry, last: Entry): Problem {
  return problemAt(placeOfTarget(entry), {
    rule: 'redirect-chain',
    message: `\`${entry.to}\` is a former address itself, whose readers are sent to \`${last.to}\`.`,
    hint: 'Let this one lead there at once: browsers and search engines give up after a few steps.',
    suggestion: last.to,
    related: [{ ...placeOf(second), message: 'The next step' }],
  });
}
