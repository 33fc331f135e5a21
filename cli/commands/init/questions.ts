import { createInterface } from 'node:readline/promises';
import { issueIn } from '../../content/schema/schema-keys.ts';
import { slugify } from '../../content/schema/slugs.ts';
import { siteSchema } from '../../content/site.ts';
import { ExitError, usageError } from '../../lib/errors.ts';
import { printable } from '../../lib/printable.ts';
import { type Answers, defaultSections, morePages, namesIn, sectionSlugs } from './paper.ts';
import { hosts } from './workflow.ts';

type Given = Partial<Answers>;

/** What is wrong with an answer, as a sentence. */
type Check = (answer: string) => string | undefined;

/** A question, its default, which may depend on earlier answers, and the check of an answer. */
type Question = readonly [key: keyof Answers, words: string, usual: (answers: Given) => string, check: Check];

const isAsked = (key: keyof Answers, { host = '' }: Given) =>
  key !== 'server' || ['rsync', 'server'].includes(host);

const servers = ['nginx', 'caddy', 'apache'];

const flagOf = (key: keyof Answers) => `--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

const { name, language, timeZone, region, baseUrl } = siteSchema.shape;

const zoneHere = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;
const usualSections = ({ language = 'en' }: Given) => defaultSections(language);
const addressOf = (name = '') => `https://${slugify(name) || 'paper'}.example`;
const more = morePages().join(', ');

const questions: readonly Question[] = [
  ['name', 'The name of the paper', () => 'The Paper', issueIn(name)],
  ['place', 'The place it is for', () => '', (place) => (place === '' ? undefined : issueIn(region)(place))],
  ['timeZone', 'Its time zone', zoneHere, issueIn(timeZone)],
  ['language', 'Its language, such as en-us or es-mx', () => 'en-us', issueIn(language)],
  ['sections', 'Its sections, with commas between them', usualSections, sectionsIssue],
  ['address', 'Its address', ({ name }) => addressOf(name), issueIn(baseUrl)],
  ['pages', `Its other pages (${more}, or none)`, () => more, pagesIssue],
  ['host', `Where it is published (${hosts.join(', ')})`, () => 'none', choiceIssue(hosts)],
  ['server', `What serves the files there (${servers.join(', ')})`, () => 'nginx', choiceIssue(servers)],
];

function choiceIssue(choices: readonly string[]) {
  return (answer: string) => (choices.includes(answer) ? undefined : `It is one of ${choices.join(', ')}.`);
}

function pagesIssue(answer: string): string | undefined {
  const isKnown = answer === 'none' || namesIn(answer).every((name) => more.split(', ').includes(name));
  return isKnown ? undefined : `Write none, or names of ${more}.`;
}

function sectionsIssue(answer: string): string | undefined {
  const names = namesIn(answer);
  if (names.length === 0) return 'A paper has at least one section.';
  const index = sectionSlugs(names).indexOf(undefined);
  if (index !== -1)
    return `\`${names[index]}\` cannot be a section: its address is taken, or it has no letters for one.`;
  return names.map(issueIn(name)).find((issue) => issue !== undefined);
}

const isTerminal = (): boolean => process.stdin.isTTY && process.stderr.isTTY;

/** The exit code of a program that Ctrl+C ended. */
const interrupted = 130;

/** Asks for an answer, again until it is right; for who only presses Enter it is the default, `usual`. */
type Ask = (words: string, usual: string, check?: Check) => Promise<string>;

/** Completes the answers from flags on a terminal, or by the defaults if `asksNothing`; `warning` must be confirmed. Throws wrong usage: a bad flag, no terminal. */
export async function answersTo(flags: Given, asksNothing: boolean, warning: string): Promise<Answers> {
  const given: Given = Object.fromEntries(
    questions.flatMap(([key]) => (flags[key] === undefined ? [] : [[key, flags[key].trim()]])),
  );
  const wrong = questions.flatMap(([key, , , check]) => {
    const issue = given[key] === undefined ? undefined : check(given[key]);
    return issue === undefined ? [] : [`${flagOf(key)}: ${issue}`];
  });
  if (wrong.length > 0) throw usageError(wrong.join(' '));
  const open = questions.filter(([key]) => given[key] === undefined);

  async function complete(ask: Ask): Promise<Answers> {
    let answers = given;
    for (const [key, words, usual, check] of open)
      if (isAsked(key, answers)) answers = { ...answers, [key]: await ask(words, usual(answers), check) };
    return answers as Answers;
  }

  const needed = open.filter(([key]) => isAsked(key, given));
  if (asksNothing || needed.length === 0) return complete(async (_, usual) => usual);
  if (!isTerminal())
    throw usageError(
      `There is no terminal to ask on. Say ${needed.map(([key]) => flagOf(key)).join(', ')}, or --yes for the defaults.`,
    );
  return onTerminal(async (ask) => {
    const answers = await complete(ask);
    if (warning !== '' && (await ask(`${warning} Go on? (yes, no)`, 'no')) !== 'yes')
      throw usageError('Nothing was changed.');
    return answers;
  });
}

/** Whether the answer to a question is yes; no if there is no terminal to ask on. */
export const confirms = async (words: string, usual: string): Promise<boolean> =>
  isTerminal() && onTerminal(async (ask) => (await ask(`${words} (yes, no)`, usual)) === 'yes');

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
