import matter from 'gray-matter';
import { topOf } from '../problems/locate.ts';
import { type Outcome, problemAt } from '../problems/problem.ts';
import { readPlainYaml } from './plain-yaml.ts';
import type { SourceFile } from './read.ts';
import { parseYaml } from './yaml.ts';

/** A Markdown file, split. */
export interface FrontMatter {
  readonly data: unknown;
  readonly body: string;
  /** Where the body starts in the file. */
  readonly bodyOffset: number;
}

/**
 * Splits a Markdown file. gray-matter runs `---js` front matter through eval, so a fence with a word after it never reaches it,
 * and every engine but YAML's throws.
 */
export function readFrontMatter(source: SourceFile): Outcome<FrontMatter | undefined> {
  const { text, file } = source;
  const refuse = (line: number, details: Parameters<typeof problemAt>[1]): Outcome<undefined> => {
    const lines = text.split('\n');
    const length = Math.max(1, lines[line - 1]?.trimEnd().length ?? 1);
    return {
      value: undefined,
      problems: [problemAt({ file, line, column: 1, endLine: line, endColumn: length + 1 }, details)],
    };
  };
  const fence = /^---[ \t]*(\S[^\n]*)?(?:\n|$)/.exec(text);
  if (!fence) {
    if (text.trim() === '')
      return {
        value: undefined,
        problems: [problemAt(topOf(file), { rule: 'empty-file', message: 'This file is empty.' })],
      };
    return refuse(1, {
      rule: 'front-matter',
      message: 'The first line must be `---`: front matter stands above the text.',
      hint: 'Start the file with `---`, then `title: …` and the other fields, then `---` again.',
    });
  }
  if (fence[1]) {
    return refuse(1, {
      rule: 'front-matter-language',
      message: `Front matter is YAML only; \`${fence[1].trim()}\` after the fence is refused.`,
      hint: 'Make the first line just `---`.',
    });
  }
  const start = fence[0].length;
  const closing = /^---/m.exec(text.slice(start));
  if (!closing) {
    return refuse(1, {
      rule: 'front-matter',
      message: 'The front matter that opens here is never closed.',
      hint: 'Put a line with `---` between the fields and the text.',
    });
  }
  const close = start + closing.index;
  const closeLine = /[^\n]*/.exec(text.slice(close))?.[0] ?? '';
  if (closeLine.trimEnd() !== '---') {
    return refuse(text.slice(0, close).split('\n').length, {
      rule: 'front-matter',
      message: 'The line that closes the front matter must be `---` and nothing else.',
    });
  }

  const yaml = { text: text.slice(start, close), offset: start };
  let outcome: Outcome<unknown> = { value: undefined, problems: [] };
  const refuseEngine = {
    parse: () => {
      throw new Error('Only YAML front matter is read');
    },
  };
  matter(text.slice(0, close + 3), {
    language: 'yaml',
    engines: {
      yaml: {
        parse: () => {
          const plain = readPlainYaml(yaml.text);
          outcome = plain ? { value: plain, problems: [] } : parseYaml(source, yaml);
          return {};
        },
      },
      json: refuseEngine,
      js: refuseEngine,
      javascript: refuseEngine,
    },
  });
  if (outcome.problems.length > 0) return { value: undefined, problems: outcome.problems };
  const bodyOffset = Math.min(text.length, close + closeLine.length + 1);
  return {
    value: { data: outcome.value ?? {}, body: text.slice(bodyOffset), bodyOffset },
    problems: [],
  };
}
