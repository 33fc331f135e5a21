import { Composer, type CST, type Document, Lexer, Parser } from 'yaml';

/** Far more marks than any file of a paper has, five thousand books in a list among them. */
const mostMarks = 400_000;

/** Collections within collections; the deepest of a paper stand six deep. */
const deepest = 100;

/** Why a text is not read at all: it takes the library seconds, or more of the stack than there is. */
export type Unreadable = 'too many marks' | 'too deep';

class Refusal extends Error {
  constructor(readonly reason: Unreadable) {
    super(reason);
  }
}

/**
 * The first YAML document of a text, with what is wrong in it, and where a second one starts. Of a text that cannot be read in a
 * reasonable time, the reason is told to `refuse`.
 *
 * The library's time grows with the words and marks of a text and, by the stack, with its depth; so both are counted while it
 * reads. It finds repeated keys by comparing each with each, so that is left to whoever asks.
 */
export function readDocument(
  text: string,
  options: { readonly strict: boolean },
  refuse: (reason: Unreadable) => void = () => {},
): { readonly document: Document.Parsed; readonly second: [number, number] | undefined } | undefined {
  const composer = new Composer({ ...options, prettyErrors: false, uniqueKeys: false });
  try {
    return withoutTraces(() => {
      let document: Document.Parsed | undefined;
      for (const next of composer.compose(tokensOf(text), true, text.length)) {
        if (document) return { document, second: [next.range[0], next.range[1]] };
        document = next;
      }
      return document && { document, second: undefined };
    });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    refuse(error.reason);
    return undefined;
  }
}

function* tokensOf(text: string): Generator<CST.Token> {
  const parser = new Parser();
  let marks = 0;
  for (const mark of new Lexer().lex(text)) {
    if (++marks > mostMarks) throw new Refusal('too many marks');
    yield* parser.next(mark);
    // A collection in a map or a list stands on the stack, and so does the document.
    if (parser.stack.length > deepest) throw new Refusal('too deep');
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
