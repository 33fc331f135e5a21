import type { ScriptWords } from '../words/words.ts';

// The words of a script, in the language of the paper. The build writes them before its code, and no others.
declare global {
  const siteWords: ScriptWords['site'];
  const radioWords: ScriptWords['radio'];
}
