import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from '../../cli/pipeline/parse.ts';
import { read } from '../../cli/pipeline/read.ts';
import { type Rule, rules } from '../../cli/problems/problem.ts';
import { type RuleExample, ruleGuides } from '../../cli/problems/rule-guide.ts';
import { atLeastOne } from '../at-least-one.ts';
import { buildInMemory, root, spoiledContent } from '../helpers.ts';
import { post } from '../sources/problems-of-file.ts';

/** A good post, for the examples. */
const examplePost = post.replace('"2"', '"example"').replace('Local News', 'Business');

const keysOf = (lines: string) => [...lines.matchAll(/^\w+(?=:)/gm)].map(([key]) => key);

/** A text with the keys of an example as `lines` say. */
function withKeys(text: string, { wrong, right }: RuleExample, lines: string): string {
  const keys = new Set([...keysOf(wrong), ...keysOf(right)]);
  const others = text.replace(/^(\w+):.*\n(?:[ \t].*\n|- .*\n|\n(?=[ \t]))*/gm, (block, key) =>
    keys.has(key) ? '' : block,
  );
  const fence = others.lastIndexOf('---\n');
  return fence <= 0 ? `${others}${lines}\n` : `${others.slice(0, fence)}${lines}\n${others.slice(fence)}`;
}

/** The rules of the problems of a small site with an example in it. */
async function rulesOf(example: RuleExample, lines: string): Promise<Rule[]> {
  const content = spoiledContent('nothing is laid over it');
  const path = join(content, example.file);
  mkdirSync(dirname(path), { recursive: true });
  const base = existsSync(path) ? readFileSync(path, 'utf8') : examplePost;
  const text =
    example.part === 'file'
      ? `${lines}\n`
      : example.part === 'text'
        ? base.replace(/(?<=\n---\n)[\s\S]*$/, `${lines}\n`)
        : withKeys(base, example, lines);
  writeFileSync(path, text);
  const link = /and in a text: (.*)/.exec(lines)?.[1];
  if (link)
    writeFileSync(
      join(content, 'blog/link.md'),
      examplePost.replace('"example"', '"link"').replace(/The count.*/, link),
    );
  const found = parse(read(content, 'content').value).problems.map(({ rule }) => rule);
  if (found.length > 0) return [...new Set(found)];
  const { report } = await buildInMemory(content);
  return [...new Set(report.problems.map(({ rule }) => rule))];
}

const examples = Object.entries(ruleGuides).flatMap(([rule, guide]) =>
  'file' in guide ? [[rule, guide] as const] : [],
);

it.each(atLeastOne(examples))('shows the mistake of %s, and how it is right', async (rule, example) => {
  expect(await rulesOf(example, example.wrong)).toEqual([rule]);
  expect(await rulesOf(example, example.right)).toEqual([]);
});

const indented = (lines: string) =>
  lines
    .trimEnd()
    .replace(/^(?=.)/gm, '    ')
    .replaceAll('\t', '→');

function sectionOf(rule: Rule): string {
  const guide = ruleGuides[rule];
  const head = `## ${rule}\n\n${guide.why}`;
  if (!('file' in guide)) return `${head} ${guide.about}\n`;
  const where = `\`${guide.file}\`${guide.part === 'text' ? ', in the text' : ''}`;
  return `${head}\n\nWrong, in ${where}:\n\n${indented(guide.wrong)}\n\nRight:\n\n${indented(guide.right)}\n`;
}

const page = `# Rules

Every problem that Galley reports has a rule. Names of rules never change. This page is made from the code, and its examples are tested
(\`RECORD=1 npx vitest run tests/guides\` writes it anew).

${rules.toSorted().map(sectionOf).join('\n')}`;

it('docs/rules.md has every rule (RECORD=1 writes it)', () => {
  const file = join(root, 'docs', 'rules.md');
  if (process.env.RECORD) writeFileSync(file, page);
  else expect(readFileSync(file, 'utf8')).toBe(page);
});
