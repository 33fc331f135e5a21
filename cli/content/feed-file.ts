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

/**
 * A feed file of the paper. It is read like other feeds, but its mistakes are problems. The result does not depend on the time of day.
 */
export function parseOwnFeed(source: Pick<SourceFile, 'file' | 'text'>): Outcome<Feed | undefined> {
  const { text } = source;
  const refuse = (problems: Problem[]) => ({ value: undefined, problems });
  const atTop = (rule: Rule, message: string, hint?: string) =>
    problem(source, 'top', { rule, message, hint });

  if (text.trim() === '') return refuse([atTop('empty-file', 'This file is empty.')]);
  const mistake = syntaxMistake(text);
  if (mistake) return refuse(problemsAt(source, [mistake]));

  const flaws: Flaw[] = [];
  // Boards of such files show no dates.
  const noTime = new Date(0);
  const reading = readFeed(text, { now: noTime, onFlaw: (flaw) => flaws.push(flaw) });
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
};

/**
 * An `&` outside of CDATA and comments that starts nothing XML knows. CDATA and comments that are not closed go on to the end of the text, so
 * that the search is linear.
 */
const strayAmpersand =
  /<!\[CDATA\[(?:[\s\S]*?\]\]>|[\s\S]*)|<!--(?:[\s\S]*?-->|[\s\S]*)|&(?!(?:#\d+|#x[\da-f]+|amp|lt|gt|quot|apos);)(?:\w+;)?/gi;

/** The first mistake of the XML, because it often causes the next ones. */
function syntaxMistake(text: string): Finding | undefined {
  // The parser takes what follows an `&` for its name, to the end of the text.
  const ampersand = [...text.matchAll(strayAmpersand)].find(([written]) => written.startsWith('&'));
  const place = ampersand ? stretchOf(ampersand) : tagMistake(text);
  const message = 'There is a mistake here, or a tag that is opened before it is never closed.';
  const hint =
    'Write `&lt;` for `<` and `&amp;` for `&` in texts, put attributes in quotes, and close each tag.';
  return place && { ...place, rule: 'feed-syntax', message, hint };
}

/** The line at which the parser finds a mistake in the tags, up to there. */
function tagMistake(text: string): Stretch | undefined {
  const parser = new SaxesParser();
  let end: number | undefined;
  parser.on('error', () => {
    end ??= parser.position;
  });
  parser.write(text).close();
  if (end === undefined) return undefined;
  const line = text.slice(text.lastIndexOf('\n', end - 2) + 1, end);
  return { start: end - line.trimStart().length, end };
}
