import type { Part } from '../../templates/document.ts';
import { locate, placeAt, placeOf, type Stretch, topOf, yamlPart } from '../problems/locate.ts';
import { createGuess } from '../problems/nearest.ts';
import { append, type Problem, problemAt, tellFirst } from '../problems/problem.ts';
import { createAligner } from '../problems/written.ts';
import { parseUrl } from '../web-address.ts';
import { groupBy } from './group-by.ts';
import type { Edition } from './link.ts';
import { type Found, linksIn } from './links-in.ts';
import { features } from './markdown.ts';
import { addressesIn } from './markdown-addresses.ts';
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

/** Every dead link, once the files that were built beside the pages are known by their paths. */
export function deadLinks(
  links: Links,
  files: ReadonlySet<string>,
  routes: readonly Route[],
  edition: Edition,
): Problem[] {
  const dead = findDead(links, files, edition);
  const problems = dead.length > 0 ? tellDead(dead, routes, edition) : [];
  const { data, source } = edition.shared.site;
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
  return problems;
}

/** The targets that lead nowhere, in their order. */
function findDead({ targets, ids }: Links, files: ReadonlySet<string>, edition: Edition): DeadLink[] {
  const knownMissing = new Set(edition.shared.site.data.knownMissing);
  const addresses = [...ids.keys()];
  const guess = createGuess();
  const stands = (path: string) =>
    files.has(path.slice(1)) ||
    knownMissing.has(path) ||
    edition.claimed.has(path) ||
    required.includes(path) ||
    servedElsewhere.test(path);

  function wordsFor({ href, path, fragment }: Target): Omit<Details, 'rule'> | undefined {
    const page = ids.get(path);
    if (!page) {
      if (stands(path)) return undefined;
      const reason = edition.withheld.get(path);
      const suggestion = reason ? undefined : guess(path, addresses);
      return {
        message: reason ? `This link leads to a post that is ${reason}.` : `Nothing stands at \`${path}\`.`,
        hint: reason
          ? 'Take the link out until then, or build with --drafts.'
          : 'Correct the address, or list it under `knownMissing` in site.yaml if the page is still to come.',
        ...(suggestion && { suggestion }),
      };
    }
    if (!fragment || page.has(fragment) || fragment === 'top' || servedElsewhere.test(path)) return undefined;
    const suggestion = guess(fragment, page);
    return {
      message: `The page \`${path}\` has no part \`#${fragment}\`.`,
      ...(page.size > 0 && { hint: 'Parts are named by the headings of a text.' }),
      ...(suggestion && { suggestion: href.replace(/#.*$/, `#${suggestion}`) }),
    };
  }

  return targets.flatMap((target) => {
    const words = wordsFor(target);
    const isRelative = !target.href.startsWith('/') && !/^https?:/i.test(target.href);
    return words ? [{ target, isRelative, details: { rule: 'dead-link' as const, ...words } }] : [];
  });
}

/** One problem for every place in content that wrote a dead address; where none did, at the page whose template did. */
function tellDead(dead: readonly DeadLink[], routes: readonly Route[], edition: Edition): Problem[] {
  const sourceOf = new Map(routes.map(({ address, source }) => [address, source]));
  function pageOf({ target }: DeadLink): SourceFile {
    const page = sourceOf.get(target.from);
    if (!page) throw new Error(`The page ${target.from} was finished and is not routed`);
    return page;
  }
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
  const problems: Problem[] = [];
  const placed = new Set<DeadLink>();

  function tellIn(source: SourceFile, ...lookups: Lookup[]) {
    const found = findIn(source, lookups);
    for (const { link } of found) placed.add(link);
    const told = tellFirst(found, ({ link, start, end }) =>
      problemAt(placeOf(source.file, source.text, start, end), link.details),
    );
    append(problems, told);
  }

  for (const { source } of [site, navigation, embeds, radio, ...Object.values(data)])
    tellIn(source, onAnyPage);
  for (const source of [...pages, ...posts.map(({ parsed }) => parsed)].map(({ source }) => source)) {
    const own = relative.get(source);
    tellIn(source, everywhere, ...(own ? [createLookup(own)] : []));
  }
  const nowhere = groupBy(
    dead.filter((link) => !placed.has(link)),
    pageOf,
  );
  for (const [page, links] of nowhere) {
    const told = tellFirst(links, ({ target, details }) =>
      problemAt(topOf(page.file), {
        ...details,
        message: `The template that draws this page links to \`${target.href}\`. ${details.message}`,
      }),
    );
    append(problems, told);
  }
  return problems;
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
