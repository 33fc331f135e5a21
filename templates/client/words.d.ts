import type { ScriptWords } from '../words/words.ts';

// What scripts say, in the language of the paper. The build puts each text in the place of its name, so a script holds its own words alone.
declare global {
  const scriptWords: ScriptWords;
}
