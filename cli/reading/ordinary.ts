import yaml from 'js-yaml';
import { parse } from 'yaml';
import { cached } from '../lib/cached.ts';
import { isRecord } from '../lib/is-record.ts';

/** In characters; front matter is shorter. */
const maxText = 16 * 1024;

// The forms of a field in ordinary front matter: a value on its line, a text that continues below it, or a list below it.
const start = '[^\\s\\-?:,[\\]{}#&*!|>\'"%@`“„‟«]';
/** No mark at its end that something should have opened. */
const plain = `${start}(?:[^\\n: ]| (?!#)|:(?=\\S))*(?<=[^\\s"'\\]}])`;
/** A comment that follows a text has a space after its mark; without one, it was probably meant for the text. */
const end = '(?: ?| +# .*)\\n';
/** Lines without a value. */
const gap = '(?: *#.*\\n|\\n)*';
/** A new line in a text: no space before it, and no dash that might start an entry. */
const wrap = '(?<! )\\n +(?=[^\\s\\-])';
const inQuotes = (more: string) => `(?:"(?:[^"\\\\\\n]|\\\\["\\\\nt]${more})*"|'(?:[^'\\n]|''${more})*')`;
const quoted = inQuotes('');
const item = `(?:${quoted}|${start}(?:[^\\s:,[\\]{}#"']| +(?=[^\\s:,[\\]{}#"']))*)`;
const space = '(?: |\\n +(?=\\S))*';
const flowList = `\\[${space}(?:${item}${space}(?:,${space}${item}${space})*(?:,${space})?)?\\n?\\]`;
const entry = `- (?:${quoted}|${plain})${end}`;
const below = `(?: +${plain} ?\\n)*`;
const key = '(?:(?!null:)[A-Za-z][\\w-]*|"[A-Za-z][\\w-]*"|\'[A-Za-z][\\w-]*\')';
const field = `${key}:(?:${[
  ` +(?:${inQuotes(`|${wrap}`)}|${flowList}) *(?: # .*)?\\n`,
  ` +${plain}(?: ?\\n${below}| +# .*\\n)`,
  ` +[>|]-?\\n(?<text> +)${plain} ?\\n(?:\\k<text>${plain} ?\\n|\\n+(?=\\k<text>\\S))*`,
  ` ?\\n${gap}(?<dash> *)${entry}(?:${gap}\\k<dash>${entry})*`,
  ` ?\\n${below}`,
].join('|')})`;
/** The first line may be blank in place of a `---`. */
const ordinary = new RegExp(`^(?: +\\n)?(?:${field}|#.*\\n|\\n)*$`, 'i');

/** Control characters (with tabs), lone surrogates, and characters that some parsers take for line ends. */
const special =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
  /[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u2028\u2029\uD800-\uDFFF\uFEFF\uFFFE\uFFFF]/;

/** What may be more than a text, a number or `true`, is what the `yaml` library makes of it. */
const value = new yaml.Type('tag:yaml.org,2002:value', {
  kind: 'scalar',
  resolve: (written) => /^(?:~|null|true|false|[-+]?\.?(?:inf|nan|\d[\w.]*(?:[-+]\d+)?))$/i.test(written),
  construct: cached((written: string) => parse(written)),
});
const schema = new yaml.Schema({ include: [yaml.FAILSAFE_SCHEMA], implicit: [value] });

/**
 * The value of a YAML text if all of its fields have an ordinary form and none can have a mistake; otherwise `undefined`.
 * js-yaml reads such a text in a fraction of the time of `yaml`, which keeps positions, and gives the same value.
 */
export function readOrdinaryYaml(text: string) {
  if (text.length > maxText || special.test(text) || !ordinary.test(text)) return undefined;
  try {
    const value = yaml.safeLoad(text, { schema });
    return isRecord(value) ? { value } : undefined;
  } catch (error) {
    // `yaml` reports it with its position.
    if (error instanceof yaml.YAMLException) return undefined;
    throw error;
  }
}
