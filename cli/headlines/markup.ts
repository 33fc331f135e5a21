/** A tag with its offsets in the text. Its name and those of its attributes are in lower case. */
export interface Tag {
  readonly kind: 'open' | 'close';
  readonly name: string;
  /** Entities are not decoded. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly start: number;
  readonly end: number;
}

/** CDATA, a comment, or a tag; the last alternative is for tags in which a quotation mark is missing. */
const markup =
  /<!\[CDATA\[|<!--|<(?<slash>\/?)(?<name>[a-z_][^\s<>/]*)(?:(?<rest>(?:"[^"<]*"|'[^'<]*'|[^"'<>])*)|(?<broken>[^<>]*))>/gi;

const attribute = /([^\s=/]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))/g;
const none: ReadonlyMap<string, string> = new Map();

/**
 * The tags of XML or HTML in their order, even if it is damaged: without the tags in CDATA and comments, and without each `<` that starts no
 * tag. A self-closing tag is an open and a close one. Takes linear time.
 */
export function* tagsOf(text: string): Generator<Tag> {
  const pattern = new RegExp(markup);
  let element = '';
  let hasComments = true;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const { 0: found, index: start, groups = {} } = match;
    const end = start + found.length;
    if (found === '<!--') {
      const closing: number = hasComments ? text.indexOf('-->', end) : -1;
      hasComments = closing !== -1;
      if (hasComments) pattern.lastIndex = closing + 3;
    } else if (groups.name === undefined) {
      pattern.lastIndex = endOfCdata(text, end, element);
    } else {
      const name = groups.name.toLowerCase();
      const attributes = groups.rest ?? groups.broken?.replace(/["']/g, ' ') ?? '';
      element = name;
      if (groups.slash) yield { kind: 'close', name, attributes: none, start, end };
      else yield { kind: 'open', name, attributes: attributesIn(attributes), start, end };
      // A `/` right after an unquoted value is a part of it.
      if (/(?:^|[\s"'])\/$/.test(attributes))
        yield { kind: 'close', name, attributes: none, start: end, end };
    }
  }
}

function attributesIn(text: string): ReadonlyMap<string, string> {
  if (!text.includes('=')) return none;
  const attributes = new Map<string, string>();
  for (const [, name = '', double, single, bare = ''] of text.matchAll(attribute)) {
    const key = name.toLowerCase();
    if (!attributes.has(key)) attributes.set(key, double ?? single ?? bare);
  }
  return attributes;
}

/** Where CDATA ends: at its mark, or, if that is missing, with its element or item. */
function endOfCdata(text: string, from: number, element: string): number {
  const ends = /\]\]>|<\/([^\s<>/]+)|<(?:item|entry)[\s>]/gi;
  ends.lastIndex = from;
  for (const { 0: found, 1: name, index } of text.matchAll(ends)) {
    if (found === ']]>') return index + found.length;
    if (name === undefined || [element, 'item', 'entry'].includes(name.toLowerCase())) return index;
  }
  return text.length;
}
