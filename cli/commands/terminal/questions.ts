import { createInterface } from 'node:readline/promises';
import { ExitError } from '../../lib/errors.ts';
import { printable } from '../../lib/printable.ts';

export interface Question {
  readonly words: string;
  /** The default: for who only presses Enter, and for scripts. */
  readonly usual: string;
  readonly choices?: readonly string[];
  readonly check?: (answer: string) => string | undefined;
}

export type Ask = (question: Question) => Promise<string>;

/** The exit code of a program that Ctrl+C ended. */
const interrupted = 130;

export const isTerminal = (): boolean => process.stdin.isTTY && process.stderr.isTTY;

/** Runs `use` with questions on the terminal; without a terminal every answer is the default. */
export async function withQuestions<T>(use: (ask: Ask) => Promise<T>): Promise<T> {
  if (!isTerminal()) return use(async ({ usual }) => usual);
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const left = new AbortController();
  terminal.on('SIGINT', () => left.abort());
  terminal.on('close', () => left.abort());
  try {
    return await use((question) =>
      askOn((words) => terminal.question(words, { signal: left.signal }), question),
    );
  } catch (error) {
    if (!left.signal.aborted) throw error;
    throw new ExitError(interrupted, 'Nothing was written.');
  } finally {
    terminal.close();
  }
}

/** The same with `put`, which shows words and gives what was typed. */
export async function askOn(
  put: (words: string) => Promise<string>,
  { words, usual, choices = [], check }: Question,
): Promise<string> {
  const list = choices.length > 0 && choices.length <= 30 ? ` (${choices.join(', ')})` : '';
  const hint = usual === '' ? '' : ` [${usual}]`;
  let wrong = '';
  for (;;) {
    const typed = (await put(printable(`${wrong}${words}${list}${hint}: `))).trim();
    const answer = choices.find((choice) => choice.toLowerCase() === typed.toLowerCase()) ?? (typed || usual);
    const issue =
      choices.length > 0 && !choices.includes(answer) ? `\`${answer}\` is none of these.` : check?.(answer);
    if (issue === undefined) return answer;
    wrong = `${issue} `;
  }
}
