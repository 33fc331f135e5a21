import { SaxesParser } from 'saxes';
import type { Feed, Flaw } from '../headlines/feed.ts';
import { readFeed } from '../headlines/read-feed.ts';
import { type Stretch, stretchOf } from '../problems/locate.ts';
import {
  type Details,
  type Finding,
  type Outcome,
  type Problem,
  problem,
  problemsAt,
  type Rule,
} from '../problems/problem.ts';
import type { SourceFile } from './source-file.ts';

/** Later than any date, so that none is in the future. */
const endOfTime = new Date(8.64e15);

/**
 * A feed file of the paper. It is read like other feeds, but its mistakes are problems. The result does not depend on the time of day.
 */
export function parseOwnFeed(source: Pick<SourceFile, 'file' | 'text'>): Outcome<Feed | undefined> {
  const { text } = source;
  const refuse = (problems: Problem[]) => ({ value: undefined, problems });
  const atTop = (rule: Rule, message: string, hint?: string) =>
    problem(source, 'top', { rule, message, hint });

  if (text.trim() === '') return refuse([atTop('empty-file', 'This file is empty.')]);
  const syntax = syntaxMistakes(text);
  if (syntax.length > 0) return refuse(problemsAt(source, syntax));

  const flaws: Flaw[] = [];
  const reading = readFeed(text, { now: endOfTime, onFlaw: (flaw) => flaws.push(flaw) });
  if (reading.kind !== 'feed') {
    const hint = 'Start it with `<rss version="2.0"><channel>`; each story is an `<item>` with a `<title>`.';
    return refuse([atTop('not-a-feed', 'This file is neither RSS nor Atom.', hint)]);
  }
  const { feed } = reading;
  const problems = flaws.map((flaw) =>
    problem(source, flaw, { rule: 'feed-item', ...wordsFor[flaw.kind](flaw.text) }),
  );
  if (feed.title === undefined) {
    const hint = 'Give its `<channel>` a `<title>`: boards show it as their source.';
    problems.push(atTop('feed-item', 'This feed has no name.', hint));
  }
  if (feed.items.length === 0 && flaws.length === 0) {
    const hint = 'Add at least one `<item>` with a `<title>`.';
    problems.push(atTop('feed-item', 'This feed has no items, so its board would be empty.', hint));
  }
  return problems.length > 0 ? refuse(problems) : { value: feed, problems };
}

const wordsFor: Readonly<Record<Flaw['kind'], (text: string) => Pick<Details, 'message' | 'hint'>>> = {
  'no-title': () => ({
    message: 'This item has neither a title nor a text.',
    hint: 'Give it a `<title>`: it is the headline.',
  }),
  'bad-link': (text) => ({
    message: `\`${text}\` is not an address for a headline.`,
    hint: 'A `<link>` starts with `https://`. If the story has no page, delete the link.',
  }),
  'bad-date': (text) => ({
    message: `\`${text}\` cannot be read as a date.`,
    hint: 'Write it as `Fri, 20 Nov 2026 06:30:00 -0600`, or delete the element.',
  }),
};

/**
 * An `&` outside of CDATA and comments that starts nothing XML knows. CDATA and comments that are not closed go on to the end of the text, so
 * that the search is linear.
 */
const strayAmpersand =
  /<!\[CDATA\[(?:[\s\S]*?\]\]>|[\s\S]*)|<!--(?:[\s\S]*?-->|[\s\S]*)|&(?!(?:#\d+|#x[\da-f]+|amp|lt|gt|quot|apos);)(?:\w+;)?/gi;

const rule = 'feed-syntax';

/** Mistakes of XML: every `&` without a meaning, or else the first mistake in the tags, because it often causes the next ones. */
function syntaxMistakes(text: string): readonly Finding[] {
  const ampersands = [...text.matchAll(strayAmpersand)].filter(([written]) => written.startsWith('&'));
  if (ampersands.length === 0) return tagMistake(text);
  return ampersands.map((match) => ({
    ...stretchOf(match),
    rule,
    ...(match[0] === '&'
      ? { message: 'An `&` has a special meaning in feeds.', hint: 'Write `&amp;` instead.' }
      : { message: `\`${match[0]}\` does not work in a feed.`, hint: 'Write the character itself.' }),
  }));
}

interface OpenTag extends Stretch {
  readonly name: string;
}

function tagMistake(text: string): readonly Finding[] {
  const parser = new SaxesParser();
  const open: OpenTag[] = [];
  let closed: OpenTag | undefined;
  let mistake: Finding | undefined;
  parser.on('opentagstart', ({ name }) => {
    const start = text.lastIndexOf(`<${name}`, parser.position);
    open.push({ name, start, end: start + name.length + 1 });
  });
  // A closing tag closes the elements inside of its own; the error comes after that.
  parser.on('closetag', () => {
    closed = open.pop();
  });
  parser.on('error', ({ message }) => {
    mistake ??= explain(message);
  });

  function explain(error: string): Finding {
    const start = Math.max(0, text.lastIndexOf('<', parser.position - 1));
    const [closing, name] = /^<\/([^>\s]*)\s*>?/.exec(text.slice(start)) ?? [];
    if (closing && !/unclosed/.test(error) && !open.some((tag) => tag.name === name)) {
      const message = `\`${closing}\` closes a tag that is not open here.`;
      const hint = 'Every `<tag>` needs its `</tag>`. Close the last opened tag first.';
      return { start, end: start + closing.length, rule, message, hint };
    }
    const unclosed = error.includes('unexpected close tag') ? closed : open.at(-1);
    if (unclosed && /clos/.test(error)) {
      const message = `\`<${unclosed.name}>\` is opened here and never closed.`;
      const { start, end } = unclosed;
      return { start, end, rule, message, hint: `Write \`</${unclosed.name}>\` where it ends.` };
    }
    const message = 'There is a mistake in the tags here.';
    const hint =
      'Write `&lt;` for `<` and `&amp;` for `&` in texts, put attributes in quotes, and close each tag.';
    return { start, end: Math.max(start + 1, parser.position), rule, message, hint };
  }

  parser.write(text).close();
  return mistake ? [mistake] : [];
}
