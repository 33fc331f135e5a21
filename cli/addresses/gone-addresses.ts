import type { Edition, OutputFile, ParsedPage, ParsedPost } from '../content/model.ts';
import { pathOf } from '../content/single-files.ts';
import type { Route } from '../pages/page-kind.ts';
import type { Spot } from '../problems/locate.ts';
import { type Details, type Problem, problem } from '../problems/problem.ts';
import type { Redirects } from './redirects.ts';

/** An address that an earlier state of the paper had published. */
export interface PublishedAddress {
  readonly address: string;
  /** A former address then, as an editor wrote it. */
  readonly from: string | undefined;
  /** The file of content that it came from, the id of its post, and the title of its page. */
  readonly file: string | undefined;
  readonly id: string | undefined;
  readonly title: string | undefined;
  /** Whether it was a later page of a list, which depends on the number of posts. */
  readonly isDerived: boolean;
}

/** Everything that an earlier state of the paper had published. */
export interface PublishedBefore {
  /** The commit, as it was given on the command line. */
  readonly ref: string;
  readonly addresses: readonly PublishedAddress[];
  /** Files with errors, whose addresses at that commit are unknown. */
  readonly unknown: readonly string[];
}

type Parsed = ParsedPage | ParsedPost;

/** Reports every address that was published before and that now has neither a page, a file nor a redirect. */
export function goneAddresses(
  before: PublishedBefore,
  edition: Edition,
  routes: readonly Route[],
  files: readonly OutputFile[],
  redirects: Redirects,
): Problem[] {
  const { shared, shownAs } = edition;
  const there = new Set([...routes.map(({ address }) => address), ...files.map(({ path }) => `/${path}`)]);
  // The feed of a section is back with its next story.
  const isThere = (address: string) =>
    there.has(address.replace(/(?<=.)\/rss\.xml$/, '')) || there.has(address);
  // Lists and feeds may have fewer posts only because some have errors.
  const isOpen = ({ file, isDerived }: PublishedAddress) =>
    file === undefined || isDerived ? edition.broken.size > 0 : edition.broken.has(file);
  const gone = before.addresses.filter(
    (published) => !isThere(published.address) && !redirects.at(published.address) && !isOpen(published),
  );
  const successorOf = createSuccessors(edition);
  const lines: Spot = {
    source: shared.redirects?.source ?? { file: `${shownAs}/${pathOf('redirects')}` },
    at: 'top',
  };
  const hidden = new Set<Parsed>(edition.unpublishedPosts);
  const problems = gone.map((published) => {
    const { address, from = encodeURI(address), isDerived } = published;
    const severity = isDerived ? 'warning' : 'error';
    const successor = isDerived ? undefined : successorOf(published);
    const message = `\`${address}\` was published at \`${before.ref}\`, and would be gone.`;
    const cure = successor
      ? cureFor(successor, from, hidden.has(successor))
      : { hint: hintWithout(published, from) };
    const { source, at } = successor ? spotIn(successor) : lines;
    return problem(source, at, { rule: 'address-gone', severity, message, ...cure });
  });
  const unknown = before.unknown.map((file) => notCompared(`${shownAs}/${file}`, before.ref));
  return [...problems, ...unknown];
}

/** What to do about an address whose file is gone. */
function hintWithout({ address, file }: PublishedAddress, from: string): string {
  const toRedirects = `the address to redirects.yaml, with where its readers should go: ${lineFor(from)}.`;
  if (!file?.startsWith('public/')) return `Add ${toRedirects}`;
  if (address.startsWith('/.')) return 'Put the file back into public/.';
  return `Put the file back into public/, or add ${toRedirects}`;
}

const notCompared = (file: string, ref: string): Problem =>
  problem({ file }, 'top', {
    rule: 'not-checked',
    severity: 'warning',
    message: `Which addresses this file had at \`${ref}\` cannot be known, because it had mistakes then.`,
    hint: 'If it was published, look whether its address is still there.',
  });

/** Finds the file that now has the content of an address: the post with the same id, the page in the same file, or the one with the same title. */
function createSuccessors({ pages, posts, endedPosts, unpublishedPosts }: Edition) {
  const allPosts = [...[...posts, ...endedPosts].map(({ parsed }) => parsed), ...unpublishedPosts];
  const byId = new Map(allPosts.map((post) => [post.data.id, post]));
  const byPath = new Map<string, Parsed>([...pages, ...allPosts].map((file) => [file.source.path, file]));
  const byTitle = new Map<string | undefined, Parsed>(pages.map((page) => [page.data.title, page]));
  return ({ file = '', id, title }: PublishedAddress): Parsed | undefined => {
    // A new post may have the file name of an old one.
    if (id !== undefined) return byId.get(id);
    return byPath.get(file) ?? byTitle.get(title);
  };
}

const isPost = (file: Parsed): file is ParsedPost => 'fileSlug' in file;

function spotIn(file: Parsed): Spot {
  const { source, data } = file;
  if (data.aliases.length > 0) return { source, at: ['aliases'] };
  if (!isPost(file)) return { source, at: ['path'] };
  return { source, at: file.data.slug === undefined ? 'top' : ['slug'] };
}

function cureFor(file: Parsed, from: string, isHidden: boolean): Pick<Details, 'hint' | 'suggestion'> {
  if (isHidden)
    return {
      hint: `Its post is not published now. Publish it again, or add the address to redirects.yaml: ${lineFor(from)}.`,
    };
  const all = [...file.data.aliases, from].map(quoted).join(', ');
  return {
    hint: 'What was there is in this file now: name the old address among its `aliases`, and readers are sent on.',
    suggestion: `aliases: [${all}]`,
  };
}

/** A line of redirects.yaml. */
const lineFor = (from: string): string => `\`- { from: ${quoted(from)}, to: /… }\``;

/** An address as a value of YAML: in quotes where it has signs of a list. */
const quoted = (address: string): string =>
  /[,#'&:{}[\]]/.test(address) ? JSON.stringify(address) : address;
