import { Tokenizer } from 'htmlparser2';

/** A tag with its place in the text. Its name and those of its attributes are in lower case. */
export interface Tag {
  readonly kind: 'open' | 'close';
  readonly name: string;
  /** With entities as they are written. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly start: number;
  readonly end: number;
}

/** Characters that are read at once, so that a caller may stop early. */
const chunk = 1 << 16;

const maxAttributes = 100;
const none: ReadonlyMap<string, string> = new Map();

/**
 * The tags of a text in their order, even if it is damaged. A self-closing tag of XML is an open one, and a close one at its end.
 *
 * Made with the library's `Tokenizer`: its `Parser` takes twice as long, and keeps a stack of open elements, with 20 seconds for 700,000
 * of them.
 */
export function* tagsOf(text: string, language: 'xml' | 'html'): Generator<Tag> {
  const isXml = language === 'xml';
  const found: Tag[] = [];
  let name = '';
  let start = 0;
  let attributes = new Map<string, string>();
  let attribute = '';
  let value = '';
  const open = (at: number) =>
    found.push({
      kind: 'open',
      name,
      attributes: attributes.size > 0 ? attributes : none,
      start,
      end: at + 1,
    });
  const close = (start: number, end: number) =>
    found.push({ kind: 'close', name, attributes: none, start, end });
  const ignore = () => {};
  const tokenizer = new Tokenizer(
    { xmlMode: isXml, decodeEntities: false },
    {
      onopentagname(from, to) {
        name = text.slice(from, to).toLowerCase();
        start = from - 1;
        if (attributes.size > 0) attributes = new Map();
      },
      onattribname(from, to) {
        attribute = text.slice(from, to).toLowerCase();
        value = '';
      },
      onattribdata(from, to) {
        value += text.slice(from, to);
      },
      onattribend() {
        if (attributes.size < maxAttributes && !attributes.has(attribute)) attributes.set(attribute, value);
      },
      onopentagend: open,
      onselfclosingtag(at) {
        open(at);
        if (isXml) close(at + 1, at + 1);
      },
      onclosetag(from, to) {
        name = text.slice(from, to).toLowerCase();
        close(text.lastIndexOf('<', from), to + 1);
      },
      onattribentity: ignore,
      oncdata: ignore,
      oncomment: ignore,
      ondeclaration: ignore,
      onend: ignore,
      onprocessinginstruction: ignore,
      ontext: ignore,
      ontextentity: ignore,
    },
  );
  const repaired = isXml ? repair(text) : text;
  for (let at = 0; at < repaired.length; at += chunk) {
    tokenizer.write(repaired.slice(at, at + chunk));
    yield* found.splice(0);
  }
}

/** What may start with `<`: CDATA, a comment, a tag, a tag with a missing quotation mark, nothing. */
const starts = /<!\[CDATA\[|<!--|<\/?[a-z_](?:"[^"<]*"|'[^'<]*'|[^"'<>])*>|(<\/?[a-z_][^<>]*>)|</gi;

/**
 * A text of the same length in which the tokenizer finds all tags: CDATA, comments and each `<` that starts no tag are blank.
 */
function repair(text: string): string {
  const pattern = new RegExp(starts);
  let repaired = '';
  let at = 0;
  let opened = '';
  let hasComments = true;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const { 0: found, 1: unquoted, index } = match;
    let end = index + found.length;
    let replacement: string | undefined;
    if (found === '<!--') {
      const closing: number = hasComments ? text.indexOf('-->', end) : -1;
      hasComments = closing !== -1;
      if (hasComments) end = closing + 3;
    } else if (found.startsWith('<!')) {
      end = endOfCdata(text, end, opened);
    } else if (found !== '<') {
      opened = /^<([^\s<>/]+)/.exec(found)?.[1]?.toLowerCase() ?? '';
      if (unquoted === undefined) continue;
      replacement = unquoted.replace(/["']/g, ' ');
    }
    repaired += text.slice(at, index) + (replacement ?? ' '.repeat(end - index));
    at = end;
    pattern.lastIndex = end;
  }
  return repaired + text.slice(at);
}

/** Where CDATA ends: at its mark, or, if that is missing, with its element or item. */
function endOfCdata(text: string, from: number, element: string): number {
  const ends = /\]\]>|<\/([^\s<>/]+)|<(?:item|entry)[\s>]/gi;
  ends.lastIndex = from;
  for (let match = ends.exec(text); match; match = ends.exec(text)) {
    const name = match[1]?.toLowerCase();
    if (match[0] === ']]>') return match.index + 3;
    if (name === undefined || name === element || name === 'item' || name === 'entry') return match.index;
  }
  return text.length;
}
