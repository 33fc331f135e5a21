import type { Edition, EditionPost } from '../content/model.ts';
import type { SourceFile } from '../content/source-file.ts';
import { type PostPart, post as postKind } from '../pages/kinds/post.ts';
import { isHidden, lacksFile, pageKindOf, pageKinds } from '../pages/kinds.ts';
import type { PartRoute, Route } from '../pages/page-kind.ts';
import { type Outcome, type Problem, problem } from '../problems/problem.ts';

/** Gives every page its address. Of two pages with the same one, the second is left out. */
export function route(edition: Edition): Outcome<readonly Route[]> {
  const { routes, taken, problems } = withoutCollisions([...pageRoutes(edition), ...postRoutes(edition)]);
  return {
    value: routes,
    problems: [...problems, ...misplacedPages(edition), ...missingPages(edition, taken)],
  };
}

function pageRoutes(edition: Edition): Route[] {
  return edition.pages.flatMap((page) => {
    const { source, data } = page;
    const kind = pageKindOf(data.template);
    if (!kind || lacksFile(page, edition.shared)) return [];
    const only: PartRoute<unknown> = { address: data.path, part: undefined };
    const parts = kind.routes?.(page, edition) ?? [only];
    return parts.map(({ address, part, newest, isHidden: isPartHidden = false }) => ({
      address,
      kind,
      source,
      page,
      part,
      key: ['path'],
      isDerived: address !== data.path,
      isHidden: isPartHidden || isHidden(data),
      modified: later(data.updated, newest?.post.published.iso),
    }));
  });
}

const later = (a = '', b = '') => (a > b ? a : b) || undefined;

const postRoutes = ({ posts, endedPosts }: Edition): Route[] =>
  [posts.map((post) => postRoute(post, false)), endedPosts.map((post) => postRoute(post, true))].flat();

const postRoute = (post: EditionPost, isOver: boolean): Route => ({
  address: post.post.path,
  kind: postKind,
  source: post.parsed.source,
  page: undefined,
  part: { post, isOver } satisfies PostPart,
  key: post.parsed.data.slug ? ['slug'] : undefined,
  isDerived: false,
  isHidden: isOver,
  modified: (post.post.updated ?? post.post.published).iso,
});

function withoutCollisions(all: readonly Route[]) {
  const problems: Problem[] = [];
  const taken = new Map<string, Route>();
  for (const route of all) {
    const address = route.address.toLowerCase();
    const before = taken.get(address);
    if (before) problems.push(collision(before, route));
    else taken.set(address, route);
  }
  return { routes: [...taken.values()], taken, problems };
}

/** A collision, reported at a written address rather than at a file name or a derived address. */
function collision(before: Route, after: Route): Problem {
  // Of two pages, the one whose file has the name of the address is right.
  const isInnocent =
    !after.key ||
    (after.isDerived && !before.isDerived && before.key) ||
    (before.key && isNamedFor(after.source, after.address) && !isNamedFor(before.source, after.address));
  const [reported, other] = isInnocent ? [before, after] : [after, before];
  return problem(reported.source, reported.key ?? 'top', {
    rule: 'duplicate-address',
    message: `\`${other.source.file}\` already has the address \`${after.address}\`.`,
    hint: 'Give one of the two another address.',
    related: [{ source: other.source, at: other.key ?? 'top', message: 'The other one' }],
  });
}

/** Whether a file has the name of the address: `pages/about.yaml` that of `/about`. */
const isNamedFor = ({ path }: SourceFile, address: string): boolean =>
  path.replace(/^(?:pages|blog)/, '').replace(/\.\w+$/, '') === address;

const kindsWithAddress = pageKinds.filter(({ address }) => address !== undefined);

/** Reports pages at an address that belongs to another kind of page. */
function misplacedPages(edition: Edition): Problem[] {
  return edition.pages.flatMap(({ source, data: { path, template } }) => {
    const owner = kindsWithAddress.find(({ address }) => address === path);
    const only = pageKindOf(template)?.address;
    if (owner ? owner.name === template : only === undefined) return [];
    const rule = kindsWithAddress.map(({ name, address }) => `\`${name}\` must be at \`${address}\``);
    const message = `A page with the template \`${template}\` cannot be at \`${path}\`.`;
    const hint = `${rule.join(', ')}, and no other page can be there.`;
    return problem(source, ['path'], { rule: 'invalid-address', message, hint });
  });
}

/** Reports pages that every paper needs and that `link` does not add. */
function missingPages({ broken, shownAs }: Edition, taken: ReadonlyMap<string, Route>): Problem[] {
  if ([...broken.keys()].some((path) => path.startsWith('pages'))) return [];
  const missing = kindsWithAddress.filter(({ address = '' }) => !taken.has(address));
  return missing.map(({ name, address }) => {
    const message = `There is no page at \`${address}\`, and every paper needs one.`;
    const hint = `Add a file to pages/ with \`template: ${name}\` and \`path: ${address}\`.`;
    return problem({ file: `${shownAs}/pages` }, 'top', { rule: 'missing-file', message, hint });
  });
}
