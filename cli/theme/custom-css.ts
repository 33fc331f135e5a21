import { gzipSync } from 'node:zlib';
import type { ImportDependency, UrlDependency, Warning } from 'lightningcss';
import { placeOf, type Stretch, topOf } from '../problems/locate.ts';
import { nearest } from '../problems/nearest.ts';
import { append, type Details, type Outcome, type Problem, problemAt } from '../problems/problem.ts';
import type { SourceFile } from '../sources/source-file.ts';
import { mergeMarkers, mergeProblem } from '../sources/yaml/merge-markers.ts';

/** The name of the paper's own stylesheet in `content/`. */
export const customCssName = 'custom.css';

/** Bytes of custom.css as readers load it, compressed; more is a warning. */
const maxBytes = 20 * 1024;

type Finding = Stretch & Details;

/**
 * The paper's own stylesheet, shorter, with addresses of `files` (those of the site) for those that it names; or what is wrong with it.
 * What it says of colors is not looked at.
 */
export async function customCss(source: SourceFile, files: ReadonlySet<string>): Promise<Outcome<string>> {
  const { text, file } = source;
  const merges = mergeMarkers(text);
  if (merges.length > 0)
    return { value: '', problems: merges.map((merge) => mergeProblem(file, text, merge)) };
  const bare = withoutWords(text);
  const shape = unclosed(text, bare);
  const { css, dependencies, warnings } = await transformed(text);
  const offsetAt = offsets(text);
  const checked = dependencies.map((dependency) => ({ dependency, ...resolve(dependency, files) }));
  const findings: Finding[] = [...shape, ...calls(bare)];
  // One brace too few or too many makes the rest unreadable.
  if (shape.length === 0)
    append(
      findings,
      warnings.map((warning) => syntaxFinding(warning, text, offsetAt)),
    );
  for (const { dependency, details } of checked) {
    const { start, end } = dependency.loc;
    if (details) findings.push({ start: offsetAt(start), end: offsetAt(end) + 1, ...details });
  }
  const problems: Problem[] = findings.map(({ start, end, ...details }) =>
    problemAt(placeOf(file, text, start, end), details),
  );
  const bytes = gzipSync(css).length;
  if (bytes > maxBytes) problems.push(tooLarge(file, bytes));
  return { value: checked.reduce(withAddress, css), problems };
}

const tooLarge = (file: string, bytes: number): Problem =>
  problemAt(topOf(file), {
    rule: 'too-large',
    severity: 'warning',
    message: `This stylesheet has ${Math.round(bytes / 1024)} KB, compressed, and every reader waits for it before anything is shown.`,
    hint: `Keep it under ${maxBytes / 1024} KB: most of what papers change is in theme.yaml.`,
  });

interface Read {
  readonly css: string;
  readonly dependencies: readonly Dependency[];
  readonly warnings: readonly Pick<Warning, 'type' | 'message' | 'loc'>[];
}

type Dependency = ImportDependency | UrlDependency;

/** What a browser would read; addresses are words that stand for them. */
async function transformed(text: string): Promise<Read> {
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
    // It cannot go on after some mistakes.
    if (!(error instanceof SyntaxError && 'loc' in error)) throw error;
    const { message, loc } = error as SyntaxError & { readonly loc: Warning['loc'] };
    return { css: '', dependencies: [], warnings: [{ type: 'Unreadable', message, loc }] };
  }
}

/** Gives the offset of a line and a column, both from 1; at most the end of its line. */
function offsets(text: string): (at: { readonly line: number; readonly column: number }) => number {
  const lines = text.split('\n');
  const starts = [0];
  for (const line of lines) starts.push((starts.at(-1) ?? 0) + line.length + 1);
  return ({ line, column }) =>
    (starts[line - 1] ?? 0) + Math.min(column - 1, Math.max(0, (lines[line - 1]?.length ?? 1) - 1));
}

function syntaxFinding(
  { type, message, loc }: Read['warnings'][number],
  text: string,
  offsetAt: ReturnType<typeof offsets>,
): Finding {
  const at = offsetAt(loc);
  const rule = 'css-syntax';
  const rest = /^[^\s;{}]*/.exec(text.slice(at))?.[0].length ?? 0;
  const stretch = { start: at, end: at + Math.max(1, rest) };
  const name = /^Unknown at rule: (@[-\w]+)/.exec(message)?.[1];
  if (name) {
    const start = Math.max(0, text.lastIndexOf(name, at));
    const hint =
      'If only new browsers know it, say in a comment what others show, and leave it out if you can.';
    return {
      start,
      end: start + name.length,
      rule,
      severity: 'warning',
      message: `Not all browsers know \`${name}\`.`,
      hint,
    };
  }
  const word = /^'([-\w]+)' is not recognized as a valid (pseudo-(?:class|element))/.exec(message);
  if (word) {
    const known = [
      'hover',
      'focus',
      'focus-visible',
      'active',
      'visited',
      'checked',
      'first-child',
      'last-child',
      'before',
      'after',
    ];
    const suggestion = nearest(word[1] ?? '', known);
    return {
      ...stretch,
      rule,
      severity: 'warning',
      message: `Browsers may not know the ${word[2]} \`${word[1]}\`, and skip the whole rule.`,
      ...(suggestion && { suggestion }),
    };
  }
  const found = text.slice(stretch.start, stretch.end).trim();
  const hint =
    'Look just before it for a missing `:`, `;` or quotation mark, a missing selector, or one `;` too many after a `}`.';
  const where = type === 'EndOfInput' || found === '' ? 'up to here' : `at \`${found}\``;
  return {
    ...stretch,
    rule,
    message: `A browser cannot read this stylesheet ${where}, and skips the rule.`,
    hint,
  };
}

/** The text with spaces for all of its comments and strings. */
const withoutWords = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\/|"(?:\\[\s\S]|[^"\\\n])*"|'(?:\\[\s\S]|[^'\\\n])*'/g, (words) =>
    words.replace(/[^\n]/g, ' '),
  );

/** Comments and braces that are never closed, and braces that close nothing. */
function unclosed(text: string, bare: string): Finding[] {
  const rule = 'css-syntax';
  const comment = bare.indexOf('/*');
  const end = comment === -1 ? bare.length : comment;
  const findings: Finding[] = [];
  if (comment !== -1)
    findings.push({
      start: comment,
      end: comment + 2,
      rule,
      message: 'This comment is never closed.',
      hint: 'Write `*/` at its end.',
    });
  const open: number[] = [];
  for (const { 0: brace, index } of bare.slice(0, end).matchAll(/[{}]/g)) {
    if (brace === '{') open.push(index);
    else if (open.pop() === undefined)
      findings.push({
        start: index,
        end: index + 1,
        rule,
        message: 'This `}` closes nothing.',
        hint: 'Delete it, or look for a `{` that is missing before it.',
      });
  }
  if (comment !== -1) return findings;
  return findings.concat(
    open.map((at) => ({
      start: at,
      end: at + 1,
      rule,
      message: `This \`{\` is never closed${selectorBefore(text, at)}.`,
      hint: 'Write `}` at the end of the rule.',
    })),
  );
}

function selectorBefore(text: string, brace: number): string {
  const selector = /[^{};\n]*$/.exec(text.slice(0, brace))?.[0].trim() ?? '';
  return selector === '' ? '' : `, so everything after it is read as part of \`${selector}\``;
}

/** Functions that old browsers ran as code, or that fetch what cannot be checked. */
const calls = (bare: string): Finding[] =>
  [...bare.matchAll(/(?<![-\w])(expression|src|image)\s*\(/gi)].map(({ 0: call, index }) => ({
    start: index,
    end: index + call.length,
    rule: 'unsafe-link',
    message: `\`${call.trim()}…)\` cannot be used in the paper’s stylesheet.`,
    hint: 'Write pictures and fonts as `url(media/name.jpg)`, and leave out everything that is code.',
  }));

/** The address that a browser finds a file at, or what is wrong with it. */
function resolve(
  { type, url }: Dependency,
  files: ReadonlySet<string>,
): { readonly address?: string; readonly details?: Details } {
  if (type === 'import') {
    const hint = 'Copy its rules into this file.';
    return {
      details: {
        rule: 'unsafe-link',
        message: '`@import` would load another stylesheet; the paper has this one.',
        hint,
      },
    };
  }
  // Parts of the page itself, as `filter` and `clip-path` name them.
  if (url.startsWith('#')) return { address: url };
  const base = 'https://paper.invalid';
  const found = URL.canParse(url, base) ? new URL(url, base) : undefined;
  if (found?.origin !== base) {
    return {
      details: {
        rule: 'unsafe-link',
        message: `\`${url}\` is not a file of the paper, and browsers refuse to load it.`,
        hint: 'Put a picture into content/media/ and write `url(media/name.jpg)`; put a font into content/public/ and write `url(/name.woff2)`.',
      },
    };
  }
  const path = decoded(found.pathname)
    .replace(/^\/public\//, '/')
    .slice(1);
  if (files.has(path)) return { address: `/${encodeURI(path)}${found.search}${found.hash}` };
  const suggestion = nearest(path, [...files]);
  return {
    details: {
      rule: 'missing-media',
      message: `There is no file \`${path}\`.`,
      hint: 'Pictures are in content/media/ (`url(media/name.jpg)`), other files in content/public/ (`url(/name.woff2)`); capital and small letters count.',
      ...(suggestion && { suggestion }),
    },
  };
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

const withAddress = (
  css: string,
  { dependency, address }: { readonly dependency: Dependency; readonly address?: string },
) =>
  address === undefined ? css : css.replaceAll(`"${dependency.placeholder}"`, () => JSON.stringify(address));
