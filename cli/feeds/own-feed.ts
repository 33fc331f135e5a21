import { SaxesParser } from 'saxes';
import { placeOf, topOf } from '../problems/locate.ts';
import { type Outcome, type Problem, problemAt, type Rule, reportFirst } from '../problems/problem.ts';
import type { Feed } from './feed.ts';
import { type Flaw, readFeed } from './read-feed.ts';

/**
 * A feed file of the paper. It is read like other feeds, but its mistakes are problems. The result does not depend on the time of day.
 */
export function parseOwnFeed({
  file,
  text,
}: {
  readonly file: string;
  readonly text: string;
}): Outcome<Feed | undefined> {
  const at = (start: number, end: number, details: Details) =>
    problemAt(placeOf(file, text, start, end), details);
  const atTop = (rule: Rule, message: string, hint?: string) =>
    problemAt(topOf(file), { rule, message, ...(hint && { hint }) });
  const refuse = (...problems: Problem[]) => ({ value: undefined, problems });

  if (text.trim() === '') return refuse(atTop('empty-file', 'This file is empty.'));
  const syntax = syntaxFlaws(text);
  if (syntax.length > 0) {
    return refuse(
      ...reportFirst(syntax, ({ start, end, ...words }) => at(start, end, { rule: 'feed-syntax', ...words })),
    );
  }

  const flaws: Flaw[] = [];
  const reading = readFeed(text, { now: endOfTime, onFlaw: (flaw) => flaws.push(flaw) });
  if (reading.kind !== 'feed') {
    return refuse(
      atTop(
        'not-a-feed',
        'This file is neither RSS nor Atom.',
        'Start it with `<rss version="2.0"><channel>`; each story is an `<item>` with a `<title>`.',
      ),
    );
  }
  const { feed } = reading;
  const problems = reportFirst(flaws, ({ start, end, ...flaw }) => at(start, end, wordsFor(flaw)));
  if (feed.title === undefined) {
    const hint = 'Give its `<channel>` a `<title>`: boards show it as their source.';
    problems.push(atTop('feed-item', 'This feed has no name.', hint));
  }
  if (feed.items.length === 0 && flaws.length === 0) {
    const hint = 'Add at least one `<item>` with a `<title>`.';
    problems.push(atTop('feed-item', 'This feed has no items, so its board would be empty.', hint));
  }
  return problems.length > 0 ? refuse(...problems) : { value: feed, problems };
}

type Details = Parameters<typeof problemAt>[1];

/** Later than any date, so that none is in the future. */
const endOfTime = new Date(8.64e15);

function wordsFor({ kind, text }: Pick<Flaw, 'kind' | 'text'>): Details {
  switch (kind) {
    case 'no-title':
      return {
        rule: 'feed-item',
        message: 'This item has neither a title nor a text.',
        hint: 'Give it a `<title>`: it is the headline.',
      };
    case 'bad-link':
      return {
        rule: 'feed-item',
        message: `\`${text}\` is not an address for a headline.`,
        hint: 'A `<link>` starts with `https://`. If the story has no page, delete the link.',
      };
    case 'bad-date':
      return {
        rule: 'feed-item',
        message: `\`${text}\` cannot be read as a date.`,
        hint: 'Write it as `Fri, 20 Nov 2026 06:30:00 -0600`, or delete the element.',
      };
  }
}

type SyntaxFlaw = {
  readonly start: number;
  readonly end: number;
  readonly message: string;
  readonly hint: string;
};

/** Mistakes of XML: every `&` without a meaning, or else the first mistake in the tags. */
function syntaxFlaws(text: string): readonly SyntaxFlaw[] {
  const ampersands = ampersandFlaws(text);
  if (ampersands.length > 0) return ampersands;
  const tags = tagFlaw(text);
  return tags ? [tags] : [];
}

/**
 * An `&` outside of CDATA and comments that starts nothing XML knows. CDATA and comments that are not closed go on to the end of the text, so
 * that the search is linear.
 */
const strayAmpersand =
  /<!\[CDATA\[(?:[\s\S]*?\]\]>|[\s\S]*)|<!--(?:[\s\S]*?-->|[\s\S]*)|&(?!(?:#\d+|#x[\da-f]+|amp|lt|gt|quot|apos);)(?:\w+;)?/gi;

function ampersandFlaws(text: string): SyntaxFlaw[] {
  return [...text.matchAll(strayAmpersand)]
    .filter(([found]) => found.startsWith('&'))
    .map(({ 0: found, index }) => ({
      start: index,
      end: index + found.length,
      ...(found === '&'
        ? { message: 'An `&` has a special meaning in feeds.', hint: 'Write `&amp;` instead.' }
        : {
            message: `\`${found}\` does not work in a feed.`,
            hint: 'Write the character itself.',
          }),
    }));
}

/** Elements within elements; the parser searches all open ones for each. */
const maxDepth = 256;

interface OpenTag {
  readonly name: string;
  readonly start: number;
}

function tagFlaw(text: string): SyntaxFlaw | undefined {
  const parser = new SaxesParser({ xmlns: true });
  const open: OpenTag[] = [];
  let flaw: SyntaxFlaw | undefined;
  parser.on('opentagstart', ({ name }) => {
    const start = text.lastIndexOf(`<${name}`, parser.position);
    open.push({ name, start });
    if (open.length <= maxDepth) return;
    flaw = {
      start,
      end: start + name.length + 1,
      message: `\`<${name}>\` is inside of ${maxDepth} other elements, which is too deep for a feed.`,
      hint: 'Close each `<tag>` with its `</tag>` where it ends.',
    };
    throw flaw;
  });
  // A closing tag closes what is open inside of its element, and the error comes after that.
  let closed: OpenTag | undefined;
  parser.on('closetag', () => {
    closed = open.pop();
  });
  parser.on('error', ({ message }) => {
    const unclosed = message.includes('unexpected close tag') ? closed : open.at(-1);
    flaw = describeFlaw(text, message, parser.position, open, unclosed);
    throw flaw;
  });
  try {
    parser.write(text).close();
  } catch (thrown) {
    // Only the first mistake is reported: the next ones often follow from it.
    if (thrown !== flaw) throw thrown;
  }
  return flaw;
}

function describeFlaw(
  text: string,
  message: string,
  position: number,
  open: readonly OpenTag[],
  unclosed: OpenTag | undefined,
): SyntaxFlaw {
  const start = Math.max(0, text.lastIndexOf('<', position - 1));
  const closing = /^<\/([^>\s]*)\s*>?/.exec(text.slice(start));
  const closesAnother = closing && !open.some(({ name }) => name === closing[1]);
  if (closing && closesAnother) {
    return {
      start,
      end: start + closing[0].length,
      message: `\`${closing[0]}\` closes a tag that is not open here.`,
      hint: 'Every `<tag>` needs its `</tag>`. Close the last opened tag first.',
    };
  }
  if (unclosed && /clos/.test(message)) {
    const { name } = unclosed;
    return {
      start: unclosed.start,
      end: unclosed.start + name.length + 1,
      message: `\`<${name}>\` is opened here and never closed.`,
      hint: `Write \`</${name}>\` where it ends.`,
    };
  }
  return {
    start,
    end: Math.max(start + 1, position),
    message: 'There is a mistake in the tags here.',
    hint: 'Write `&lt;` for `<` and `&amp;` for `&` in texts, put attributes in quotes, and close each tag.',
  };
}
