import type { Stretch } from '../problems/locate.ts';
import { isHtmlElement } from './feed-text.ts';
import { type Tag, tagsOf } from './markup.ts';

/** An element directly within an item or the channel: its content without the white space around it. */
export interface Part extends Stretch {
  /** In lower case; elements of RSS and Atom have no prefix. */
  readonly name: string;
  readonly tag: Tag;
}

/** Parts by name, each in the order of the text. */
export type Parts = Map<string, Part[]>;

export interface Item extends Pick<Part, 'name' | 'tag'> {
  readonly parts: Parts;
}

/** A feed without its items; filled while they are read. */
export interface Channel {
  /** The first element that only feeds have, such as `rss` or `feed`. */
  root?: string;
  readonly parts: Parts;
}

const roots = new Set(['rss', 'feed', 'rdf:rdf', 'rdf', 'channel']);

/** Elements of feeds that contain text, or elements that no feed element follows inside of them. */
const textNames =
  'title link description summary content pubdate published updated issued modified created guid id category author comments ' +
  'ttl language copyright rights generator docs subtitle tagline info managingeditor webmaster lastbuilddate enclosure';
const texts = new Set(textNames.split(' '));
const textPrefix = /^(?:dc|content|sy):/;

/** Elements of feeds that contain other elements. */
const containers = /^(?:image|source|textinput|(?:media|itunes|slash|wfw|thr|georss|feedburner|wp):.*)$/;

type Kind = 'root' | 'item' | 'text' | 'html' | 'other';

function kindOf(name: string): Kind {
  if (roots.has(name)) return 'root';
  if (name === 'item' || name === 'entry') return 'item';
  if (texts.has(name) || textPrefix.test(name)) return 'text';
  return isHtmlElement(name) ? 'html' : 'other';
}

/** The usual prefixes of namespaces: Atom 1.0 and 0.3 and RSS 1.0 and 0.9 have none. Other extensions are known by their prefix alone. */
const namespaces: readonly (readonly [address: RegExp, prefix: string])[] = [
  [/^https?:\/\/(?:www\.w3\.org\/2005\/atom|purl\.org\/atom\/ns#|purl\.org\/rss\/1\.0)\/?$/i, ''],
  [/^http:\/\/(?:my\.netscape\.com\/rdf|backend\.userland\.com|blogs\.law\.harvard\.edu\/tech)\//i, ''],
  [/^http:\/\/purl\.org\/dc\/(?:elements|terms)\//i, 'dc'],
  [/^https?:\/\/search\.yahoo\.com\/mrss/i, 'media'],
];

/** The elements around all items; where one of them has a prefix of its own, it is that of RSS or Atom. */
const rootWithPrefix = /^([^:]+):(?:rss|feed|channel)$/;

/** Closing tags are searched in the stack of open elements, so that it must not be endless. */
const maxDepth = 256;

interface Open extends Pick<Part, 'name' | 'tag'> {
  readonly kind: Kind;
  readonly parts: Parts | undefined;
  /** The parts that this element joins when it closes. */
  readonly owner: Parts | undefined;
}

/**
 * The items of an RSS or Atom feed, even if damaged, in the order in which they end; everything else is added to `channel`.
 *
 * An element of a feed closes those before it that were never closed, an item the item before. What the end of the text cuts off is left
 * out: half a headline is worse than none. Elements deeper than 256 are ignored. A prefix means one namespace in the whole text.
 */
export function* itemsOf(text: string, channel: Channel): Generator<Item> {
  const prefixes = new Map(Object.entries({ atom: '', a10: '', rss: '', dcterms: 'dc' }));
  const stack: Open[] = [];
  const complete: Item[] = [];

  function closeTo(depth: number, at: number) {
    for (const { name, tag, owner, parts } of stack.splice(depth).reverse()) {
      if (parts) complete.push({ name, tag, parts });
      if (owner) addPart(owner, { name, tag, ...trimmed(text, tag.end, at) });
    }
  }

  function open(tag: Tag) {
    for (const [attribute, address] of tag.attributes) {
      const known = attribute.startsWith('xmlns:') && namespaces.find(([pattern]) => pattern.test(address));
      if (known) prefixes.set(attribute.slice('xmlns:'.length), known[1]);
    }
    const rootPrefix = rootWithPrefix.exec(tag.name)?.[1];
    if (rootPrefix && channel.parts.size === 0 && stack.every(({ kind }) => kind === 'root'))
      prefixes.set(rootPrefix, '');
    const name = usualName(tag.name, prefixes);
    const kind = kindOf(name);
    closeTo(depthFor(name, kind, stack), tag.start);
    if (kind === 'root') channel.root ??= name;
    if (stack.length >= maxDepth) return;
    const parent = stack.at(-1);
    const parts: Parts | undefined = kind === 'item' ? new Map() : undefined;
    const isPart = kind !== 'item' && kind !== 'root';
    const parentParts = !parent || parent.kind === 'root' ? channel.parts : partsWithin(name, parent);
    stack.push({ name, kind, tag, parts, owner: isPart ? parentParts : undefined });
  }

  for (const tag of tagsOf(text)) {
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

function usualName(name: string, prefixes: ReadonlyMap<string, string>): string {
  const [, written, local = name] = /^([^:]*):(.*)$/.exec(name) ?? [];
  const prefix = prefixes.get(written ?? '') ?? written;
  return prefix ? `${prefix}:${local}` : local;
}

/** The parts that an element joins in another one. Groups of media have titles of their items. */
const partsWithin = (name: string, parent: Open): Parts | undefined =>
  mediaGroups.has(parent.name) && (name === 'media:title' || mediaGroups.has(name))
    ? parent.owner
    : parent.parts;
const mediaGroups = new Set(['media:group', 'media:content']);

function trimmed(text: string, start: number, end: number): Stretch {
  const content = text.slice(start, end);
  const from = start + (content.length - content.trimStart().length);
  return { start: from, end: from + content.trim().length };
}

/** How many of the open elements stay open when another one starts. */
function depthFor(name: string, kind: Kind, stack: readonly Open[]): number {
  if (kind === 'item' || kind === 'root') return stack.findLastIndex((open) => open.kind === 'root') + 1;
  let depth = stack.length;
  if (kind !== 'text' && !containers.test(name)) return depth;
  for (let at = depth - 1; at >= 0; at -= 1) {
    const outer = stack[at]?.kind;
    if (outer === 'text') depth = at;
    // HTML has titles, links and sources of its own.
    else if (outer === 'html' ? isHtmlElement(name) : outer !== 'other') break;
  }
  return depth;
}

function addPart(parts: Parts, part: Part) {
  const alike = parts.get(part.name);
  if (alike) alike.push(part);
  else parts.set(part.name, [part]);
}
