import { describe, expect, it } from 'vitest';
import { schemaFor } from '../../cli/pages/kinds.ts';
import { placed } from '../../cli/problems/problem.ts';
import { readFrontMatter } from '../../cli/reading/front-matter.ts';

const read = (text: string, path = 'blog/a.md') =>
  readFrontMatter({ path, file: `content/${path}`, text }, schemaFor);

describe('front matter', () => {
  it.each([
    ['---\ntitle: A\n---\nText.\n', 'Text.\n'],
    ['---  \ntitle: A\n--- \t \nText.\n', 'Text.\n'],
    ['---\ntitle: A\n---\n\n---\nText.\n', '\n---\nText.\n'],
    ['---\ntitle: A\n---', ''],
    ['---\ntitle: A\n---  ', ''],
    ['---\n# a comment\ntitle: A\n---\n', ''],
  ])('of %j is split from the body %j', (text, body) => {
    expect(read(text)).toEqual({
      value: { data: { title: 'A' }, body, bodyOffset: text.length - body.length },
      problems: [],
    });
  });

  it.each(['---\n---\nText.\n', '---\n\n---\nText.\n', '---\n# a comment\n---\nText.\n'])(
    'without fields, such as %j, is an empty group',
    (text) => {
      expect(read(text).value).toMatchObject({ data: {}, body: 'Text.\n' });
    },
  );

  it('keeps what is not a group, so that the schema can report it', () => {
    expect(read('---\njust words\n---\nText.\n').value?.data).toBe('just words');
  });

  it('is closed at the start of a line only, not after a line separator within a text', () => {
    const { value, problems } = read('---\ntitle: "A\u2028--- B"\n---\nText.\n');
    expect(problems).toEqual([]);
    expect(value).toMatchObject({ data: { title: 'A\u2028--- B' }, body: 'Text.\n' });
  });

  it.each(['---', '---   '])('has its places counted from the top of the file after %j', (fence) => {
    const { problems } = read(`${fence}\ntitle: A\ntitle: B\n---\nText.\n`);
    expect(problems.map(placed)).toMatchObject([{ rule: 'duplicate-key', line: 3, column: 1 }]);
  });

  it.each(['js', 'javascript', 'json', 'coffee', 'constructor'])('in %s is never run', (language) => {
    const text = `---${language}\n{ title: (globalThis.wasRun = true) }\n---\nText.\n`;
    expect(read(text).problems.map(({ rule }) => rule)).toEqual(['front-matter-language']);
    expect(globalThis).not.toHaveProperty('wasRun');
  });

  it('is read anew for each file, also if two files are alike', () => {
    const text = '---\ntitle: A\ntitle: B\n---\nText.\n';
    const files = ['blog/a.md', 'blog/b.md'].flatMap((path) => read(text, path).problems);
    expect(files.map(({ source }) => source.file)).toEqual(['content/blog/a.md', 'content/blog/b.md']);
  });
});
