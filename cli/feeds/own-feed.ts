import { SaxesParser } from 'saxes';
import { placeOf, topOf } from '../problems/locate.ts';
import { type Outcome, type Problem, problemAt, tellFirst } from '../problems/problem.ts';
import type { Feed } from './feed.ts';
import { type Flaw, readFeed } from './read-feed.ts';

/**
 * A feed file of the paper's own. It is read as other people's feeds are, but what is wrong in it is told: here somebody can mend it.
 * It has no moment of reading, so that the same file always gives the same feed.
 */
export function parseOwnFeed({
  file,
  text,
}: {
  readonly file: string;
  readonly text: string;
}): Outcome<Feed | undefined> {
  const at = (start: number, end: number, details: Parameters<typeof problemAt>[1]): Problem =>
    problemAt(placeOf(file, text, start, end), details);
  const refuse = (problem: Problem) => ({ value: undefined, problems: [problem] });

  if (text.trim() === '')
    return refuse(problemAt(topOf(file), { rule: 'empty-file', message: 'This file is empty.' }));
  const syntax = syntaxFlaws(text);
  if (syntax.length > 0) {
    const problems = tellFirst(syntax, ({ start, end, ...words }) =>
      at(start, end, { rule: 'feed-syntax', ...words }),
    );
    return { value: undefined, problems };
  }

  const flaws: Flaw[] = [];
  const reading = readFeed(text, { now: endOfTime, onFlaw: (flaw) => flaws.push(flaw) });
  if (reading.kind !== 'feed') {
    return refuse(
      problemAt(topOf(file), {
        rule: 'not-a-feed',
        message: 'This file is XML, but neither RSS nor Atom.',
        hint: 'Start it with `<rss version="2.0"><channel>`; each story is an `<item>` with a `<title>`.',
      }),
    );
  }
  const { feed } = reading;
  const problems = tellFirst(flaws, ({ start, end, ...flaw }) => at(start, end, wordsFor(flaw)));
  if (feed.title === undefined) {
    problems.push(
      problemAt(topOf(file), {
        rule: 'feed-item',
        message: 'This feed has no name.',
        hint: 'Give its `<channel>` a `<title>`: boards name their source by it.',
      }),
    );
  }
  if (feed.items.length === 0 && flaws.length === 0) {
    problems.push(
      problemAt(topOf(file), {
        rule: 'feed-item',
        message: 'This feed has no items, so its board would be empty.',
        hint: 'Add at least one `<item>` with a `<title>`.',
      }),
    );
  }
  return problems.length > 0 ? { value: undefined, problems } : { value: feed, problems };
}

/** Later than any date that can be written, so that none is left out for being ahead. */
const endOfTime = new Date(8.64e15);

function wordsFor({ kind, text }: Pick<Flaw, 'kind' | 'text'>): Parameters<typeof problemAt>[1] {
  switch (kind) {
    case 'no-title':
      return {
        rule: 'feed-item',
        message: 'This item has neither a title nor a text.',
        hint: 'Give it a `<title>`: that is the headline.',
      };
    case 'bad-link':
      return {
        rule: 'feed-item',
        message: `\`${text}\` is not an address that a headline can lead to.`,
        hint: 'A `<link>` starts with `https://`. Leave it out where the story has no page.',
      };
    case 'bad-date':
      return {
        rule: 'feed-item',
        message: `\`${text}\` cannot be read as a date.`,
        hint: 'Write it as `Fri, 20 Nov 2026 06:30:00 -0600`, or leave the element out.',
      };
  }
}

type SyntaxFlaw = {
  readonly start: number;
  readonly end: number;
  readonly message: string;
  readonly hint: string;
};

/** Where a text is not well-formed XML: every `&` that means nothing, or else the first thing that is wrong with its tags. */
function syntaxFlaws(text: string): readonly SyntaxFlaw[] {
  const ampersands = ampersandFlaws(text);
  if (ampersands.length > 0) return ampersands;
  const tags = tagFlaw(text);
  return tags ? [tags] : [];
}

/**
 * An `&` outside of CDATA and comments that does not begin what XML knows by itself. What is never closed goes on to the end, so that
 * the end is looked for once.
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
        ? { message: 'An `&` alone cannot be in XML.', hint: 'Write `&amp;` instead.' }
        : {
            message: `XML does not know \`${found}\`.`,
            hint: 'Write the character itself: this file is UTF-8.',
          }),
    }));
}

/** Elements within elements; the parser looks through all that are open for each. */
const deepest = 256;

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
    if (open.length <= deepest) return;
    flaw = {
      start,
      end: start + name.length + 1,
      message: `\`<${name}>\` stands inside of ${deepest} other elements, and no feed is that deep.`,
      hint: 'Close each `<tag>` with its `</tag>` where it ends.',
    };
    throw flaw;
  });
  // Whatever is open inside of what a tag closes is closed with it, and the error comes after that.
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
    // The first flaw ends the reading: what follows it often follows from it.
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
      message: `\`${closing[0]}\` closes something that is not open here.`,
      hint: 'Every `<tag>` needs its `</tag>`, the last opened closed first.',
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
    message: 'This is not well-formed XML.',
    hint: 'Write `&lt;` for `<` and `&amp;` for `&` in texts, put attributes in quotes, and close each tag.',
  };
}
