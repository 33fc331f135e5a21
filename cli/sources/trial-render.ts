import { spawnSync } from 'node:child_process';
import { platform } from 'node:os';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { MarkdownFinding } from './markdown-finding.ts';

/** A stretch without an empty line that is so long is tried where it has many signs or lines: more than paragraphs, lists and tables have. */
const longStretch = 8_192;
const manySigns = 800;
const manyLines = 2_000;

/**
 * A text is tried as well where its stretches together have so many characters times signs, which is about what the renderer copies: less
 * takes at most a few seconds and 200 MB.
 */
const muchInAll = 100_000_000;

/** What a trial may take: seconds of the processor, of the clock, and kilobytes of memory. */
const max = { processor: 1, clock: 10, memory: 600_000 };

/** Renders a text from stdin with visits to the same nodes as `renderWithChecks`. */
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

/** The results of earlier trials, by text: each text is rendered for its page and for the feeds. */
const results = new Map<string, boolean>();
const maxResults = 100;

/**
 * Renders an unusually dense text in a child process with limits of time and memory, because what is too much for the renderer ends the
 * process it runs in. Gives a finding if the text is too much. Other texts are not tried: a trial takes some 0.2 seconds.
 */
export function trialRender(text: string, features: object): MarkdownFinding | undefined {
  const stretch = text.length < longStretch ? undefined : denseStretch(text);
  if (!stretch) return undefined;
  if (results.size >= maxResults) results.clear();
  const passed = results.get(text) ?? passes(text, features);
  results.set(text, passed);
  if (passed) return undefined;
  const [characters, signs] = [stretch.end - stretch.start, stretch.signs].map((n) =>
    n.toLocaleString('en-US'),
  );
  return {
    rule: 'too-large',
    message: `This is too much for one paragraph: ${characters} characters without an empty line, ${signs} of them quotation marks, asterisks, brackets and other signs.`,
    hint: 'Put empty lines between its paragraphs. Put what a program printed between two lines of three backticks.',
    start: stretch.start,
    end: Math.min(stretch.end, stretch.start + shown),
  };
}

/** Findings are shown with their first line, of which the start is enough. */
const shown = 80;

function passes(text: string, features: object): boolean {
  const node = [process.execPath, '--input-type=module', '-e', script, JSON.stringify(features)];
  const limits = `ulimit -t ${max.processor}; ulimit -d ${max.memory}; exec "$0" "$@"`;
  const [command = '', ...args] = platform() === 'win32' ? node : ['sh', '-c', limits, ...node];
  const { status } = spawnSync(command, args, {
    // Packages are looked for from here.
    cwd: dirname(fileURLToPath(import.meta.url)),
    input: text,
    stdio: ['pipe', 'ignore', 'ignore'],
    timeout: max.clock * 1000,
    killSignal: 'SIGKILL',
    env: {},
  });
  return status === 0;
}

interface DenseStretch {
  readonly start: number;
  readonly end: number;
  readonly signs: number;
}

/** The first stretch that has to be tried; the densest one, where it is all of them together. */
function denseStretch(text: string): DenseStretch | undefined {
  let inAll = 0;
  let densest: DenseStretch | undefined;
  let mostCost = 0;
  let start = 0;
  let [lines, signs] = [0, 0];
  for (let at = 0; at <= text.length; at++) {
    const code = text.charCodeAt(at);
    if (isSign(code)) signs += 1;
    if (code !== newline && at < text.length) continue;
    if (at === start) {
      start = at + 1;
      continue;
    }
    lines += 1;
    if (at < text.length && !isBlankLine(text, at + 1)) continue;
    const length = at - start;
    const stretch = { start, end: at, signs };
    if (length >= longStretch && (signs >= manySigns || lines >= manyLines)) return stretch;
    const cost = length * signs;
    inAll += cost;
    if (cost > mostCost) [densest, mostCost] = [stretch, cost];
    start = at + 1;
    [lines, signs] = [0, 0];
  }
  return inAll > muchInAll ? densest : undefined;
}

const newline = 10;

function isBlankLine(text: string, from: number): boolean {
  let at = from;
  while (text[at] === ' ' || text[at] === '\t') at++;
  return at >= text.length || text.charCodeAt(at) === newline;
}

/** Punctuation and symbols of ASCII, all of which may mean something in Markdown. */
const isSign = (code: number): boolean =>
  code < 127 && code > 32 && !(code > 47 && code < 58) && !((code | 32) > 96 && (code | 32) < 123);
