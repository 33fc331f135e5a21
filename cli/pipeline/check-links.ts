import type { Part } from '../../templates/document.ts';
import { type Found, linksIn } from '../checks/links-in.ts';
import { fillingsOf, type MadeLink, madeLinks } from '../checks/made-links.ts';
import type { Skipped } from '../checks/not-checked.ts';
import { createDoubts } from '../checks/uncertain.ts';
import { forbiddenAt } from '../lib/characters.ts';
import { groupBy } from '../lib/group-by.ts';
import { parseUrl } from '../lib/web-address.ts';
import { type KeyPath, locate, placeAt, placeOf, type Stretch, topOf, yamlPart } from '../problems/locate.ts';
import { createGuess, nearest } from '../problems/nearest.ts';
import { append, type Place, type Problem, problemAt, tellFirst } from '../problems/problem.ts';
import { createAligner } from '../problems/written.ts';
import { features } from '../sources/markdown.ts';
import { addressesIn } from '../sources/markdown-addresses.ts';
import type { Edition } from './link.ts';
import type { SourceFile } from './read.ts';
import { notFoundAddress, type Route } from './route.ts';

/** An address that finished pages link to. */
interface Target {
  /** As it stands in the HTML, entities resolved. */
  readonly href: string;
  readonly path: string;
  readonly fragment: string;
  /** The address of the first page that has it. */
  readonly from: string;
}

/** What finished pages link to, and the ids they have, by address. Plain data, so that it can come from another thread. */
export interface Links {
  readonly targets: readonly Target[];
  readonly ids: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Gathers the links of finished pages, one by one. */
export interface LinkCollector {
  /** Takes the page that stands at `address`, in parts that no tag reaches across. */
  add(address: string, parts: readonly Part[]): void;
  links(): Links;
}

/** Pages that `route` asks for itself where they are missing. */
const required: readonly string[] = ['/', notFoundAddress];

/** Where the relay answers; no file stands there. */
const servedElsewhere = /^\/api\//;

/**
 * Looks through finished HTML, as readers will get it, for addresses of the paper's own. A part that stands on several
 * pages, such as the footer, is looked through once.
 */
export function createLinkCollector(baseUrl: string): LinkCollector {
  const targets = new Map<string, Target>();
  const ids = new Map<string, ReadonlySet<string>>();
  const known = new Map<string, Found>();

  function add(address: string, parts: readonly Part[]) {
    const all = new Set<string>();
    for (const { text, shared } of parts) {
      const before = shared ? known.get(text) : undefined;
      const found = before ?? linksIn(text);
      if (shared) known.set(text, found);
      if (!before) for (const href of found.hrefs) note(href, address);
      for (const id of found.ids) all.add(id);
    }
    ids.set(address, all);
  }

  function note(href: string, address: string) {
    if (targets.has(href)) return;
    // What is absolute and not the paper's own is left to itself; so are `mailto:` and `tel:`.
    const own = href.startsWith('/') ? href[1] !== '/' : href === baseUrl || href.startsWith(`${baseUrl}/`);
    if (!own && /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(href)) return;
    const key = own ? href : `${address} ${href}`;
    if (targets.has(key)) return;
    const url = parseUrl(href, baseUrl + address);
    targets.set(key, {
      href,
      path: url ? decode(url.pathname) : href,
      fragment: url ? decode(url.hash.slice(1)) : '',
      from: address,
    });
  }

  return { add, links: () => ({ targets: [...targets.values()], ids }) };
}

/** An address that leads nowhere, and what is told of it. */
interface DeadLink {
  readonly target: Target;
  /** Whether what it means depends on the page it stands on. */
  readonly isRelative: boolean;
  readonly details: Details;
}

type Details = Parameters<typeof problemAt>[1];

/**
 * Every dead link, once the files that were built beside the pages are known by their paths, and what was not checked because of what
 * is wrong with a file.
 */
export function deadLinks(
  links: Links,
  files: ReadonlySet<string>,
  routes: readonly Route[],
  edition: Edition,
): { readonly problems: Problem[]; readonly skipped: readonly Skipped[] } {
  const found = findDead(links, files, routes, edition);
  const { skipped } = found;
  const { data, source } = edition.shared.site;
  const addresses = [...links.ids.keys()];
  const misplaced = createMisplaced(routes);
  const dead = found.dead.filter((link) => !misplaced(link));
  const { problems, madeByTemplates } = tellDead(dead, routes, edition, addresses);
  for (const [page, links] of groupBy(found.dead, misplaced)) {
    if (page) problems.push(tellMisplaced(page, links, tellDead(links, routes, edition, addresses).problems));
  }
  const isListWhole = edition.flaws.get(source)?.isWhole(['knownMissing']) ?? true;
  const unsure = isListWhole
    ? []
    : madeByTemplates.map(({ target }) => ({
        file: source.file,
        what: `whether \`${target.path}\` is listed as missing`,
      }));
  if (isListWhole) append(problems, tellTemplates(madeByTemplates, routes));
  const needless = [...data.knownMissing.entries()].filter(([, address]) => links.ids.has(address));
  append(
    problems,
    tellFirst(needless, ([i, address]) =>
      problemAt(placeAt(source, ['knownMissing', i]), {
        rule: 'needless-known-missing',
        severity: 'warning',
        message: `\`${address}\` is listed as missing, and a page stands there.`,
        hint: 'Take the line out, so that the link check watches over it again.',
      }),
    ),
  );
  return { problems, skipped: [...edition.skipped, ...skipped, ...unsure] };
}

/** The targets that lead nowhere, in their order, and those of which that cannot be said. */
function findDead(
  { targets, ids }: Links,
  files: ReadonlySet<string>,
  routes: readonly Route[],
  edition: Edition,
): { readonly dead: readonly DeadLink[]; readonly skipped: readonly Skipped[] } {
  const { site } = edition.shared;
  const skipped: Skipped[] = [];
  const doubts = createDoubts(routes, edition);
  const inDoubt = (file: string | undefined, what: string) => {
    if (file !== undefined) skipped.push({ file, what });
    return file !== undefined;
  };
  const meant = createMeant(ids, files, edition.baseUrl);
  const guess = createGuess();
  const stands = (path: string) =>
    files.has(path.slice(1)) ||
    edition.isKnownMissing(path) ||
    edition.claimed.has(path) ||
    required.includes(path) ||
    servedElsewhere.test(path);

  function wordsFor(target: Target): Omit<Details, 'rule'> | undefined {
    const { href, path, fragment } = target;
    const at = ids.has(path) ? path : doubts.drawnAt(path);
    const page = ids.get(at);
    if (!page) {
      if (stands(path)) {
        const isClaimed = fragment !== '' && edition.claimed.has(path) && !files.has(path.slice(1));
        if (isClaimed) inDoubt(doubts.ofParts(path), `links to parts of \`${path}\``);
        return undefined;
      }
      const reason = edition.withheld.get(path);
      const suggestion = reason ? undefined : meant(target);
      const doubt = doubts.ofAddress(path) ?? (suggestion ? undefined : edition.homeless);
      if (!reason && inDoubt(doubt, `links to \`${path}\``)) return undefined;
      if (!reason && edition.isKnownMissing(path) === undefined) {
        inDoubt(site.source.file, `whether \`${path}\` is listed as missing`);
        return undefined;
      }
      return {
        message: reason ? `This link leads to a post that is ${reason}.` : `Nothing stands at \`${path}\`.`,
        hint: reason
          ? 'Take the link out until then, or build with --drafts.'
          : 'Correct the address, or list it under `knownMissing` in site.yaml if the page is still to come.',
        ...(suggestion && { suggestion }),
      };
    }
    if (!fragment || page.has(fragment) || fragment === 'top' || servedElsewhere.test(path)) return undefined;
    if (inDoubt(doubts.ofParts(at), `links to parts of \`${path}\``)) return undefined;
    const suggestion = guess(fragment, page);
    return {
      message: `The page \`${path}\` has no part \`#${fragment}\`.`,
      ...(page.size > 0 && { hint: 'Parts are named by the headings of a text.' }),
      ...(suggestion && { suggestion: href.replace(/#.*$/, `#${suggestion}`) }),
    };
  }

  // A category that no post has yet is linked from nowhere.
  const known = new Set(targets.map(({ href }) => href));
  const unlinked = site.data.categories.flatMap(({ path }) =>
    path === undefined || known.has(path)
      ? []
      : [{ href: path, path, fragment: '', from: routes[0]?.address ?? '' }],
  );
  const dead = [...targets, ...unlinked].flatMap((target) => {
    const words = wordsFor(target);
    return words
      ? [{ target, isRelative: isRelative(target), details: { rule: 'dead-link' as const, ...words } }]
      : [];
  });
  return { dead, skipped };
}

const isRelative = ({ href }: Target) => !href.startsWith('/') && !/^https?:/i.test(href);

/** Gives the address that was probably meant by one at which nothing stands, spelled as the link is: a full one stays full. */
function createMeant(
  ids: Links['ids'],
  files: ReadonlySet<string>,
  baseUrl: string,
): (target: Target) => string | undefined {
  const guess = createGuess();
  // An address with a dot is that of a page that has lost its own.
  const linkable = [...ids.keys()].filter((address) => !address.includes('.'));
  const known = new Set(linkable);
  let byLetters: ReadonlyMap<string, string> | undefined;

  function find(target: Target): string | undefined {
    const written = isRelative(target)
      ? target.href.replace(/[?#].*$/, '').replace(/^(?:\.{0,2}\/)*/, '/')
      : '';
    for (const path of [target.path, written].filter((path) => path !== '')) {
      const tidy = tidyAddress(path);
      if (known.has(tidy)) return tidy;
      byLetters ??= new Map([...files].map((file) => [file.toLowerCase(), `/${file}`]));
      const file = byLetters.get(path.slice(1).toLowerCase());
      if (file) return file;
    }
    return guess(target.path, linkable) ?? guess(tidyAddress(target.path), linkable);
  }

  return (target) => {
    if (isRelative(target) && /^[^\s@/?#]+@[^\s@/?#]+\.[a-z]+$/i.test(target.href))
      return `mailto:${target.href}`;
    const host = baseUrl.replace(/^https?:\/\//, '');
    const lacksScheme = isRelative(target) && target.href.startsWith(`${host}/`);
    if (lacksScheme && ids.has(target.href.slice(host.length))) return target.href.slice(host.length);
    const found = find(target);
    const part = target.fragment && found !== undefined && ids.get(found)?.has(target.fragment);
    const address = part ? `${found}#${target.fragment}` : found;
    const suggestion = address !== undefined && /^https?:/i.test(target.href) ? baseUrl + address : address;
    return suggestion === target.href ? undefined : suggestion;
  };
}

/** An address without what other programs put into one: capitals, an ending, `index`, slashes in excess. */
const tidyAddress = (path: string): string =>
  path
    .toLowerCase()
    .replace(/\/{2,}/g, '/')
    .replace(/\/$/, '')
    .replace(/\.(?:html?|php|md|yaml)$/, '')
    .replace(/^\/(?:content\/)?(?:pages\/)?/, '/')
    .replace(/^\/content(?=\/)/, '')
    .replace(/\/index$/, '') || '/';

/** One problem for every place in content that wrote a dead address, and those links that none did. */
function tellDead(
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

  function tellIn(source: SourceFile, ...lookups: Lookup[]) {
    const found = findIn(source, lookups);
    for (const { link } of found) placed.add(link);
    // A character that nobody sees has been told where it stands.
    const legible = found.filter(
      ({ start, end }) => forbiddenAt(source.text.slice(start, end)) === undefined,
    );
    const told = tellFirst(legible, ({ link, start, end }) =>
      problemAt(placeOf(source.file, source.text, start, end), link.details),
    );
    append(problems, told);
  }

  const made = madeLinks(edition);
  const told = new Set<string>();
  for (const link of dead) {
    for (const from of made.get(link.target.href) ?? []) {
      placed.add(link);
      const { source, path, details } = pieceToMend(from, link, addresses);
      const key = JSON.stringify([source.file, path]);
      if (told.has(key) || !(edition.flaws.get(source)?.isWritten(path) ?? true)) continue;
      told.add(key);
      problems.push(problemAt(placeAt(source, path), details));
    }
  }

  for (const { source } of [site, navigation, embeds, radio, ...Object.values(data)])
    tellIn(source, onAnyPage);
  for (const source of [...pages, ...posts.map(({ parsed }) => parsed)].map(({ source }) => source)) {
    const own = relative.get(source);
    tellIn(source, everywhere, ...(own ? [createLookup(own)] : []));
  }
  return { problems, madeByTemplates: dead.filter((link) => !placed.has(link)) };
}

/** One problem for every dead link that only a template wrote, at the page that it draws. */
function tellTemplates(dead: readonly DeadLink[], routes: readonly Route[]): Problem[] {
  if (dead.length === 0) return [];
  return [...groupBy(dead, createPageOf(routes))].flatMap(([page, links]) =>
    tellFirst(links, ({ target, details }) =>
      problemAt(topOf(page.file), {
        ...details,
        message: `The template that draws this page links to \`${target.href}\`. ${details.message}`,
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
function tellMisplaced(
  { source, address }: Route,
  links: readonly DeadLink[],
  told: readonly Problem[],
): Problem {
  const meant = links[0]?.target.path ?? '';
  const count = told.length === 1 ? 'a link leads' : `${told.length} links lead`;
  return problemAt(placeAt(source, ['path']), {
    rule: 'dead-link',
    message: `This page stands at \`${address}\`, and ${count} to \`${meant}\`, by which its file is called.`,
    hint: 'Correct the path; or, where the page has moved, the links.',
    suggestion: meant,
    related: told
      .slice(0, mostRelated)
      .map((place) => ({ ...placeOnly(place), message: `A link to \`${meant}\`` })),
  });
}

/** The most links to one page that are named. */
const mostRelated = 10;

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
    if (!page) throw new Error(`The page ${target.from} was finished and is not routed`);
    return page;
  };
}

/** Of an address that is made of two pieces, the one that is wrong: what fills the template, where that can make other addresses that stand. */
function pieceToMend(
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

/** What stands between words of a content file, so that addresses begin and end at it. Some addresses hold it too. */
const word = /[^\s()<>"',[\]{}]+/g;

/** One way to write a dead address. */
interface Spelling {
  readonly text: string;
  /** How much of it stands before its first word. */
  readonly lead: number;
  readonly links: DeadLink[];
}

/** Spellings of dead addresses by their first word, so that all are looked for in one reading of a file. */
type Lookup = ReadonlyMap<string, readonly Spelling[]>;

/** Addresses with the same first word that are looked for; one word and a bracket begin few. */
const mostAlike = 100;

function createLookup(links: readonly DeadLink[]): Lookup {
  const spellings = new Map<string, Spelling>();
  const lookup = new Map<string, Spelling[]>();
  for (const link of links) {
    for (const text of new Set([link.target.href, decode(link.target.href)])) {
      const known = spellings.get(text);
      if (known) {
        known.links.push(link);
        continue;
      }
      const first = text.match(word)?.[0];
      if (first === undefined) continue;
      const spelling = { text, lead: text.indexOf(first), links: [link] };
      spellings.set(text, spelling);
      const alike = lookup.get(first);
      if (!alike) lookup.set(first, [spelling]);
      else if (alike.length < mostAlike) alike.push(spelling);
    }
  }
  return lookup;
}

/** A stretch of a file that is spelled like a dead address. */
interface Hit extends Stretch {
  readonly links: readonly DeadLink[];
}

/** A dead address where it is written. */
interface Written extends Stretch {
  readonly link: DeadLink;
}

/** Every place in a file where an address is written: as a value of YAML, or inside a Markdown text. */
function findIn(source: SourceFile, lookups: readonly Lookup[]): Written[] {
  const { text, file } = source;
  const hits = lookups.flatMap((lookup) => hitsIn(text, lookup));
  const mayHide = hidden.test(text);
  if (hits.length === 0 && !mayHide) return [];
  const part = yamlPart(file, text);
  const bodyStart = part.offset + part.text.length;
  const written = (links: readonly DeadLink[], { start, end }: Stretch) =>
    links.map((link) => ({ link, start, end }));
  const inBody = hits.filter((hit) => hit.start >= bodyStart && isInMarkdown(text, hit));
  // A part of a page is the only relative address that a value can be.
  const couldBeValue = ({ links }: Hit) =>
    links.filter(({ isRelative, target }) => !isRelative || target.href.startsWith('#'));
  const inYaml = hits
    .filter(({ start }) => start < bodyStart)
    .filter((hit) => couldBeValue(hit).length > 0 || isInMarkdown(text, hit))
    .sort((a, b) => a.start - b.start);
  const values: Written[] = [];
  if (inYaml.length > 0) {
    let next = 0;
    for (const { path, value, ...scalar } of locate(source).scalars()) {
      const [start, end] = [part.offset + scalar.start, part.offset + scalar.end];
      while ((inYaml[next]?.start ?? end) < start) next++;
      for (let hit = inYaml[next]; hit && hit.start < end; hit = inYaml[++next]) {
        if (path[0] === 'knownMissing') continue;
        const isValue = value === text.slice(hit.start, hit.end);
        if (isValue) append(values, written(couldBeValue(hit), { start, end }));
        else if (isInMarkdown(text, hit)) append(values, written(hit.links, hit));
      }
    }
  }
  const behindSigns = mayHide ? hiddenIn(source, lookups) : [];
  return [...[...inBody, ...behindSigns].flatMap((hit) => written(hit.links, hit)), ...values];
}

/** An address in Markdown that is not written as browsers get it: with backslashes, entities, or away from its parenthesis. */
const hidden = /\](?:\(|:)(?:\s{2}|[^\S\n]*<?[^\s)>]{0,500}[\\&])|\]\(\s/;

/** Dead addresses that are written in another way than browsers get them. */
function hiddenIn(source: SourceFile, lookups: readonly Lookup[]): Hit[] {
  const { text, file } = source;
  const part = yamlPart(file, text);
  const bodyStart = part.offset + part.text.length;
  const linksTo = (url: string) =>
    lookups.flatMap((lookup) =>
      (lookup.get(url.match(word)?.[0] ?? '') ?? []).flatMap(({ text, links }) =>
        text === url ? links : [],
      ),
    );
  const hiddenInText = (markdown: string): Hit[] =>
    addressesIn(markdown, features)
      .filter(
        ({ url, start, end }) =>
          markdown.slice(start, end) !== url || !isInMarkdown(markdown, { start, end }),
      )
      .flatMap(({ url, start, end }) => {
        const links = linksTo(url);
        return links.length > 0 ? [{ links, start, end }] : [];
      });

  const inBody = file.endsWith('.md')
    ? hiddenInText(text.slice(bodyStart)).map(({ links, start, end }) => ({
        links,
        start: bodyStart + start,
        end: bodyStart + end,
      }))
    : [];
  if (!hidden.test(part.text)) return inBody;
  const inYaml = locate(source)
    .scalars()
    .flatMap(({ value, start, end }) => {
      if (typeof value !== 'string' || !hidden.test(value)) return [];
      const align = createAligner(part.text.slice(start, end), value);
      return hiddenInText(value).map(({ links, ...stretch }) => {
        const place = align(stretch) ?? { start: 0, end: end - start };
        return { links, start: part.offset + start + place.start, end: part.offset + start + place.end };
      });
    });
  return [...inBody, ...inYaml];
}

function hitsIn(text: string, lookup: Lookup): Hit[] {
  const hits: Hit[] = [];
  if (lookup.size === 0) return hits;
  word.lastIndex = 0;
  for (let match = word.exec(text); match; match = word.exec(text)) {
    for (const { text: spelling, lead, links } of lookup.get(match[0]) ?? []) {
      const start = match.index - lead;
      if (start >= 0 && text.startsWith(spelling, start))
        hits.push({ start, end: start + spelling.length, links });
    }
  }
  return hits;
}

/** Whether a Markdown text has a link there: `](…)`, `<…>`, or a definition's `]: …`. */
const isInMarkdown = (text: string, { start, end }: Stretch): boolean =>
  /(?:\]\(<?|<|\]:\s?)$/.test(text.slice(Math.max(0, start - 3), start)) &&
  /^[\s)>]?$/.test(text.charAt(end));

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
