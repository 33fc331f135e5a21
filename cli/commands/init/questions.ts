import { createInterface } from 'node:readline/promises';
import { issueIn } from '../../content/schema/schema-keys.ts';
import { slugify } from '../../content/schema/slugs.ts';
import { siteSchema } from '../../content/site.ts';
import { ExitError, usageError } from '../../lib/errors.ts';
import { printable } from '../../lib/printable.ts';
import { type Answers, defaultSections, morePages, namesIn, sectionSlugs } from './paper.ts';
import { hosts } from './workflow.ts';

type Given = Partial<Answers>;

interface Question {
  readonly key: keyof Answers;
  readonly words: string;
  /** The default, which may depend on earlier answers. */
  readonly usual: (answers: Given) => string;
  /** The issue with an answer, as a sentence. */
  readonly check: (answer: string) => string | undefined;
}

const isAsked = (key: keyof Answers, { host = '' }: Given) =>
  key !== 'server' || ['rsync', 'server'].includes(host);

const servers = ['nginx', 'caddy', 'apache'];

const flagOf = (key: keyof Answers) => `--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

const { name, language, timeZone, region, baseUrl } = siteSchema.shape;

const questions = (folder: string): readonly Question[] => [
  { key: 'name', words: 'The name of the paper', usual: () => titled(folder), check: issueIn(name) },
  {
    key: 'place',
    words: 'The place it is for',
    usual: () => '',
    check: (answer) => (answer === '' ? undefined : issueIn(region)(answer)),
  },
  {
    key: 'timeZone',
    words: 'Its time zone',
    usual: () => new Intl.DateTimeFormat().resolvedOptions().timeZone,
    check: issueIn(timeZone),
  },
  {
    key: 'language',
    words: 'Its language, such as en-us or es-mx',
    usual: () => 'en-us',
    check: issueIn(language),
  },
  {
    key: 'sections',
    words: 'Its sections, with commas between them',
    usual: ({ language = 'en' }) => defaultSections(language),
    check: sectionsIssue,
  },
  {
    key: 'address',
    words: 'Its address',
    usual: ({ name = '' }) => `https://${slugify(name) || 'paper'}.example`,
    check: issueIn(baseUrl),
  },
  {
    key: 'pages',
    words: `Its other pages (${morePages().join(', ')}, or none)`,
    usual: () => morePages().join(', '),
    check: (answer) =>
      answer === 'none' || namesIn(answer).every((name) => morePages().includes(name))
        ? undefined
        : `Write none, or names of ${morePages().join(', ')}.`,
  },
  {
    key: 'host',
    words: `Where it is published (${hosts.join(', ')})`,
    usual: () => 'none',
    check: choiceIssue(hosts),
  },
  {
    key: 'server',
    words: `What serves the files there (${servers.join(', ')})`,
    usual: () => 'nginx',
    check: choiceIssue(servers),
  },
];

const choiceIssue = (choices: readonly string[]) => (answer: string) =>
  choices.includes(answer) ? undefined : `It is one of ${choices.join(', ')}.`;

function sectionsIssue(answer: string): string | undefined {
  const names = namesIn(answer);
  if (names.length === 0) return 'A paper has at least one section.';
  const index = sectionSlugs(names).indexOf(undefined);
  if (index !== -1)
    return `\`${names[index]}\` cannot be a section: its address is taken, or it has no letters for one.`;
  return names.map(issueIn(name)).find((issue) => issue !== undefined);
}

/** A folder's name as the name of a paper. */
const titled = (folder: string) =>
  slugify(folder)
    .split('-')
    .filter(Boolean)
    .map((word) => word[0]?.toUpperCase() + word.slice(1))
    .join(' ') || 'The Paper';

const isTerminal = (): boolean => process.stdin.isTTY && process.stderr.isTTY;

/** The exit code of a program that Ctrl+C ended. */
const interrupted = 130;

/** Asks for an answer, again until it is right; for who only presses Enter it is the default, `usual`. */
type Ask = (words: string, usual: string, check?: Question['check']) => Promise<string>;

/**
 * Completes the answers from flags: asks for the rest on a terminal, or uses the defaults if `asksNothing`. `folder` is that of the paper;
 * `warning` must be confirmed at the end. Throws, as wrong usage, if a flag is invalid, and if there is no terminal to ask on.
 */
export async function answersTo(
  flags: Given,
  asksNothing: boolean,
  folder: string,
  warning: string,
): Promise<Answers> {
  const all = questions(folder);
  const given: Given = Object.fromEntries(
    all.flatMap(({ key }) => (flags[key] === undefined ? [] : [[key, flags[key].trim()]])),
  );
  const wrong = all.flatMap(({ key, check }) => {
    const issue = given[key] === undefined ? undefined : check(given[key]);
    return issue === undefined ? [] : [`${flagOf(key)}: ${issue}`];
  });
  if (wrong.length > 0) throw usageError(wrong.join(' '));
  const open = all.filter(({ key }) => given[key] === undefined);

  async function complete(ask: Ask): Promise<Answers> {
    let answers = given;
    for (const { key, words, usual, check } of open)
      if (isAsked(key, answers)) answers = { ...answers, [key]: await ask(words, usual(answers), check) };
    return answers as Answers;
  }

  const needed = open.filter(({ key }) => isAsked(key, given));
  if (asksNothing || needed.length === 0) return complete(async (_, usual) => usual);
  if (!isTerminal())
    throw usageError(
      `There is no terminal to ask on. Say ${needed.map(({ key }) => flagOf(key)).join(', ')}, or --yes for the defaults.`,
    );
  return onTerminal(async (ask) => {
    const answers = await complete(ask);
    if (warning !== '' && (await ask(`${warning} Go on? (yes, no)`, 'no')) !== 'yes')
      throw usageError('Nothing was changed.');
    return answers;
  });
}

/** Runs `use` with questions on the terminal. */
async function onTerminal<T>(use: (ask: Ask) => Promise<T>): Promise<T> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const left = new AbortController();
  terminal.on('SIGINT', () => left.abort());
  terminal.on('close', () => left.abort());
  try {
    return await use(async (words, usual, check) => {
      const question = `${words}${usual && ` [${usual}]`}: `;
      for (let wrong = ''; ; ) {
        const typed = await terminal.question(printable(wrong + question), { signal: left.signal });
        const answer = typed.trim() || usual;
        const issue = check?.(answer);
        if (issue === undefined) return answer;
        wrong = `${issue} `;
      }
    });
  } catch (error) {
    if (!left.signal.aborted) throw error;
    throw new ExitError(interrupted, 'Nothing was written.');
  } finally {
    terminal.close();
  }
}
