import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from '../../cli/pipeline/parse.ts';
import { read } from '../../cli/pipeline/read.ts';
import { type Rule, rules } from '../../cli/problems/problem.ts';
import { atLeastOne } from '../at-least-one.ts';
import { post } from '../content/problems-of-file.ts';
import { buildInMemory, root, smallContent } from '../helpers.ts';

/** An example of docs/rules.md: lines of a file with a mistake, and without it. */
interface RuleExample {
  readonly file: string;
  readonly part: string;
  readonly wrong: string;
  readonly right: string;
}

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
  function withExample(text: string): string {
    const base = text || examplePost;
    if (example.part === 'as the whole') return `${lines}\n`;
    if (example.part === 'in the text') return base.replace(/(?<=\n---\n)[\s\S]*$/, `${lines}\n`);
    return withKeys(base, example, lines);
  }
  const link = /and in a text: (.*)/.exec(lines)?.[1];
  const linked = link && examplePost.replace('"example"', '"link"').replace(/The count.*/, link);
  const content = smallContent({ [example.file]: withExample, ...(linked && { 'blog/link.md': linked }) });
  const found = parse(read(content, 'content').value).problems.map(({ rule }) => rule);
  if (found.length > 0) return [...new Set(found)];
  const { report } = await buildInMemory(content);
  return [...new Set(report.problems.map(({ rule }) => rule))];
}

const lines = (indented: string) => indented.replace(/^ {4}/gm, '').replaceAll('→', '\t').trimEnd();

/** The sections of docs/rules.md by rule, each with its example, if it has one. */
const sections = readFileSync(join(root, 'docs', 'rules.md'), 'utf8')
  .split(/^## /m)
  .slice(1)
  .map((section): readonly [rule: string, example: RuleExample | undefined] => {
    const rule = section.slice(0, section.indexOf('\n'));
    const found =
      /^Wrong, (?<part>among the fields|in the text|as the whole) of `(?<file>.*)`:\n\n(?<wrong>(?: {4}.*\n|\n)+)Right:\n\n(?<right>(?: {4}.*\n|\n)+)/m.exec(
        section,
      )?.groups;
    const { part = '', file = '', wrong = '', right = '' } = found ?? {};
    return [rule, found && { part, file, wrong: lines(wrong), right: lines(right) }];
  });

it('docs/rules.md has a section for every rule, in the order of their names', () => {
  expect(sections.map(([rule]) => rule)).toEqual(rules.toSorted());
});

const examples = sections.flatMap(([rule, example]) => (example ? [[rule, example] as const] : []));

it('most rules have an example', () => {
  expect(examples.length).toBeGreaterThan(rules.length / 2);
});

it.each(atLeastOne(examples))('shows the mistake of %s, and how it is right', async (rule, example) => {
  expect(await rulesOf(example, example.wrong)).toEqual([rule]);
  expect(await rulesOf(example, example.right)).toEqual([]);
});
