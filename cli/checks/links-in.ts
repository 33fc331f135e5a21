/** The addresses and ids of a stretch of HTML. */
export interface Found {
  readonly hrefs: readonly string[];
  readonly ids: readonly string[];
}

const code = {
  tab: 9,
  newline: 10,
  formFeed: 12,
  return: 13,
  space: 32,
  bang: 33,
  doubleQuote: 34,
  singleQuote: 39,
  slash: 47,
  less: 60,
  equals: 61,
  greater: 62,
  question: 63,
} as const;

const isSpace = (c: number) =>
  c === code.space || c === code.newline || c === code.tab || c === code.formFeed || c === code.return;

const isLetter = (c: number) => (c >= 97 && c <= 122) || (c >= 65 && c <= 90);

/** Elements whose content is text, whatever stands in it. */
const rawText = /^(?:script|style|title|textarea)$/i;

const wanted = new Set(['id', 'href', 'src', 'srcset', 'poster', 'action']);

/** Whether one of them starts with a letter, by its place in the alphabet: most attributes need no closer look. */
const mayBeWanted = Array.from({ length: 32 }, (_, i) =>
  [...wanted].some((name) => (name.charCodeAt(0) & 31) === i),
);

/**
 * The links and ids of a stretch of finished HTML, in whole tags. It is read once from its start to its end, as browsers read it: what
 * looks like a link in a text is none. Thousands of pages are read at each build, so it is not the parser of the library; the tests
 * hold it to what that finds.
 */
export function linksIn(html: string): Found {
  const hrefs: string[] = [];
  const ids: string[] = [];

  /** Reads the attributes of a tag, and gives the offset after its end. */
  function readAttributes(from: number): number {
    let at = from;
    while (at < html.length) {
      let c = html.charCodeAt(at);
      if (c === code.greater) return at + 1;
      if (isSpace(c) || c === code.slash) {
        at += 1;
        continue;
      }
      const nameStart = at;
      do c = html.charCodeAt(++at);
      while (at < html.length && c !== code.equals && c !== code.greater && c !== code.slash && !isSpace(c));
      const nameEnd = at;
      while (isSpace(c)) c = html.charCodeAt(++at);
      if (c !== code.equals) continue;
      do c = html.charCodeAt(++at);
      while (isSpace(c));
      const isQuoted = c === code.doubleQuote || c === code.singleQuote;
      const start = isQuoted ? at + 1 : at;
      const end = isQuoted ? html.indexOf(c === code.doubleQuote ? '"' : "'", start) : endOfWord(at);
      if (end === -1) return html.length;
      at = isQuoted ? end + 1 : end;
      const length = nameEnd - nameStart;
      if (length >= 2 && length <= 6 && mayBeWanted[html.charCodeAt(nameStart) & 31])
        take(html.slice(nameStart, nameEnd).toLowerCase(), start, end);
    }
    return at;
  }

  function endOfWord(from: number): number {
    let at = from;
    for (; at < html.length; at++) {
      const c = html.charCodeAt(at);
      if (c === code.greater || isSpace(c)) return at;
    }
    return at;
  }

  function take(name: string, start: number, end: number) {
    if (!wanted.has(name)) return;
    const value = decodeEntities(html.slice(start, end));
    if (name === 'id') ids.push(value);
    else if (name === 'srcset')
      for (const part of value.split(',')) hrefs.push(part.trim().split(/\s/, 1)[0] ?? '');
    else hrefs.push(value);
  }

  /** The offset after `mark`, or that of the end where it is missing. */
  function after(mark: string, from: number): number {
    const found = html.indexOf(mark, from);
    return found === -1 ? html.length : found + mark.length;
  }

  let at = html.indexOf('<');
  while (at !== -1) {
    const c = html.charCodeAt(at + 1);
    if (isLetter(c)) {
      let nameEnd = at + 2;
      for (let next = html.charCodeAt(nameEnd); nameEnd < html.length; next = html.charCodeAt(++nameEnd))
        if (next === code.greater || next === code.slash || isSpace(next)) break;
      const name = html.slice(at + 1, nameEnd);
      at = readAttributes(nameEnd);
      if (name.length >= 5 && name.length <= 8 && rawText.test(name)) at = endOfRawText(html, name, at);
    } else if (c === code.slash) at = after('>', at + 2);
    else if (c === code.bang) at = html.startsWith('--', at + 2) ? after('-->', at + 2) : after('>', at + 2);
    else if (c === code.question) at = after('>', at + 2);
    else at += 1;
    at = html.indexOf('<', at);
  }
  return { hrefs, ids };
}

/** Where the tag that closes an element of text starts. */
function endOfRawText(html: string, name: string, from: number): number {
  const closing = new RegExp(`</${name}(?=[\\s/>])`, 'gi');
  closing.lastIndex = from;
  return closing.exec(html)?.index ?? html.length;
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
