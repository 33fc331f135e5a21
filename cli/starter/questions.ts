import type * as z from 'zod';
import { slugify } from '../sources/schema/slugs.ts';
import { siteSchema } from '../sources/site.ts';
import { ExitError, exitCodes } from '../terminal/exit-codes.ts';
import { withQuestions } from '../terminal/questions.ts';
import { namesIn, sectionPaths } from './paper.ts';
import { starterTextsIn } from './texts.ts';

/** What is asked, each answer as it was written. */
export interface Answers {
  readonly name?: string;
  readonly place?: string;
  readonly timeZone?: string;
  readonly language?: string;
  /** Names, with commas between them. */
  readonly sections?: string;
  readonly address?: string;
}

/** One thing that the founder is asked. */
interface Question {
  readonly key: keyof Answers;
  readonly flag: string;
  readonly text: string;
  /** The answer if there is none, from those before it. */
  readonly usual: (answers: Answers) => string;
  /** What is wrong with an answer, in words that end a sentence. */
  readonly issue: (answer: string) => string | undefined;
}

const issueOf =
  (schema: z.ZodType) =>
  (answer: string): string | undefined =>
    schema.safeParse(answer).error?.issues[0]?.message;

const { name, language, timeZone, region, baseUrl } = siteSchema.shape;

function questions(folder: string): readonly Question[] {
  const machineZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return [
    {
      key: 'name',
      flag: '--name',
      text: 'The name of the paper',
      usual: () => titled(folder),
      issue: issueOf(name),
    },
    {
      key: 'place',
      flag: '--place',
      text: 'The place it is for',
      usual: () => '',
      issue: (answer) => (answer === '' ? undefined : issueOf(region)(answer)),
    },
    {
      key: 'timeZone',
      flag: '--time-zone',
      text: 'Its time zone',
      usual: () => machineZone,
      issue: issueOf(timeZone),
    },
    {
      key: 'language',
      flag: '--language',
      text: 'Its language, such as en-us or es-mx',
      usual: () => 'en-us',
      issue: issueOf(language),
    },
    {
      key: 'sections',
      flag: '--sections',
      text: 'Its sections, with commas between them',
      usual: ({ language = 'en' }) => starterTextsIn(language).sections.join(', '),
      issue: sectionsIssue,
    },
    {
      key: 'address',
      flag: '--address',
      text: 'Its address',
      usual: ({ name = '' }) => `https://${slugify(name) || 'paper'}.example`,
      issue: issueOf(baseUrl),
    },
  ];
}

function sectionsIssue(answer: string): string | undefined {
  const names = namesIn(answer);
  if (names.length === 0) return 'A paper has at least one section.';
  const index = sectionPaths(names).indexOf(undefined);
  if (index !== -1)
    return `\`${names[index]}\` cannot be a section: its address is taken, or it has no letters for one.`;
  return names.map(issueOf(name)).find((issue) => issue !== undefined);
}

/** A folder's name as the name of a paper. */
const titled = (folder: string) =>
  slugify(folder)
    .split('-')
    .filter(Boolean)
    .map((word) => word[0]?.toUpperCase() + word.slice(1))
    .join(' ') || 'The Paper';

/**
 * Completes what flags say: asks for the rest on a terminal; elsewhere, or where `asksNothing`, takes what is usual. `folder` is that of the
 * paper; `warning` is said before the last question. Throws, as wrong usage, what is wrong with a flag, and where nobody can be asked.
 */
export async function answersTo(
  given: Answers,
  asksNothing: boolean,
  folder: string,
  warning: string | undefined,
): Promise<Required<Answers>> {
  const all = questions(folder);
  const wrong = all.flatMap(({ key, flag, issue }) => {
    const found = given[key] === undefined ? undefined : issue(given[key].trim());
    return found === undefined ? [] : [`${flag}: ${found}`];
  });
  if (wrong.length > 0) throw new ExitError(exitCodes.usage, wrong.join(' '));
  const open = all.filter(({ key }) => given[key] === undefined);
  if (!asksNothing && open.length > 0) {
    if (process.stdin.isTTY && process.stderr.isTTY) return ask(open, given, warning);
    const flags = open.map(({ flag }) => flag).join(', ');
    throw new ExitError(
      exitCodes.usage,
      `There is no terminal to ask on. Say ${flags}, or --yes for what is usual.`,
    );
  }
  let answers = given;
  for (const { key, usual } of open) answers = { ...answers, [key]: usual(answers) };
  return answers as Required<Answers>;
}

const ask = (open: readonly Question[], given: Answers, warning: string | undefined) =>
  withQuestions(async (ask) => {
    let answers = given;
    for (const { key, text, usual, issue } of open)
      answers = { ...answers, [key]: await ask({ words: text, usual: usual(answers), check: issue }) };
    const isSure =
      warning === undefined ||
      (await ask({ words: `${warning} Go on?`, usual: 'no', choices: ['yes', 'no'] })) === 'yes';
    if (!isSure) throw new ExitError(exitCodes.usage, 'Nothing was changed.');
    return answers as Required<Answers>;
  });
