import { Composer, type CST, type Document, Lexer, Parser } from 'yaml';

/** A list of five thousand books has two thirds as many. */
const maxLexemes = 450_000;

/** The nesting of collections; a paper needs six levels. */
const maxDepth = 100;

export interface Reading {
  /** The first document, with its errors and warnings. */
  readonly document: Document.Parsed;
  /** The place of a second one. */
  readonly second: readonly [start: number, end: number] | undefined;
  /** The offset up to which the text was read, if it is too large to be read whole. */
  readonly cutAt: number | undefined;
}

class TooDeep extends Error {}

/**
 * Reads a YAML text; `undefined` if it is nested too deeply. Repeated keys are not reported, because the library compares each with each.
 *
 * The library's time grows with the lexemes of a text, and its stack with the depth, so both are limited.
 */
export function readDocument(text: string): Reading | undefined {
  const composer = new Composer({ prettyErrors: false, uniqueKeys: false, logLevel: 'silent' });
  const { stackTraceLimit } = Error;
  let cutAt: number | undefined;
  const tokens = tokensOf(text, (offset) => {
    cutAt = offset;
  });
  try {
    // The library's errors are used as values; traces would take nine tenths of the time for thousands.
    Error.stackTraceLimit = 0;
    let document: Document.Parsed | undefined;
    for (const next of composer.compose(tokens, true, text.length)) {
      if (document) return { document, second: [next.range[0], next.range[1]], cutAt };
      document = next;
    }
    return document && { document, second: undefined, cutAt };
  } catch (error) {
    if (!(error instanceof TooDeep)) throw error;
    return undefined;
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

function* tokensOf(text: string, cut: (offset: number) => void): Generator<CST.Token> {
  const parser = new Parser();
  let lexemes = 0;
  for (const lexeme of new Lexer().lex(text)) {
    if (++lexemes > maxLexemes) {
      cut(parser.offset);
      break;
    }
    yield* parser.next(lexeme);
    // The stack holds the document, every open collection, and a value.
    if (parser.stack.length > maxDepth) throw new TooDeep();
  }
  yield* parser.end();
}
