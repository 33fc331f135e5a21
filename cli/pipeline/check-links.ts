import { type DeadLink, findDead } from '../checks/dead-links.ts';
import { isWritten } from '../checks/files.ts';
import type { Links } from '../checks/links.ts';
import { fillingsOf, type MadeLink, madeLinks } from '../checks/made-links.ts';
import type { Redirects } from '../checks/redirects.ts';
import { createLookup, findIn, type Lookup } from '../checks/written-links.ts';
import { forbiddenAt } from '../lib/characters.ts';
import { groupBy } from '../lib/group-by.ts';
import type { Edition, OutputFile, Skipped } from '../model.ts';
import type { Route } from '../page-kinds/page-kind.ts';
import { type KeyPath, placeAt, placeOf, topOf } from '../problems/locate.ts';
import { createGuess, nearest } from '../problems/nearest.ts';
import {
  append,
  type Details,
  type Outcome,
  type Place,
  type Problem,
  problemAt,
  reportFirst,
} from '../problems/problem.ts';
import type { SourceFile } from '../sources/source-file.ts';

/**
 * Reports links to addresses of the paper's own that do not exist: neither a page with that id nor one of the other files of the site.
 * Gives what could not be checked because of problems in a file.
 */
export function checkLinks(
  links: Links,
  files: readonly OutputFile[],
  routes: readonly Route[],
  redirects: Redirects,
  edition: Edition,
): Outcome<readonly Skipped[]> {
  const paths = new Set(files.map(({ path }) => path));
  const found = findDead(links, paths, routes, redirects, edition);
  const { skipped } = found;
  const { data, source } = edition.shared.site;
  const addresses = [...links.ids.keys()];
  const misplacedPage = createMisplaced(routes);
  const misplaced = (link: DeadLink) => (link.details.severity ? undefined : misplacedPage(link));
  const dead = found.dead.filter((link) => !misplaced(link));
  const { problems, madeByTemplates } = reportDead(dead, routes, edition, addresses);
  for (const [page, links] of groupBy(found.dead, misplaced)) {
    if (page)
      problems.push(reportMisplaced(page, links, reportDead(links, routes, edition, addresses).problems));
  }
  const isListWhole = edition.flaws.get(source)?.isWhole(['knownMissing']) ?? true;
  const unsure = isListWhole
    ? []
    : madeByTemplates.map(({ target }) => ({
        file: source.file,
        what: `whether \`${target.path}\` is listed as missing`,
      }));
  if (isListWhole) append(problems, reportTemplates(madeByTemplates, routes));
  const needless = [...data.knownMissing.entries()].filter(
    ([, address]) => links.ids.has(address) || redirects.at(address),
  );
  append(
    problems,
    reportFirst(needless, ([i, address]) =>
      problemAt(placeAt(source, ['knownMissing', i]), {
        rule: 'needless-known-missing',
        severity: 'warning',
        message: `\`${address}\` is listed as missing, and ${links.ids.has(address) ? 'there is a page' : 'it is a former address whose readers are sent on'}.`,
        hint: 'Remove the line, so that links to it are checked again.',
      }),
    ),
  );
  return { value: [...edition.skipped, ...skipped, ...unsure], problems };
}

/** One problem for each place in content that has a dead address, and the links that no content has. */
function reportDead(
  dead: readonly DeadLink[],
  routes: readonly Route[],
  edition: Edition,
  addresses: readonly string[],
): { readonly problems: Problem[]; readonly madeByTemplates: readonly DeadLink[] } {
  const problems: Problem[] = [];
  if (dead.length === 0) return { problems, madeByTemplates: [] };
  const pageOf = createPageOf(routes);
  const { shared, pages, posts } = edition;
  const { site, navigation, embeds, radio, redirects, data } = shared;
  const absolute = dead.filter(({ isRelative }) => !isRelative);
  // A relative address means something else on each page, and only Markdown can have one.
  const relative = groupBy(
    dead.filter(({ isRelative }) => isRelative),
    pageOf,
  );
  const everywhere = createLookup(absolute);
  const onAnyPage = createLookup(dead);
  const placed = new Set<DeadLink>();

  function reportIn(source: SourceFile, ...lookups: Lookup[]) {
    const found = findIn(source, lookups);
    for (const { link } of found) placed.add(link);
    // Invisible characters have a problem of their own.
    const legible = found.filter(
      ({ start, end }) => forbiddenAt(source.text.slice(start, end)) === undefined,
    );
    for (const alike of groupBy(legible, ({ link }) => link.details.severity).values())
      append(
        problems,
        reportFirst(alike, ({ link, start, end }) =>
          problemAt(placeOf(source.file, source.text, start, end), link.details),
        ),
      );
  }

  const made = madeLinks(edition);
  const reported = new Set<string>();
  for (const link of dead) {
    for (const from of made.get(link.target.href) ?? []) {
      placed.add(link);
      const { source, path, details } = pieceToCorrect(from, link, addresses);
      const key = JSON.stringify([source.file, path]);
      if (reported.has(key) || !isWritten(edition, source, path)) continue;
      reported.add(key);
      problems.push(problemAt(placeAt(source, path), details));
    }
  }

  for (const file of [site, navigation, embeds, radio, ...Object.values(data)])
    if (file) reportIn(file.source, onAnyPage);
  // A former address that leads to another is reported with those.
  const unmoved = dead.filter(({ details }) => details.rule !== 'moved-link');
  if (redirects) reportIn(redirects.source, createLookup(unmoved));
  for (const source of [...pages, ...posts.map(({ parsed }) => parsed)].map(({ source }) => source)) {
    const own = relative.get(source);
    reportIn(source, everywhere, ...(own ? [createLookup(own)] : []));
  }
  return { problems, madeByTemplates: dead.filter((link) => !placed.has(link)) };
}

/** One problem for each dead link that only a template has, at the top of a page with it. */
function reportTemplates(dead: readonly DeadLink[], routes: readonly Route[]): Problem[] {
  if (dead.length === 0) return [];
  return [...groupBy(dead, createPageOf(routes))].flatMap(([page, links]) =>
    reportFirst(links, ({ target, details }) =>
      problemAt(topOf(page.file), {
        ...details,
        message: `The template of this page links to \`${target.href}\`. ${details.message}`,
      }),
    ),
  );
}

/** Finds the page whose wrong `path` is the cause of a dead link: its file has the name of the address, and its path is nearly the same. */
function createMisplaced(routes: readonly Route[]): (link: DeadLink) => Route | undefined {
  const lastOf = (path: string) => path.replace(/^.*\//, '');
  const nameOf = ({ source }: Route) => lastOf(source.path).replace(/\.\w+$/, '');
  const misnamed = groupBy(
    routes.filter(
      (route) => route.source.path.startsWith('pages/') && nameOf(route) !== lastOf(route.address),
    ),
    nameOf,
  );
  return ({ target: { path, fragment } }) =>
    fragment === ''
      ? misnamed.get(lastOf(path))?.find(({ address }) => nearest(path, [address]) === address)
      : undefined;
}

/** One problem for all links to the address that a page was meant to have; `each` are the problems of the single links. */
function reportMisplaced(
  { source, address }: Route,
  links: readonly DeadLink[],
  each: readonly Problem[],
): Problem {
  const meant = links[0]?.target.path ?? '';
  const count = each.length === 1 ? 'a link leads' : `${each.length} links lead`;
  return problemAt(placeAt(source, ['path']), {
    rule: 'dead-link',
    message: `This page has the address \`${address}\`, but its file has the name of \`${meant}\`, and ${count} there.`,
    hint: 'Correct the path; or, if the page has moved, the links.',
    suggestion: meant,
    related: each
      .slice(0, maxRelated)
      .map((place) => ({ ...placeOnly(place), message: `A link to \`${meant}\`` })),
  });
}

const maxRelated = 10;

const placeOnly = ({ file, line, column, endLine, endColumn }: Place): Place => ({
  file,
  line,
  column,
  endLine,
  endColumn,
});

function createPageOf(routes: readonly Route[]): (link: DeadLink) => SourceFile {
  const sourceOf = new Map(routes.map(({ address, source }) => [address, source]));
  return ({ target }) => {
    const page = sourceOf.get(target.from);
    if (!page) throw new Error(`The page ${target.from} was rendered without a route`);
    return page;
  };
}

/** Of an address made of two pieces, the wrong one: the filling, if other fillings lead to pages, else the template. */
function pieceToCorrect(
  made: MadeLink,
  { target, details }: DeadLink,
  addresses: readonly string[],
): { readonly source: SourceFile; readonly path: KeyPath; readonly details: Details } {
  const { template, filling, name } = made;
  const { suggestion: near, ...words } = details;
  const message = `This leads to \`${target.href}\`. ${details.message}`;
  const fillings = fillingsOf(made, addresses);
  const isFilling = fillings.length > 0;
  const suggestion = isFilling
    ? createGuess()(filling.text, fillings)
    : near?.endsWith(`/${filling.text}`)
      ? template.text.replace(
          /^[^?#]*/,
          `${near.slice(0, -filling.text.length).replaceAll('$', '$$$$')}{${name}}`,
        )
      : undefined;
  const hint = isFilling
    ? `Correct it, or add the page; \`${template.text}\` in ${template.source.path} says where it leads.`
    : 'Correct the address, or add the page.';
  const { source, path } = isFilling ? filling : template;
  return { source, path, details: { ...words, message, hint, ...(suggestion && { suggestion }) } };
}
