import { Composer, type CST, type Document, Lexer, Parser } from 'yaml';

/** Far more words and marks than any file of a paper has; a list of five thousand books has two thirds of it. */
const mostMarks = 450_000;

/** Collections within collections; the deepest of a paper stand six deep. */
const deepest = 100;

/** A YAML text as it was read. */
export interface Reading {
  /** The first document, with what is wrong in it. */
  readonly document: Document.Parsed;
  /** Where a second one stands. */
  readonly second: readonly [start: number, end: number] | undefined;
  /** The offset up to which the text was read, where it has too many marks to be read whole. */
  readonly cutAt: number | undefined;
}

class TooDeep extends Error {}

/**
 * Reads a YAML text; `undefined` where it is nested too deeply.
 *
 * The library's time grows with the words and marks of a text, and what it takes of the stack with its depth; so both are counted while
 * it reads. It finds repeated keys by comparing each with each, so that is left to whoever asks.
 */
export function readDocument(text: string): Reading | undefined {
  const composer = new Composer({ prettyErrors: false, uniqueKeys: false, logLevel: 'silent' });
  let cutAt: number | undefined;
  const tokens = tokensOf(text, (offset) => {
    cutAt = offset;
  });
  try {
    return withoutTraces(() => {
      let document: Document.Parsed | undefined;
      for (const next of composer.compose(tokens, true, text.length)) {
        if (document) return { document, second: [next.range[0], next.range[1]], cutAt };
        document = next;
      }
      return document && { document, second: undefined, cutAt };
    });
  } catch (error) {
    if (!(error instanceof TooDeep)) throw error;
    return undefined;
  }
}

function* tokensOf(text: string, cut: (offset: number) => void): Generator<CST.Token> {
  const parser = new Parser();
  let marks = 0;
  for (const mark of new Lexer().lex(text)) {
    if (++marks > mostMarks) {
      cut(parser.offset);
      break;
    }
    yield* parser.next(mark);
    // The document stands on the stack, every collection that is open, and a value.
    if (parser.stack.length > deepest) throw new TooDeep();
  }
  yield* parser.end();
}

/** Errors of the library are values to us, and the trace that each would take is nine tenths of the cost of thousands. */
function withoutTraces<T>(run: () => T): T {
  const usual = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  try {
    return run();
  } finally {
    Error.stackTraceLimit = usual;
  }
}
