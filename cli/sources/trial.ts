import { spawnSync } from 'node:child_process';
import { platform } from 'node:os';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { MarkdownFinding } from './markdown.ts';

/**
 * Text without an empty line in it that is longer, and has more signs, than the paragraphs, lists and tables of a paper have. Shorter ones
 * take at most about a second of the renderer, whatever stands in them.
 */
const longStretch = 8_192;
const manySigns = 800;

/** What a trial may take: seconds of the processor, of the clock, and kilobytes of memory. */
const most = { processor: 2, clock: 10, memory: 600_000 };

/** Draws a text from stdin as `drawWithCare` does, by visits to the same nodes. */
const script = `
import { readFileSync } from 'node:fs';
import { defineMdastPlugin, markdownToHtml } from 'satteri';
const plugin = defineMdastPlugin({
  name: 'trial',
  options: { position: true },
  html: (node, context) => context.replaceNode(node, { type: 'text', value: node.value }),
  image: (node, context) => context.setProperty(node, 'url', node.url),
  heading: (node, context) =>
    context.setProperty(node, 'data', { hProperties: { id: String(context.textContent(node).length) } }),
  link() {},
  definition() {},
  imageReference() {},
});
markdownToHtml(readFileSync(0, 'utf8'), { mdastPlugins: [plugin], features: JSON.parse(process.argv[1]) });
`;

/** Texts that were tried, and whether they passed: each is drawn for its page and for the feeds. */
const tried = new Map<string, boolean>();
const mostTried = 100;

/**
 * Tries a text of a shape that no paper has in a process of its own, because what is too much for the renderer ends the process it runs
 * in. Gives what is wrong with the text, if it is too much. Other texts are not tried: a trial takes some 0.2 seconds.
 */
export function trial(text: string, features: object): MarkdownFinding | undefined {
  const stretch = denseStretch(text);
  if (!stretch) return undefined;
  if (tried.size >= mostTried) tried.clear();
  const passed = tried.get(text) ?? passes(text, features);
  tried.set(text, passed);
  if (passed) return undefined;
  const [characters, signs] = [stretch.end - stretch.start, stretch.signs].map((n) =>
    n.toLocaleString('en-US'),
  );
  return {
    rule: 'too-large',
    message: `This is too much to draw: ${characters} characters without an empty line, ${signs} of them signs.`,
    hint: 'Put empty lines between its paragraphs, or take out what was pasted by mistake.',
    start: stretch.start,
    end: stretch.end,
  };
}

function passes(text: string, features: object): boolean {
  const node = [process.execPath, '--input-type=module', '-e', script, JSON.stringify(features)];
  const limits = `ulimit -t ${most.processor}; ulimit -d ${most.memory}; exec "$0" "$@"`;
  const [command = '', ...args] = platform() === 'win32' ? node : ['sh', '-c', limits, ...node];
  const { status } = spawnSync(command, args, {
    // Packages are looked for from here.
    cwd: dirname(fileURLToPath(import.meta.url)),
    input: text,
    stdio: ['pipe', 'ignore', 'ignore'],
    timeout: most.clock * 1000,
    killSignal: 'SIGKILL',
    env: {},
  });
  return status === 0;
}

/** The first stretch of a text that is long, dense, and has no empty line. */
function denseStretch(
  text: string,
): { readonly start: number; readonly end: number; readonly signs: number } | undefined {
  if (text.length < longStretch) return undefined;
  for (const { 0: stretch, index } of text.matchAll(/[^\n]*(?:\n(?![ \t]*(?:\n|$))[^\n]*)*/g)) {
    if (stretch.length < longStretch) continue;
    let signs = 0;
    for (let at = 0; at < stretch.length; at++) if (isSign(stretch.charCodeAt(at))) signs += 1;
    if (signs >= manySigns) return { start: index, end: index + stretch.length, signs };
  }
  return undefined;
}

/** Punctuation and symbols of ASCII, all of which may mean something in Markdown. */
const isSign = (code: number): boolean =>
  code < 127 && code > 32 && !(code > 47 && code < 58) && !((code | 32) > 96 && (code | 32) < 123);
