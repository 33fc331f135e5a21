import { Composer, type CST, type Document, Lexer, Parser } from 'yaml';

/** A list of five thousand books has two thirds as many. */
const maxLexemes = 450_000;

/** The nesting of collections; a paper needs six levels. */
const maxDepth = 100;

/** `at` is the offset up to which a text was read, if it is too large to be read whole. */
interface Cut {
  at?: number;
}

class TooDeep extends Error {}

/**
 * Reads a YAML text; `undefined` if it is nested too deeply. Repeated keys are not reported, because the library compares each with each.
 *
 * The library's time grows with the lexemes of a text, and its stack with the depth, so both are limited.
 */
export function readDocument(text: string) {
  const composer = new Composer({ prettyErrors: false, uniqueKeys: false, logLevel: 'silent' });
  const { stackTraceLimit } = Error;
  const cut: Cut = {};
  try {
    // The library's errors are used as values; traces would take nine tenths of the time for thousands.
    Error.stackTraceLimit = 0;
    let document: Document.Parsed | undefined;
    for (const next of composer.compose(tokensOf(text, cut), true, text.length)) {
      if (document) return { document, second: { start: next.range[0], end: next.range[1] }, cutAt: cut.at };
      document = next;
    }
    return document && { document, second: undefined, cutAt: cut.at };
  } catch (error) {
    if (!(error instanceof TooDeep)) throw error;
    return undefined;
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

function* tokensOf(text: string, cut: Cut): Generator<CST.Token> {
  const parser = new Parser();
  let lexemes = 0;
  for (const lexeme of new Lexer().lex(text)) {
    if (++lexemes > maxLexemes) {
      cut.at = parser.offset;
      break;
    }
    yield* parser.next(lexeme);
    // The stack holds the document, every open collection, and a value.
    if (parser.stack.length > maxDepth) throw new TooDeep();
  }
  yield* parser.end();
}
