import { issueIn } from '../../content/schema/schema-keys.ts';
import { slugify } from '../../content/schema/slugs.ts';
import { siteSchema } from '../../content/site.ts';
import { usageError } from '../../lib/errors.ts';
import { type Ask, isTerminal, withQuestions } from '../terminal/questions.ts';
import { defaultSections, morePages, namesIn, sectionSlugs } from './paper.ts';
import { hosts } from './workflow.ts';

/** The founder's answers as they were typed. */
export interface Answers {
  readonly name?: string;
  readonly place?: string;
  readonly timeZone?: string;
  readonly language?: string;
  /** Names, with commas between them. */
  readonly sections?: string;
  readonly address?: string;
  /** Names of `morePages`, with commas between them, or `none`. */
  readonly pages?: string;
  /** One of `hosts`. */
  readonly host?: string;
  /** What serves the files of the hosts `rsync` and `server`. */
  readonly server?: string;
}

type Asked = Required<Omit<Answers, 'server'>> & Answers;

interface Question {
  readonly key: keyof Answers;
  readonly words: string;
  /** The default, which may depend on earlier answers. */
  readonly usual: (answers: Answers) => string;
  /** The issue with an answer, as a sentence. */
  readonly check: (answer: string) => string | undefined;
}

const isAsked = (key: keyof Answers, { host = '' }: Answers) =>
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

/**
 * Completes the answers from flags: asks for the rest on a terminal, or uses the defaults if `asksNothing`. `folder` is that of the paper;
 * `warning` must be confirmed at the end. Throws, as wrong usage, if a flag is invalid, and if there is no terminal to ask on.
 */
export async function answersTo(
  given: Answers,
  asksNothing: boolean,
  folder: string,
  warning: string | undefined,
): Promise<Asked> {
  const all = questions(folder);
  const wrong = all.flatMap(({ key, check }) => {
    const issue = given[key] === undefined ? undefined : check(given[key].trim());
    return issue === undefined ? [] : [`${flagOf(key)}: ${issue}`];
  });
  if (wrong.length > 0) throw usageError(wrong.join(' '));
  const open = all.filter(({ key }) => given[key] === undefined);

  async function complete(ask: Ask): Promise<Asked> {
    let answers = given;
    for (const { key, words, usual, check } of open)
      if (isAsked(key, answers))
        answers = { ...answers, [key]: await ask({ words, usual: usual(answers), check }) };
    return answers as Asked;
  }

  const needed = open.filter(({ key }) => isAsked(key, given));
  if (asksNothing || needed.length === 0) return complete(async ({ usual }) => usual);
  if (!isTerminal())
    throw usageError(
      `There is no terminal to ask on. Say ${needed.map(({ key }) => flagOf(key)).join(', ')}, or --yes for the defaults.`,
    );
  return withQuestions(async (ask) => {
    const answers = await complete(ask);
    const confirm = { words: `${warning} Go on?`, usual: 'no', choices: ['yes', 'no'] };
    if (warning !== undefined && (await ask(confirm)) !== 'yes') throw usageError('Nothing was changed.');
    return answers;
  });
}
