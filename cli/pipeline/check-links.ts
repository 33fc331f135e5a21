import { type DeadLink, type Details, findDead } from '../checks/dead-links.ts';
import type { Links } from '../checks/links.ts';
import { fillingsOf, type MadeLink, madeLinks } from '../checks/made-links.ts';
import { createLookup, findIn, type Lookup } from '../checks/written-links.ts';
import { forbiddenAt } from '../lib/characters.ts';
import { groupBy } from '../lib/group-by.ts';
import type { Edition, Skipped } from '../model.ts';
import type { Route } from '../page-kinds/page-kind.ts';
import { type KeyPath, placeAt, placeOf, topOf } from '../problems/locate.ts';
import { createGuess, nearest } from '../problems/nearest.ts';
import {
  append,
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
  files: ReadonlySet<string>,
  routes: readonly Route[],
  edition: Edition,
): Outcome<readonly Skipped[]> {
  const found = findDead(links, files, routes, edition);
  const { skipped } = found;
  const { data, source } = edition.shared.site;
  const addresses = [...links.ids.keys()];
  const misplaced = createMisplaced(routes);
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
  const needless = [...data.knownMissing.entries()].filter(([, address]) => links.ids.has(address));
  append(
    problems,
    reportFirst(needless, ([i, address]) =>
      problemAt(placeAt(source, ['knownMissing', i]), {
        rule: 'needless-known-missing',
        severity: 'warning',
        message: `\`${address}\` is listed as missing, and there is a page.`,
        hint: 'Remove the line, so that links to it are checked again.',
      }),
    ),
  );
  return { value: [...edition.skipped, ...skipped, ...unsure], problems };
}

/** One problem for every place in content that wrote a dead address, and those links that none did. */
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
  const { site, navigation, embeds, radio, data } = shared;
  const absolute = dead.filter(({ isRelative }) => !isRelative);
  // What is relative means something else on every page, and only Markdown can write it.
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
    // A character that nobody sees has been told where it stands.
    const legible = found.filter(
      ({ start, end }) => forbiddenAt(source.text.slice(start, end)) === undefined,
    );
    const told = reportFirst(legible, ({ link, start, end }) =>
      problemAt(placeOf(source.file, source.text, start, end), link.details),
    );
    append(problems, told);
  }

  const made = madeLinks(edition);
  const reported = new Set<string>();
  for (const link of dead) {
    for (const from of made.get(link.target.href) ?? []) {
      placed.add(link);
      const { source, path, details } = pieceToCorrect(from, link, addresses);
      const key = JSON.stringify([source.file, path]);
      if (reported.has(key) || !(edition.flaws.get(source)?.isWritten(path) ?? true)) continue;
      reported.add(key);
      problems.push(problemAt(placeAt(source, path), details));
    }
  }

  for (const { source } of [site, navigation, embeds, radio, ...Object.values(data)])
    reportIn(source, onAnyPage);
  for (const source of [...pages, ...posts.map(({ parsed }) => parsed)].map(({ source }) => source)) {
    const own = relative.get(source);
    reportIn(source, everywhere, ...(own ? [createLookup(own)] : []));
  }
  return { problems, madeByTemplates: dead.filter((link) => !placed.has(link)) };
}

/** One problem for every dead link that only a template wrote, at the page that it draws. */
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

/** Gives the page whose own path is to blame for a dead link: its file is called by the address, and it stands at nearly that. */
function createMisplaced(routes: readonly Route[]): (link: DeadLink) => Route | undefined {
  const lastOf = (path: string) => path.replace(/^.*\//, '');
  const nameOf = ({ source }: Route) => lastOf(source.path).replace(/\.\w+$/, '');
  const strayed = groupBy(
    routes.filter(
      (route) => route.source.path.startsWith('pages/') && nameOf(route) !== lastOf(route.address),
    ),
    nameOf,
  );
  return ({ target: { path, fragment } }) =>
    fragment === ''
      ? strayed.get(lastOf(path))?.find(({ address }) => nearest(path, [address]) === address)
      : undefined;
}

/** One problem for all links to the address that a page was probably to have; `told` is what would be said of each. */
function reportMisplaced(
  { source, address }: Route,
  links: readonly DeadLink[],
  told: readonly Problem[],
): Problem {
  const meant = links[0]?.target.path ?? '';
  const count = told.length === 1 ? 'a link leads' : `${told.length} links lead`;
  return problemAt(placeAt(source, ['path']), {
    rule: 'dead-link',
    message: `This page has the address \`${address}\`, but its file has the name of \`${meant}\`, and ${count} there.`,
    hint: 'Correct the path; or, where the page has moved, the links.',
    suggestion: meant,
    related: told
      .slice(0, maxRelated)
      .map((place) => ({ ...placeOnly(place), message: `A link to \`${meant}\`` })),
  });
}

/** The most links to one page that are named. */
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

/** Of an address that is made of two pieces, the one that is wrong: what fills the template, where that can make other addresses that stand. */
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
