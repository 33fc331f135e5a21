import type { ImportDependency, UrlDependency, Warning } from 'lightningcss';
import type { SourceFile } from '../content/source-file.ts';
import { decoded, parseUrl } from '../lib/web-address.ts';
import { createGuess } from '../problems/nearest.ts';
import { type Details, type Finding, type Outcome, problem, problemsAt } from '../problems/problem.ts';
import { unfinishedMerges } from '../reading/text-mistakes.ts';

/** The name of the paper's own stylesheet in `content/`. */
export const customCssName = 'custom.css';

/** Characters of the file, nested brackets, and blocks: Lightning CSS is native code with unbounded recursion, and compares rules with each other. */
const maxLength = 256 * 1024;
const maxDepth = 64;
const maxBlocks = 4000;

/**
 * Minifies the paper's own stylesheet and resolves its URLs to `files` of the site. Anything that is not read by browsers, that loads from
 * elsewhere, or that is missing is a problem.
 */
export async function customCss(source: SourceFile, files: ReadonlySet<string>): Promise<Outcome<string>> {
  const { text } = source;
  if (text.length > maxLength) {
    const message = `This stylesheet is longer than ${maxLength / 1024} KB, so it is not read.`;
    const hint = 'Most of what papers change is in theme.yaml; embed no pictures or fonts.';
    return { value: '', problems: [problem(source, 'top', { rule: 'too-large', message, hint })] };
  }
  const merges = unfinishedMerges(source);
  if (merges.length > 0) return { value: '', problems: merges };
  const unread = bracketFinding(text);
  if (unread) return { value: '', problems: problemsAt(source, [unread]) };
  const findings: Finding[] = [];
  const { css, dependencies, warnings } = await transformed(text);
  const offsetAt = offsets(text);
  const guess = createGuess();
  const addresses = new Map<string, string>();
  for (const warning of warnings) findings.push(syntaxFinding(warning, text, offsetAt(warning.loc)));
  for (const dependency of dependencies) {
    const { loc, placeholder } = dependency;
    const resolved = resolve(dependency, files, guess);
    if (typeof resolved === 'string') addresses.set(placeholder, resolved);
    else findings.push({ start: offsetAt(loc.start), end: offsetAt(loc.end) + 1, ...resolved });
  }
  const value = css.replace(/"([\w-]+)"/g, (written, placeholder: string) => {
    const address = addresses.get(placeholder);
    return address === undefined ? written : JSON.stringify(address);
  });
  return { value, problems: problemsAt(source, findings) };
}

/** CSS tokens: a comment, a string, an unquoted `url(…)`, an identifier or function name, a bracket. */
const tokens =
  /\/\*[\s\S]*?(?:\*\/|$)|"(?:\\[\s\S]|[^"\\\n\r\f])*"?|'(?:\\[\s\S]|[^'\\\n\r\f])*'?|url\((?!\s*["'])(?:\\[\s\S]|[^)\\])*\)?|(?:[-\w\u0080-\uffff]|\\(?:[\da-f]{1,6}(?:\r\n|\s)?|[\s\S]))+\(?|[{}()[\]]/gi;

const closing: Readonly<Record<string, string>> = { '{': '}', '(': ')', '[': ']' };

/** More nesting or rules than are read, or a bracket that is never closed: CSS closes it silently at the end of the file. */
function bracketFinding(text: string): Finding | undefined {
  const open: { readonly token: string; readonly at: number }[] = [];
  let blocks = 0;
  const placeAt = (start: number) => ({ start, end: start + 1, rule: 'css-syntax' }) as const;
  for (const { 0: token, index } of text.matchAll(tokens)) {
    if (/^(?:["']|\/\*|url\(.)/i.test(token)) continue;
    const last = token.at(-1) ?? '';
    // Within other brackets a bracket that closes nothing is skipped.
    if (last in closing) open.push({ token: last, at: index + token.length - 1 });
    else if (token === closing[open.at(-1)?.token ?? '']) open.pop();
    if (token === '{') blocks += 1;
    if (open.length > maxDepth || blocks > maxBlocks) {
      const message = `This stylesheet nests brackets more than ${maxDepth} deep, or has more than ${maxBlocks} rules.`;
      return { ...placeAt(index), message, hint: 'Close the rules before it, or take some out.' };
    }
  }
  const unclosed = open.at(-1);
  if (!unclosed) return undefined;
  const { token, at } = unclosed;
  const message = `This \`${token}\` is never closed.`;
  return { ...placeAt(at), message, hint: `Write \`${closing[token]}\` at its end.` };
}

type Dependency = ImportDependency | UrlDependency;

/** Parses and minifies; URLs are replaced by placeholders. */
async function transformed(text: string) {
  const { transform } = await import('lightningcss');
  try {
    const { code, dependencies, warnings } = transform({
      filename: customCssName,
      code: Buffer.from(text),
      minify: true,
      errorRecovery: true,
      analyzeDependencies: true,
    });
    return {
      css: Buffer.from(code).toString('utf8').trim(),
      dependencies: (dependencies || []) as Dependency[],
      warnings,
    };
  } catch (error) {
    // Some errors have no recovery.
    if (!(error instanceof SyntaxError && 'loc' in error)) throw error;
    const { message, loc } = error as SyntaxError & { readonly loc: Warning['loc'] };
    return { css: '', dependencies: [], warnings: [{ message, loc }] };
  }
}

/** Converts a line and a column, both from 1, to an offset; at most the end of its line. */
function offsets(text: string): (at: { readonly line: number; readonly column: number }) => number {
  const lines = text.split('\n');
  const starts = [0];
  for (const line of lines) starts.push((starts.at(-1) ?? 0) + line.length + 1);
  return ({ line, column }) =>
    (starts[line - 1] ?? 0) + Math.min(column - 1, Math.max(0, (lines[line - 1]?.length ?? 1) - 1));
}

function syntaxFinding({ message }: Pick<Warning, 'message'>, text: string, start: number): Finding {
  const word = /^[^\s;{}]*/.exec(text.slice(start))?.[0] ?? '';
  const place = { start, end: start + Math.max(1, word.length), rule: 'css-syntax' } as const;
  const [unknown] = /^Unknown at rule: @[-\w]+|^'[^']+' is not recognized[^.]*/.exec(message) ?? [];
  if (unknown)
    return {
      ...place,
      severity: 'warning',
      message: `Not all browsers may read this rule, and skip it: ${unknown}.`,
      hint: 'Is it spelt right? If only new browsers know it, say in a comment what others show.',
    };
  return {
    ...place,
    message: `A browser cannot read this stylesheet ${word === '' ? 'up to here' : `at \`${word}\``}, and skips the rule.`,
    hint: 'Look just before it for a missing `:`, `;` or quotation mark, a missing selector, or one `;` too many after a `}`.',
  };
}

/** The URL of a file of the site, or the problem. */
function resolve(
  { type, url }: Dependency,
  files: ReadonlySet<string>,
  guess: ReturnType<typeof createGuess>,
): string | Details {
  if (type === 'import')
    return {
      rule: 'unsafe-link',
      message: '`@import` would load another stylesheet; the paper has this one.',
      hint: 'Copy its rules into this file.',
    };
  // A fragment of the page itself, as in `filter` and `clip-path`.
  if (url.startsWith('#')) return url;
  const base = 'https://paper.invalid';
  const target = parseUrl(url, base);
  if (target?.origin !== base)
    return {
      rule: 'unsafe-link',
      message: `\`${url}\` is not a file of the paper, and browsers refuse to load it.`,
      hint: 'Put a picture into content/media/ and write `url(media/name.jpg)`; put a font into content/public/ and write `url(/name.woff2)`.',
    };
  const path = (decoded(target.pathname) ?? target.pathname).replace(/^\/public\//, '/').slice(1);
  if (files.has(path)) return `/${encodeURI(path)}${target.search}${target.hash}`;
  const suggestion = guess(path, files);
  const hint =
    'Pictures are in content/media/ (`url(media/name.jpg)`), other files in content/public/ (`url(/name.woff2)`); capital and small letters count.';
  return { rule: 'missing-media', message: `There is no file \`${path}\`.`, hint, suggestion };
}
