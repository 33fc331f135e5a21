import matter from 'gray-matter';
import { placeOf, type Stretch, topOf } from '../problems/locate.ts';
import { type Outcome, problemAt } from '../problems/problem.ts';
import { mergeMarkers, mergeProblem } from './merge-markers.ts';
import { readPlainYaml } from './plain-yaml.ts';
import type { SourceFile } from './source-file.ts';
import { misreadProblems, parseYaml } from './yaml.ts';

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
  const merges = mergeMarkers(text, { markdown: true });
  const unfinished = (): Outcome<undefined> => ({
    value: undefined,
    problems: merges.map((merge) => mergeProblem(file, text, merge)),
  });
  const fence = /^---[ \t]*(\S[^\n]*)?(?:\n|$)/.exec(text);
  if (!fence) {
    if (text.trim() === '')
      return {
        value: undefined,
        problems: [problemAt(topOf(file), { rule: 'empty-file', message: 'This file is empty.' })],
      };
    return merges.length > 0 ? unfinished() : refuse(...wrongOpening(text));
  }
  if (fence[1]) {
    if (/^-+\s*$/.test(fence[1]) || /^[\w-]+:\s/.test(fence[1])) return refuse(...wrongOpening(text));
    return refuse(1, {
      rule: 'front-matter-language',
      message: `The first line must be \`---\` and nothing else; \`${fence[1].trim()}\` stands after it.`,
      hint: 'Make the first line just `---`. The fields under it are YAML, no other language.',
    });
  }
  const start = fence[0].length;
  const closing = /^---/m.exec(text.slice(start));
  const fields = text.slice(start, closing ? start + closing.index : undefined);
  if (merges.some(([first]) => first && first.start < start + fields.length)) return unfinished();
  if (!closing || looksPast(fields)) return refuse(...wrongClosing(text, start));
  const close = start + closing.index;
  const closeLine = /[^\n]*/.exec(text.slice(close))?.[0] ?? '';
  if (closeLine.trimEnd() !== '---') {
    return refuse(lineOf(text, close), {
      rule: 'front-matter',
      message: 'The line that closes the front matter must be `---` and nothing else.',
      hint: `Make this line just \`---\`${/[^-\s]/.test(closeLine) ? ', and put the rest on the next line' : ''}.`,
    });
  }
  const after = fieldsAfter(text.slice(close + closeLine.length + 1));
  if (after !== undefined) {
    return refuse(lineOf(text, close), {
      rule: 'front-matter',
      message: 'This line closes the front matter, and more fields stand under it.',
      hint: 'Take this line out, if the fields end at the next `---`.',
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
          outcome = plain
            ? { value: plain, problems: misreadProblems(source, yaml) }
            : parseYaml(source, yaml);
          return {};
        },
      },
      json: refuseEngine,
      js: refuseEngine,
      javascript: refuseEngine,
    },
  });
  const { value, problems } = outcome;
  if (value === undefined && problems.length > 0) return { value: undefined, problems };
  const bodyOffset = Math.min(text.length, close + closeLine.length + 1);
  const data = value ?? {};
  const body = text.slice(bodyOffset);
  const again = fieldsAgain(body, yaml.text);
  if (!again) return { value: { data, body, bodyOffset }, problems };
  const place = placeOf(file, text, bodyOffset + again.start, bodyOffset + again.start + '---'.length);
  const repeated = problemAt(place, {
    rule: 'front-matter',
    message: 'The front matter of this file stands here a second time.',
    hint: 'Delete it; or, if the whole file was pasted twice, all from here on.',
  });
  // Nothing else is told of it.
  const blank = body.slice(again.start, again.end).replace(/[^\n]/g, ' ');
  const rest = body.slice(0, again.start) + blank + body.slice(again.end);
  return { value: { data, body: rest, bodyOffset }, problems: [...problems, repeated] };
}

type Refusal = [line: number, details: Parameters<typeof problemAt>[1]];

const lineOf = (text: string, offset: number) => text.slice(0, offset).split('\n').length;

/** A line that is a field of front matter, as far as that can be told from it alone. */
const field = /^[A-Za-z][\w-]*:(?:\s|$)/;

/** What is wrong with the first line of a text, which is not `---`. */
function wrongOpening(text: string): Refusal {
  const lines = text.split('\n');
  const first = lines[0] ?? '';
  const opening = 'Make the first line of the file `---`, three hyphens and nothing else.';
  if (/^[ \t\u00A0]*[-–—−_=~*+]{1,}\s*$/.test(first))
    return [
      1,
      {
        rule: 'front-matter',
        message: `The first line must be three hyphens (\`---\`), and it is \`${first.trimEnd()}\`.`,
        hint: opening,
      },
    ];
  const fenceAt = lines.findIndex((line) => /^---\s*$/.test(line));
  if (first.trim() === '' && fenceAt > 0 && lines.slice(0, fenceAt).every((line) => line.trim() === ''))
    return [
      1,
      {
        rule: 'front-matter',
        message: 'The first line is empty, and the front matter starts under it.',
        hint: 'Take out what stands above the first `---`.',
      },
    ];
  return [
    1,
    {
      rule: 'front-matter',
      message: field.test(first)
        ? 'The `---` is missing above the first field.'
        : 'The first line must be `---`: front matter stands above the text.',
      hint: field.test(first)
        ? 'Put a line with `---`, three hyphens and nothing else, above this one.'
        : 'Start the file with `---`, then `title: …` and the other fields, then `---` again.',
    },
  ];
}

/** Whether what was taken for front matter holds a part of the text: a line that closes it has been lost. */
function looksPast(fields: string): boolean {
  const blank = /\n[ \t]*\n(?=\S)/.exec(fields);
  if (!blank) return false;
  const rest = fields
    .slice(blank.index)
    .split('\n')
    .filter((line) => line.trim() !== '');
  return rest.some((line) => /^(?:#{2,6} |[^\s#-]).{60}/.test(line) && !field.test(line));
}

/** Where front matter that is never closed would have to be. */
function wrongClosing(text: string, start: number): Refusal {
  const lines = text.slice(start).split('\n');
  const fence = lines.findIndex((line) =>
    /^\s*(?:--|-|[–—]+|===+|___+|~~~+|\+\+\++|\*\*\*+)\s*$|^\s+---\s*$/.test(line),
  );
  const end = lines.findIndex(
    (line, i) =>
      line.trim() === '' && !lines.slice(i, i + 2).some((next) => field.test(next) || /^\s+\S/.test(next)),
  );
  const prose = lines.findIndex(
    (line) => line.trim() !== '' && !field.test(line) && !/^(?:\s|#|- )/.test(line),
  );
  if (fence !== -1 && (end === -1 || fence <= end + 1)) {
    return [
      fence + 2,
      {
        rule: 'front-matter',
        message: `This line should close the front matter; it must be three hyphens (\`---\`), and it is \`${lines[fence]?.trimEnd() ?? ''}\`.`,
        hint: 'Make the line just `---`.',
      },
    ];
  }
  const at = [end, prose].filter((line) => line !== -1);
  const hint = 'Put a line with `---` between the fields and the text';
  return [
    1,
    {
      rule: 'front-matter',
      message: 'The front matter that opens here is never closed.',
      hint: at.length > 0 ? `${hint}: as line ${Math.min(...at) + 2}.` : `${hint}.`,
    },
  ];
}

/** Front matter in a text that has the same first field as the file's own. */
function fieldsAgain(body: string, fields: string): Stretch | undefined {
  const first = /^[A-Za-z][\w-]*:.*$/m.exec(fields)?.[0].trimEnd();
  if (first === undefined || !body.includes(first)) return undefined;
  const fences = Array.from(body.matchAll(/^---[ \t]*$/gm), ({ index, 0: { length } }) => ({
    start: index,
    end: index + length,
  }));
  const at = fences.findIndex(({ end }) => body.startsWith(first, end + 1));
  const opening = fences[at];
  return opening && { start: opening.start, end: fences[at + 1]?.end ?? body.length };
}

/** Whether a text under front matter starts with more fields and closes them. */
function fieldsAfter(body: string): true | undefined {
  const lines = body.split('\n');
  const end = lines.findIndex((line) => /^---\s*$/.test(line));
  if (end <= 0) return undefined;
  const above = lines.slice(0, end).filter((line) => line.trim() !== '');
  const isFields = above.length > 0 && above.every((line) => field.test(line) || /^(?:\s|- |#)/.test(line));
  return isFields && above.some((line) => field.test(line)) ? true : undefined;
}
