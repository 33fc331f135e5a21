import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { extname, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { pagesThatDiffer } from '../browser/built-pages.ts';
import { builtPaper } from '../browser/served-papers.ts';
import { temporaryFolder } from '../helpers.ts';
import { requireProgram } from '../machine.ts';
import { isPage } from '../parsed-pages.ts';
import { serveRequests } from '../serve-requests.ts';

/** What the checker says of one place in one file. */
interface Message {
  readonly type: 'error' | 'info' | 'non-document-error';
  readonly subType?: 'warning' | 'fatal';
  readonly url: string;
  readonly message: string;
  readonly extract?: string;
  readonly lastLine?: number;
  readonly lastColumn?: number;
}

/** Where the checker is wrong, or warns of what is meant. Everything else it finds is ours to mend. */
const expected: readonly { readonly why: string; readonly is: (message: Message) => boolean }[] = [
  {
    why: 'Frames of other origins may be themselves; html.test.ts checks those of our own.',
    is: ({ message }) => /“sandbox”.*Setting both “allow-scripts” and “allow-same-origin”/.test(message),
  },
  {
    why: 'Its list of CSS at-rules is older than these.',
    is: ({ message }) => /^CSS: Unrecognized at-rule “@(?:property|starting-style|container)”$/.test(message),
  },
  {
    why: 'It does not know Scroll-driven Animations.',
    is: ({ message }) => /^CSS: “animation-(?:timeline|range)”: Property .* doesn't exist/.test(message),
  },
  {
    why: 'It does not know CSS Containment Level 3.',
    is: ({ message }) => message === "CSS: “container-type”: Property “container-type” doesn't exist.",
  },
  {
    why: 'It does not know the units of containers.',
    is: ({ message }) => message === 'CSS: “width”: Unknown dimension.',
  },
  {
    why: 'It does not know transition-behavior, CSS Transitions Level 2.',
    is: ({ message }) => message === 'CSS: “transition”: “allow-discrete” is not a “transition” value.',
  },
  {
    why: 'A mailer replaces it before anybody reads the newsletter.',
    is: ({ message }) => message.startsWith('Bad value “{{ unsubscribe_url }}” for attribute “href”'),
  },
];

/** One mistake of each kind, to know that the checker looks. */
const mistakes = {
  'mistake.html': '<!DOCTYPE html><html lang="en"><title>Mistake</title><p><img src="/a.svg"></p></html>',
  'mistake.css': 'a { colr: red }',
  'mistake.svg': '<svg xmlns="http://www.w3.org/2000/svg"><wrong/></svg>',
};

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

const dist = builtPaper();
const folder = temporaryFolder();
const pathOf = (file: string) => join(file in mistakes ? folder : dist, file);

/** The audit checks all files. Here are pages that differ, and some of the drawings, which are by one hand. */
const isWhole = process.env.FILES === 'all';

let files: readonly string[] = [];
let messages: readonly Message[] = [];

beforeAll(async () => {
  requireProgram('java');
  for (const [name, content] of Object.entries(mistakes)) writeFileSync(pathOf(name), content);
  const all = readdirSync(dist, { recursive: true, encoding: 'utf8' });
  const differ = new Set(pagesThatDiffer().map(({ file }) => file));
  const isChecked = (file: string) => isWhole || differ.has(file) || !isPage(file);
  const drawings = all.filter((file) => file.endsWith('.svg'));
  files = [
    ...Object.keys(mistakes),
    ...all.filter((file) => /\.(?:css|html)$/.test(file) && isChecked(file)),
    ...(isWhole ? drawings : drawings.slice(0, 60)),
  ];
  messages = await check(files);
}, 300_000);

/**
 * Runs the checker once. Pages and stylesheets come from a server, so that it knows our own origin for the pages' policies;
 * pictures come from the disk and last, because it knows SVG by the file's name and forgets HTML after that.
 */
async function check(files: readonly string[]): Promise<Message[]> {
  const address = await serveRequests(({ url = '' }, response) => {
    const file = decodeURIComponent(url.slice(1));
    response.setHeader('content-type', types[extname(file)] ?? 'application/octet-stream');
    response.end(files.includes(file) ? readFileSync(pathOf(file)) : '');
  });
  const jar = createRequire(import.meta.url).resolve('vnu-jar/build/dist/vnu.jar');
  const served = files.filter((file) => !file.endsWith('.svg'));
  const drawn = files.filter((file) => file.endsWith('.svg'));
  const java = spawn('java', [
    // What runs for seconds is compiled quickly rather than well, and then needs more stack.
    ...['-XX:TieredStopAtLevel=1', '-Xss4m'],
    '-Dnu.validator.servlet.allow-forbidden-hosts=true',
    '-jar',
    jar,
    ...['--stdout', '--exit-zero-always', '--format', 'json', '--also-check-css', '--also-check-svg'],
    ...served.map((file) => `${address}/${file}`),
    ...drawn.map(pathOf),
  ]);
  let report = '';
  let failure = '';
  java.stdout.setEncoding('utf8').on('data', (part: string) => {
    report += part;
  });
  java.stderr.setEncoding('utf8').on('data', (part: string) => {
    failure += part;
  });
  const status = await new Promise((done) => java.on('close', done));
  if (status !== 0) throw new Error(`The Nu HTML checker failed with ${status}: ${failure}`);
  const { messages }: { messages: Message[] } = JSON.parse(report);
  return messages;
}

const nameOf = ({ url }: Message) => files.find((file) => url.endsWith(`/${file}`)) ?? url;

/** Errors and warnings in files of one ending, but those in the files of mistakes. */
const found = (ending: string) =>
  messages
    .filter(({ type, subType }) => type !== 'info' || subType === 'warning')
    .filter((message) => nameOf(message).endsWith(ending) && !(nameOf(message) in mistakes))
    .filter((message) => !expected.some(({ is }) => is(message)))
    .map((message) => `${nameOf(message)}:${message.lastLine}:${message.lastColumn} ${message.message}`);

describe('the Nu HTML checker', () => {
  test.each(Object.keys(mistakes))('sees what is wrong in %s', (name) => {
    expect(messages.filter((message) => nameOf(message) === name && message.type === 'error')).not.toEqual(
      [],
    );
  });

  test.each([
    ['kind of page', '.html', 40],
    ['stylesheet', '.css', 1],
    ['drawn picture', '.svg', 50],
  ])('finds nothing wrong with any %s', (_, ending, atLeast) => {
    expect(files.filter((file) => file.endsWith(ending)).length).toBeGreaterThan(atLeast);
    expect(found(ending)).toEqual([]);
  });

  test('could read every file', () => {
    expect(messages.filter(({ type }) => type === 'non-document-error')).toEqual([]);
  });
});
