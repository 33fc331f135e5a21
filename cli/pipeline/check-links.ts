import type { Part } from '../../templates/document.ts';
import { locate, placeAt, placeOf, topOf } from '../problems/locate.ts';
import { nearest } from '../problems/nearest.ts';
import { type Place, type Problem, problemAt } from '../problems/problem.ts';
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
  readonly ids: ReadonlyMap<string, readonly string[]>;
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

/** The addresses and ids of a stretch of HTML. */
interface Found {
  readonly hrefs: readonly string[];
  readonly ids: readonly string[];
}

/**
 * Looks through finished HTML, as readers will get it, for addresses of the paper's own. A part that stands on several
 * pages, such as the footer, is looked through once.
 */
export function createLinkCollector(baseUrl: string): LinkCollector {
  const targets = new Map<string, Target>();
  const ids = new Map<string, readonly string[]>();
  const known = new Map<string, Found>();

  function add(address: string, parts: readonly Part[]) {
    const all: string[] = [];
    for (const { text, shared } of parts) {
      const before = shared ? known.get(text) : undefined;
      const found = before ?? linksIn(text, (href) => targets.has(href));
      if (shared) known.set(text, found);
      if (!before) for (const href of found.hrefs) note(href, address);
      all.push(...found.ids);
    }
    ids.set(address, all);
  }

  function note(href: string, address: string) {
    // What is absolute and not the paper's own is left to itself; so are `mailto:` and `tel:`.
    const own = href.startsWith('/') ? href[1] !== '/' : href === baseUrl || href.startsWith(`${baseUrl}/`);
    if (!own && /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(href)) return;
    const key = own ? href : `${address} ${href}`;
    if (targets.has(key)) return;
    const url = URL.canParse(href, baseUrl + address) ? new URL(href, baseUrl + address) : undefined;
    targets.set(key, {
      href,
      path: url ? decode(url.pathname) : href,
      fragment: url ? decode(url.hash.slice(1)) : '',
      from: address,
    });
  }

  return { add, links: () => ({ targets: [...targets.values()], ids }) };
}

/** Every dead link, once the files that were built beside the pages are known by their paths. */
export function deadLinks(
  { targets, ids }: Links,
  files: ReadonlySet<string>,
  routes: readonly Route[],
  edition: Edition,
): Problem[] {
  const { knownMissing } = edition.shared.site.data;
  const addresses = [...ids.keys()];
  const problems: Problem[] = [];
  for (const target of targets) {
    const { path, fragment } = target;
    if (servedElsewhere.test(path)) continue;
    const page = ids.get(path);
    if (!page) {
      if (
        files.has(path.slice(1)) ||
        knownMissing.includes(path) ||
        edition.claimed.has(path) ||
        required.includes(path)
      )
        continue;
      const reason = edition.withheld.get(path);
      problems.push(
        ...report(target, routes, edition, {
          message: reason ? `This link leads to a post that is ${reason}.` : `Nothing stands at \`${path}\`.`,
          hint: reason
            ? 'Take the link out until then, or build with --drafts.'
            : 'Correct the address, or list it under `knownMissing` in site.yaml if the page is still to come.',
          suggestion: reason ? undefined : nearest(path, addresses),
        }),
      );
    } else if (fragment && !page.includes(fragment) && fragment !== 'top') {
      const suggestion = nearest(fragment, page);
      problems.push(
        ...report(target, routes, edition, {
          message: `The page \`${path}\` has no part \`#${fragment}\`.`,
          hint: page.length > 0 ? 'Parts are named by the headings of a text.' : undefined,
          suggestion: suggestion && target.href.replace(/#.*$/, `#${suggestion}`),
        }),
      );
    }
  }
  for (const [i, address] of knownMissing.entries()) {
    if (!ids.has(address)) continue;
    problems.push(
      problemAt(placeAt(edition.shared.site.source, ['knownMissing', i]), {
        rule: 'needless-known-missing',
        severity: 'warning',
        message: `\`${address}\` is listed as missing, and a page stands there.`,
        hint: 'Take the line out, so that the link check watches over it again.',
      }),
    );
  }
  return problems;
}

/**
 * The links and ids of a stretch of HTML. React and the Markdown step write attributes in double quotes, and neither leaves a `<` in a
 * text; so what looks like an attribute is one unless the last angle bracket before it closes a tag. Addresses that are `known` already
 * need no such look.
 */
function linksIn(html: string, known: (href: string) => boolean): Found {
  const hrefs: string[] = [];
  const ids: string[] = [];
  const attribute = /\s(id|href|src|srcset|poster|action)="([^"]*)"/g;
  const inText = (index: number) => html.lastIndexOf('<', index) < html.lastIndexOf('>', index);
  for (let match = attribute.exec(html); match; match = attribute.exec(html)) {
    const [, name, raw = ''] = match;
    const value = decodeEntities(raw);
    if ((name !== 'id' && known(value)) || inText(match.index)) continue;
    if (name === 'id') ids.push(value);
    else if (name === 'srcset')
      hrefs.push(...value.split(',').map((part) => part.trim().split(/\s/)[0] ?? ''));
    else hrefs.push(value);
  }
  return { hrefs, ids };
}

/** One problem for every place in content that wrote the address; where none did, at the page whose template did. */
function report(
  target: Target,
  routes: readonly Route[],
  edition: Edition,
  {
    message,
    hint,
    suggestion,
  }: { message: string; hint: string | undefined; suggestion: string | undefined },
): Problem[] {
  const details = {
    rule: 'dead-link' as const,
    message,
    ...(hint && { hint }),
    ...(suggestion && { suggestion }),
  };
  const page = routes.find(({ address }) => address === target.from)?.source;
  if (!page) throw new Error(`The page ${target.from} was finished and is not routed`);
  const places = [...placesOf(target.href, page, edition)];
  if (places.length > 0) return places.map((place) => problemAt(place, details));
  return [
    problemAt(topOf(page.file), {
      ...details,
      message: `The template that draws this page links to \`${target.href}\`. ${message}`,
    }),
  ];
}

/** Every place in content where an address stands: as a value of YAML, or inside a Markdown text. */
function* placesOf(href: string, page: SourceFile, edition: Edition): Iterable<Place> {
  const { shared, pages, posts } = edition;
  const { site, navigation, embeds, radio, data } = shared;
  const shareds = [site, navigation, embeds, radio, ...Object.values(data)].map(({ source }) => source);
  // What is relative means something else on every page, and only Markdown can write it.
  const relative = !href.startsWith('/') && !/^https?:/i.test(href);
  const everywhere = () => [
    ...shareds,
    ...[...pages, ...posts.map(({ parsed }) => parsed)].map(({ source }) => source),
  ];
  const spellings = [...new Set([href, decode(href)])].filter(Boolean);
  for (const source of relative ? [...shareds, page] : everywhere()) {
    if (!spellings.some((spelling) => source.text.includes(spelling))) continue;
    const { yaml, scalars } = locate(source);
    for (const { path, value, start, end } of scalars()) {
      if (typeof value !== 'string' || path[0] === 'knownMissing') continue;
      if (spellings.includes(value) && (!relative || href.startsWith('#'))) {
        yield placeOf(source.file, source.text, yaml.offset + start, yaml.offset + end);
      } else yield* inMarkdown(source, spellings, yaml.offset + start, yaml.offset + end);
    }
    if (source.file.endsWith('.md')) {
      yield* inMarkdown(source, spellings, yaml.offset + yaml.text.length, source.text.length);
    }
  }
}

/** Where a Markdown text between two offsets writes an address: `](…)`, `<…>`, or a definition's `]: …`. */
function* inMarkdown(
  { file, text }: SourceFile,
  spellings: readonly string[],
  from: number,
  to: number,
): Iterable<Place> {
  for (const words of spellings) {
    for (let at = text.indexOf(words, from); at !== -1 && at < to; at = text.indexOf(words, at + 1)) {
      const before = text.slice(Math.max(0, at - 3), at);
      const after = text[at + words.length] ?? '';
      if (/(?:\]\(<?|<|\]:\s?)$/.test(before) && /^[\s)>]?$/.test(after))
        yield placeOf(file, text, at, at + words.length);
    }
  }
}

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
  '&#39;': "'",
};

const decodeEntities = (text: string): string =>
  text.includes('&')
    ? text.replace(/&(?:amp|lt|gt|quot|#x27|#39);/g, (entity) => entities[entity] ?? entity)
    : text;

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
