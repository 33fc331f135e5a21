import { decodeXML } from 'entities';
import { type Tag, tagsOf } from '../lib/tags.ts';
import type { Stretch } from '../problems/locate.ts';
import { webAddress } from './feed-item.ts';
import { isHtmlElement } from './feed-text.ts';

/** An element directly within an item or the channel: its content without the white space around it. */
export interface Part extends Stretch {
  /** In lower case, with the usual prefix of its namespace; RSS and Atom have none. */
  readonly name: string;
  readonly tag: Tag;
  /** What addresses in it are relative to, if it says so. */
  readonly base: string | undefined;
}

/** Parts by their names, each in the order of the text. */
export type Parts = ReadonlyMap<string, readonly Part[]>;
type GrowingParts = Map<string, Part[]>;

/** An item with its parts as they are written. */
export interface Item extends Pick<Part, 'name' | 'tag' | 'base'> {
  readonly parts: Parts;
}

/** A feed without its items; filled while they are read. */
export interface Channel {
  /** The first element that only feeds have, such as `rss` or `feed`. */
  root?: string;
  readonly parts: GrowingParts;
}

/** Elements of kind `parts` have a title and a link of their own; elements of kind `text` contain no elements of a feed. */
type Kind = 'root' | 'item' | 'parts' | 'text' | 'html' | 'other';

const kinds: ReadonlyMap<string, Kind> = new Map(
  (
    [
      ['root', 'rss feed rdf:rdf rdf channel'],
      ['item', 'item entry'],
      ['parts', 'image source textinput'],
      [
        'text',
        'title link description summary content pubdate published updated issued modified created guid id',
      ],
      ['text', 'category author comments ttl language copyright rights generator docs subtitle tagline info'],
      ['text', 'managingeditor webmaster lastbuilddate enclosure'],
    ] as const
  ).flatMap(([kind, names]) => names.split(' ').map((name) => [name, kind] as const)),
);

function kindOf(name: string): Kind {
  if (/^(?:dc|dcterms|content|sy):/.test(name)) return 'text';
  return kinds.get(name) ?? (isHtmlElement(name) ? 'html' : 'other');
}

/** Whether an element belongs to feeds. */
const isKnown = (name: string, kind: Kind) =>
  kind === 'text' || kind === 'parts' || /^(?:media|itunes|slash|wfw|thr|georss|feedburner|wp):/.test(name);

/** The usual prefixes of namespaces, by their addresses as `namespaceOf` writes them. */
const namespaces: ReadonlyMap<string, string> = new Map([
  ['www.w3.org/2005/atom', ''],
  ['purl.org/atom/ns', ''],
  ['purl.org/rss/1.0', ''],
  ['my.netscape.com/rdf/simple/0.9', ''],
  ['purl.org/dc/elements/1.1', 'dc'],
  ['purl.org/dc/terms', 'dcterms'],
  ['purl.org/rss/1.0/modules/content', 'content'],
  ['purl.org/rss/1.0/modules/syndication', 'sy'],
  ['search.yahoo.com/mrss', 'media'],
  ['www.itunes.com/dtds/podcast-1.0.dtd', 'itunes'],
  ['www.w3.org/1999/02/22-rdf-syntax-ns', 'rdf'],
]);
const namespaceOf = (address: string) =>
  namespaces.get(
    address
      .slice(0, 80)
      .toLowerCase()
      .replace(/^https?:\/\/|[/#]+$/g, ''),
  );

const maxDepth = 256;
const maxAlike = 100;

interface Open extends Pick<Part, 'name' | 'tag' | 'base'> {
  readonly kind: Kind;
  /** The prefix of elements in it that have none. */
  readonly prefix: string;
  /** Its parts, if it is an item. */
  readonly parts?: GrowingParts;
  /** Where it is added when it closes. */
  readonly owner: GrowingParts | undefined;
}

/**
 * The items of an RSS or Atom feed, even if damaged, in the order in which they end; everything else is added to `channel`.
 *
 * An element of a feed closes those before it that were never closed, an item the item before. What the end of the text cuts off is left
 * out: half a headline is worse than none. Elements deeper than 256 are ignored. A prefix means one namespace in the whole text.
 */
export function* itemsOf(text: string, channel: Channel, url: string | undefined): Generator<Item> {
  const prefixes = new Map(['atom', 'a10', 'rss'].map((prefix) => [prefix, '']));
  const stack: Open[] = [];
  const complete: Item[] = [];

  function closeTo(depth: number, at: number) {
    for (const { name, tag, base, owner, parts } of stack.splice(depth).reverse()) {
      if (parts) complete.push({ name, tag, base, parts });
      if (owner) addPart(owner, { name, tag, base, ...trimmed(text, tag.end, at) });
    }
  }

  function open(tag: Tag) {
    for (const [attribute, address] of tag.attributes) {
      const namespace = attribute.startsWith('xmlns:') ? namespaceOf(address) : undefined;
      if (namespace !== undefined) prefixes.set(attribute.slice('xmlns:'.length), namespace);
    }
    const own = tag.attributes.get('xmlns');
    const prefix = own === undefined ? (stack.at(-1)?.prefix ?? '') : (namespaceOf(own) ?? '');
    const name = usualName(tag.name, prefix, prefixes);
    const kind = kindOf(name);
    closeTo(depthFor(name, kind, stack), tag.start);
    if (kind === 'root') channel.root ??= name;
    if (stack.length >= maxDepth) return;
    const parent = stack.at(-1);
    const base = baseOf(tag, parent?.base ?? url) ?? parent?.base;
    const isInChannel = !parent || parent.kind === 'root';
    const isPart = kind !== 'item' && kind !== 'root';
    stack.push({
      name,
      kind,
      base,
      prefix,
      tag,
      owner: isPart ? (isInChannel ? channel.parts : parent.parts) : undefined,
      parts: kind === 'item' ? new Map() : undefined,
    });
  }

  for (const tag of tagsOf(text, 'xml')) {
    if (tag.kind === 'open') open(tag);
    else {
      const depth = stack.findLastIndex((open) => open.tag.name === tag.name);
      if (depth !== -1) closeTo(depth, tag.start);
    }
    yield* complete.splice(0);
  }
  const last = stack.find(({ parts }) => parts);
  if (last?.parts) yield { ...last, parts: last.parts };
}

function trimmed(text: string, start: number, end: number): Stretch {
  const content = text.slice(start, end);
  const from = start + (content.length - content.trimStart().length);
  return { start: from, end: from + content.trim().length };
}

/** How many of the open elements stay open when another one starts. */
function depthFor(name: string, kind: Kind, stack: readonly Open[]): number {
  if (kind === 'item') return stack.findLastIndex((open) => open.kind === 'root') + 1;
  if (kind === 'root') {
    const outer = stack.findLastIndex((open) => open.kind === 'item' || open.kind === 'root');
    return stack[outer]?.kind === 'item' ? outer : stack.length;
  }
  let depth = stack.length;
  if (!isKnown(name, kind)) return depth;
  const isHtml = isHtmlElement(name);
  for (let at = depth - 1; at >= 0; at -= 1) {
    const outer = stack[at]?.kind;
    if (outer === 'text') depth = at;
    // HTML has titles, links and sources of its own.
    else if (outer === 'html' ? isHtml : outer !== 'other') break;
  }
  return depth;
}

function usualName(name: string, prefix: string, prefixes: ReadonlyMap<string, string>): string {
  const colon = name.indexOf(':');
  const written = name.slice(0, Math.max(0, colon));
  const usual = colon === -1 ? prefix : (prefixes.get(written) ?? written);
  const local = name.slice(colon + 1);
  return usual ? `${usual}:${local}` : local;
}

/** The base that an element sets for its content. */
function baseOf({ attributes }: Tag, outer: string | undefined): string | undefined {
  const written = attributes.get('xml:base');
  return written === undefined ? undefined : webAddress(decodeXML(written), outer);
}

function addPart(parts: GrowingParts, part: Part) {
  const alike = parts.get(part.name);
  if (!alike) parts.set(part.name, [part]);
  else if (alike.length < maxAlike) alike.push(part);
}
