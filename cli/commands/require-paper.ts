import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { requireContent } from './terminal/folders.ts';
import { isTerminal, withQuestions } from './terminal/questions.ts';

/** Offers `init` on a terminal where there is no content folder. Throws, as wrong usage, where there is none after that. */
export async function requirePaper(flags: { readonly content: string }, root: string): Promise<void> {
  const words = `There is no content folder ${resolve(flags.content)}. Start a paper there?`;
  const question = { words, usual: 'yes', choices: ['yes', 'no'] };
  if (!existsSync(flags.content) && isTerminal() && (await withQuestions((ask) => ask(question))) === 'yes') {
    const { newPaper } = await import('./init/new-paper.ts');
    await newPaper({ content: flags.content, yes: false, force: false }, root);
  }
  requireContent(flags.content);
}
