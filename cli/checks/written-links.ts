import { type KeyPath, locate, type Stretch, yamlPart } from '../problems/locate.ts';
import { append } from '../problems/problem.ts';
import { createAligner } from '../problems/written.ts';
import { features } from '../sources/markdown.ts';
import { addressesIn } from '../sources/markdown-addresses.ts';
import type { SourceFile } from '../sources/source-file.ts';
import type { DeadLink } from './dead-links.ts';
import { decode } from './links.ts';

/** The words of a content file, between characters at which addresses begin and end. Some addresses contain such characters too. */
const word = /[^\s()<>"',[\]{}]+/g;

/** One way to write a dead address. */
interface Spelling {
  readonly text: string;
  /** The number of characters before its first word. */
  readonly lead: number;
  readonly links: DeadLink[];
}

/** Spellings of dead addresses by their first word, so that all are looked for in one reading of a file. */
export type Lookup = ReadonlyMap<string, readonly Spelling[]>;

/** Addresses with the same first word that are looked for; one word and a bracket begin few. */
const maxAlike = 100;

export function createLookup(links: readonly DeadLink[]): Lookup {
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
      else if (alike.length < maxAlike) alike.push(spelling);
    }
  }
  return lookup;
}

/** A stretch of a file that is spelled like a dead address. */
interface Hit extends Stretch {
  readonly links: readonly DeadLink[];
}

/** A dead address where it is written. */
export interface Written extends Stretch {
  readonly link: DeadLink;
}

/** Every place in a file where an address is written: as a value of YAML, or inside a Markdown text. */
export function findIn(source: SourceFile, lookups: readonly Lookup[]): Written[] {
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
        if (isNoLink(path)) continue;
        const isValue = value === text.slice(hit.start, hit.end);
        if (isValue) append(values, written(couldBeValue(hit), { start, end }));
        else if (isInMarkdown(text, hit)) append(values, written(hit.links, hit));
      }
    }
  }
  const behindSigns = mayHide ? hiddenIn(source, lookups) : [];
  return [...[...inBody, ...behindSigns].flatMap((hit) => written(hit.links, hit)), ...values];
}

/** Whether the addresses at a path of a file are named, and nothing leads there. */
const isNoLink = (path: KeyPath): boolean =>
  path[0] === 'knownMissing' || path[0] === 'aliases' || path.at(-1) === 'from';

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
