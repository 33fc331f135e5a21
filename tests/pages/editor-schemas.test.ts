import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import matter from 'gray-matter';
import { describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import type { SourceFile } from '../../cli/content/source-file.ts';
import { editorSchemas, namesOf } from '../../cli/pages/editor-schemas.ts';
import { parse } from '../../cli/pipeline/parse.ts';
import { read } from '../../cli/pipeline/read.ts';
import type { Rule } from '../../cli/problems/problem.ts';
import { atLeastOne } from '../at-least-one.ts';
import { root, sites, spoiledContent } from '../helpers.ts';

/** Checks a file as an editor's program does, with the names of a content folder. */
function validators(content: string) {
  const sources = read(content, 'content').value;
  const ajv = new Ajv({ strict: false, allErrors: true });
  const schemas = new Map(
    editorSchemas(namesOf(parse(sources).value)).map(({ name, schema }) => [name, schema]),
  );
  const nameFor = (path: string) =>
    path
      .replace(/^notices\/.*/, 'notice')
      .replace(/^blog\/.*/, 'post')
      .replace(/^pages\/.*\.md$/, 'page-front-matter')
      .replace(/^pages\/.*/, 'page')
      .replace(/^data\/|\.yaml$/g, '');
  return ({ path, text }: SourceFile): readonly unknown[] => {
    const schema = schemas.get(`${nameFor(path)}.schema.json`);
    if (!schema) throw new Error(`There is no schema for ${path}`);
    // Compiled once, and cached by the schema.
    const check = ajv.compile(schema);
    const data = path.endsWith('.md')
      ? matter(text, { engines: { yaml: (front) => parseYaml(front) } }).data
      : parseYaml(text);
    return check(data ?? undefined) ? [] : (check.errors ?? []);
  };
}

const yamlFiles = (content: string) =>
  read(content, 'content').value.files.filter(({ path }) => /\.(?:md|yaml)$/.test(path));

describe('the schemas for editors', () => {
  it.each([
    ['the demo', join(root, 'content')],
    ['the small site', join(sites, 'small', 'content')],
    ['the smallest site', join(sites, 'minimal', 'content')],
    ['the village', join(root, 'tests', 'browser', 'village', 'content')],
  ])('accept every file of %s', (_name, content) => {
    const check = validators(content);
    for (const file of atLeastOne(yamlFiles(content)))
      expect([file.path, check(file)]).toEqual([file.path, []]);
  });

  /** Rules whose mistakes are in one value, or in the keys of one file. */
  const ruleOfSchemas: readonly Rule[] = [
    'missing-key',
    'unknown-key',
    'wrong-type',
    'unknown-value',
    'invalid-value',
    'invalid-date',
    'invalid-url',
    'invalid-slug',
    'invalid-text',
    'unsafe-link',
  ];
  /** Mistakes of these kinds that no pattern finds, and why. */
  const unseen: Readonly<Record<string, string>> = {
    'capitals-in-a-post-file-name': 'in the name of a file',
    'control-character-in-a-title': 'an invisible character',
    'impossible-date': 'the 30th of February',
    'javascript-and-data-links-in-a-post': 'in Markdown',
    'javascript-link-written-with-entities': 'in Markdown',
    'post-without-a-text': 'below the front matter',
  };

  const broken = join(sites, 'broken');
  const mistakes = readdirSync(broken).flatMap((name) =>
    readFileSync(join(broken, name, 'where.txt'), 'utf8')
      .split('\n')
      .flatMap((line) => {
        const [file = '', , , rule] = line.split(' ');
        const isSchema = ruleOfSchemas.some((known) => known === rule);
        const path = file.slice('content/'.length);
        return isSchema && existsSync(join(broken, name, 'content', path)) ? [{ name, path }] : [];
      }),
  );

  it('refuse what is wrong in one value or key of the broken sites', () => {
    const check = validators(join(sites, 'small', 'content'));
    const accepted = new Set(
      mistakes.flatMap(({ name, path }) => {
        const content = spoiledContent(join(broken, name, 'content'));
        const file = yamlFiles(content).find((file) => file.path === path);
        try {
          return file && check(file).length > 0 ? [] : [name];
        } catch {
          // No YAML at all.
          return [];
        }
      }),
    );
    expect([...accepted].sort()).toEqual(Object.keys(unseen).sort());
  });

  it('offer the names of the paper, and complete only the keys of a kind of page', () => {
    const content = join(sites, 'small', 'content');
    const names = namesOf(parse(read(content, 'content').value).value);
    const schemas = new Map(editorSchemas(names).map(({ name, schema }) => [name, schema]));
    expect(schemas.get('post.schema.json')).toMatchObject({
      properties: {
        category: { enum: ['Business', 'River Life'] },
        author: { examples: expect.arrayContaining(['Ada Lund']) },
      },
    });
    const check = validators(content);
    const page = (fields: string) =>
      check({ path: 'pages/x.yaml', file: '', text: `path: /x\ntitle: X\n${fields}` });
    expect(page('template: text\nbody: x')).toEqual([]);
    expect(page('template: text\nbody: x\nblocks: []')).not.toEqual([]);
    expect(page('template: home\nblocks: []')).toEqual([]);
    expect(page('template: hom')).not.toEqual([]);
    expect(page('template: events\nwall: { provider: nobody, id: x, title: X }')).not.toEqual([]);
  });
});
