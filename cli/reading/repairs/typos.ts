import type { Rule } from '../../problems/problem.ts';
import { edit, type Line, type Repair } from './repair.ts';

/**
 * A typing mistake that a pattern finds. In `replacement`, `message` and `hint`, `{name}` is what the group of that name matches. The group
 * `bad` is the part that is reported; a group `key` must match a key of the schema.
 */
interface Typo {
  /** With the flags `d` and `y`; matched against the line from a given column on. */
  readonly pattern: RegExp;
  readonly replacement: string;
  /** 1 if it is missing. */
  readonly cost?: number;
  readonly rule?: Rule;
  readonly message: string;
  readonly hint: string;
}

type Groups = Readonly<Record<string, string | undefined>>;

/** The repairs of a line for the mistakes that are found at a column of it; templates can use `more` as well. */
export function typoRepairs(typos: readonly Typo[], line: Line, column: number, more: Groups = {}): Repair[] {
  const text = line.text.trimEnd();
  return typos.flatMap(({ pattern, replacement, cost = 1, rule, message, hint }) => {
    pattern.lastIndex = column;
    const match = pattern.exec(text);
    if (!match || (match.groups?.key !== undefined && !line.known.has(match.groups.key))) return [];
    const fill = (template: string) =>
      template.replace(/\{(\w+)\}/g, (same, name: string) => match.groups?.[name] ?? more[name] ?? same);
    const end = match.index + match[0].length;
    const [from, to] = match.indices?.groups?.bad ?? [match.index, end];
    return {
      ...edit(line, text.slice(0, match.index) + fill(replacement) + text.slice(end), from, to),
      cost,
      rule,
      message: fill(message),
      hint: fill(hint),
    };
  });
}

/** Mistakes at the start of a line, after its indentation. */
export const dashTypos: readonly Typo[] = [
  {
    pattern: /(?<bad>-)(?: {2,}|\s*[\t\u00A0]\s*)(?=(?<word>[^\s:]+))/dy,
    replacement: '- ',
    rule: 'yaml-indentation',
    message: 'There must be one ordinary space between the dash and `{word}`.',
    hint: 'Delete what is between them, and type one space.',
  },
  {
    pattern: /(?<bad>-)(?=(?<word>[^\s:-][^\s:]*))/dy,
    replacement: '- ',
    message: 'A space is missing after the dash.',
    hint: 'Write `- {word}`: a dash, a space, and then the entry.',
  },
  {
    pattern: /(?<bad>[–—•*·‣])\s*(?=\S)/dy,
    replacement: '- ',
    message: 'An entry of a list starts with a hyphen (`-`), not with `{bad}`.',
    hint: 'Write a hyphen and a space before the entry.',
  },
  {
    pattern: /(?:- +)*(?<bad>\/\/|\/\*|<!--|--(?= )|;)/dy,
    replacement: '# {bad}',
    message: '`{bad}` does not start a comment here.',
    hint: 'Start the comment with `# `, or delete the line.',
  },
];

const asKey = 'Write `{word}: …`: the key, a colon, a space, and then the value.';

/** Mistakes after the dashes of a line. */
export const keyTypos: readonly Typo[] = [
  {
    pattern: /["']?(?<word>[A-Za-z][\w-]*)["']?(?<bad>:)[\t ]*[\u00A0\u2000-\u200A\u202F\u3000]\s*/dy,
    replacement: '{word}: ',
    message: 'There is a no-break space after `{word}:`. It looks like a space but is a different character.',
    hint: 'Delete it, and type an ordinary space.',
  },
  {
    pattern:
      /["']?(?<key>(?<word>[A-Za-z][\w-]*))["']?(?<bad>\s*(?<sign>=>|:=|->?|[：︰﹕=;,–—]|:\s*:(?=\s*\S)))\s*/dy,
    replacement: '{key}: ',
    message: 'After `{key}` there is `{sign}` instead of a colon.',
    hint: asKey,
  },
  {
    pattern: /(?<kept>(?:.*[{,]\s*)?)["']?(?<word>[A-Za-z][\w-]*)["']?(?<bad>:)(?!\/\/)(?=\S)/dy,
    replacement: '{kept}{word}: ',
    message: 'A space is missing after `{word}:`.',
    hint: asKey,
  },
  {
    pattern: /["']?(?<key>(?<word>[A-Za-z][\w-]*))["']?(?<bad>)(?=\s+[^\s:=]|\s*$)\s*/dy,
    replacement: '{key}: ',
    cost: 1.2,
    message: 'The colon is missing after `{key}`.',
    hint: asKey,
  },
  {
    pattern: /(?<=- +)(?<bad>[^{\s])(?<rest>[^{]*\})$/dy,
    replacement: '{ {bad}{rest}',
    message: 'This line closes a bracket (`}`) that was never opened.',
    hint: 'Put `{` after the dash.',
  },
  {
    pattern: /(?<kept>["'].*\S(?=\s*,$)|.*["'](?=\s*[,;.]$)|.*[\]}\d](?=\s*,$))\s*(?<bad>[,;.])$/dy,
    replacement: '{kept}',
    cost: 1.2,
    message: '`{bad}` does not belong at the end of this line.',
    hint: 'Delete it, or put it before the quotation mark if it is part of the text.',
  },
];

/** Mistakes in a value. `{quoted}` is the value in quotation marks, `{requoted}` with the other kind of marks. */
export const valueTypos: readonly Typo[] = [
  {
    pattern: /(?<bad>&[^\s,[\]{}]+) */dy,
    replacement: '',
    cost: 1.8,
    rule: 'yaml-alias',
    message: '`{bad}` gives this value a name, but nothing in this file repeats it.',
    hint: 'Delete `{bad}`.',
  },
  {
    pattern: /(?=.*["']$)(?<bad>(?<mark>["']).*\k<mark>, *["'].*)$/dy,
    replacement: '[{bad}]',
    message: 'The brackets around this list are missing.',
    hint: 'Write `[{bad}]`.',
  },
  {
    pattern: /(?<bad>(?<mark>["'])(?:(?!\k<mark>).)*)$/dy,
    replacement: '{bad}{mark}',
    message: 'A quotation mark (`{mark}`) opens here and is never closed.',
    hint: 'Put `{mark}` at the end of the text too.',
  },
  {
    pattern: /(?<bad>(?<mark>["'])(?=.*\k<mark>).*(?<!\k<mark>))$/dy,
    replacement: '{quoted}',
    cost: 1.4,
    message: 'The quotation marks end before the text does.',
    hint: 'Put the whole text in quotation marks: `{before} {quoted}`.',
  },
  {
    pattern: /(?<bad>(?<mark>["'])(?=.*\k<mark>.).*\k<mark>)$/dy,
    replacement: '{requoted}',
    cost: 1.1,
    message: 'This text is in `{mark}` and has another `{mark}` in it, which ends it too early.',
    hint: 'Use other quotation marks around the text: `{requoted}`.',
  },
  {
    pattern: /(?<bad>[^"'](?:[^"]*(?=")|[^']*(?='))(?<mark>["']))$/dy,
    replacement: '{requoted}',
    cost: 1.5,
    message: 'A quotation mark (`{mark}`) closes here and was never opened.',
    hint: 'Put one before the text too, or delete this one.',
  },
  {
    pattern: /(?<sign>[|>])(?![-+]?$)(?<bad>.*)$/dy,
    replacement: '{sign}-',
    message: 'After `{sign}`, only `-` or `+` can follow on this line.',
    hint: 'Write `>-` or `|`, and start the text on the next line. `>-` joins its lines, `|` keeps them as they are.',
  },
];
