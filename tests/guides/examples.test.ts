import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import packageJson from '../../package.json' with { type: 'json' };
import { buildInMemory, galley, root, spoiledContent, temporaryFolder } from '../helpers.ts';

const folder = join(root, 'docs', 'guides');
const guides = [...readdirSync(folder).map((name) => join('docs', 'guides', name)), 'README.md'];
const textOf = (path: string) => readFileSync(join(root, path), 'utf8');

/** The examples of a guide: what stands four spaces to the right. */
const examplesOf = (path: string): string[] =>
  [...textOf(path).matchAll(/(?:^ {4,}.*\n|^\n(?= {4}))+/gm)].map(([text]) =>
    text.replace(/^ {4}/gm, '').trim(),
  );

it.each(guides)('%s names no script that is not there', (path) => {
  const scripts = [...textOf(path).matchAll(/npm run ([a-z]+)/g)].map(([, name = '']) => name);
  expect(scripts.filter((name) => !Object.hasOwn(packageJson.scripts, name))).toEqual([]);
});

it.each(guides)('%s links to what is there', (path) => {
  const links = [...textOf(path).matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map(([, link = '']) => link);
  for (const link of links) expect(() => readFileSync(join(root, path, '..', link)), link).not.toThrow();
});

it('docs/guides/start.md starts a paper that has no problems', async () => {
  const line = examplesOf('docs/guides/start.md').find((example) => example.includes('init --yes')) ?? '';
  const flags = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? '');
  const paper = temporaryFolder();
  expect(galley(paper, flags.slice(flags.indexOf('init')))).toMatchObject({ status: 0, stderr: '' });
  const { report } = await buildInMemory(join(paper, 'content'));
  expect(report.problems).toEqual([]);
});

it('docs/guides/pictures.md shows a picture that a story can have', async () => {
  const [fields = ''] = examplesOf('docs/guides/pictures.md');
  const content = spoiledContent('nothing is laid over it');
  const post = join(content, 'blog', 'bridge-toll-ends.md');
  const text = readFileSync(post, 'utf8').replace(/^image.*\n/gm, '');
  writeFileSync(
    post,
    text.replace('---\n', () => `---\n${fields}\n`),
  );
  const { report } = await buildInMemory(content);
  expect(report.problems).toEqual([]);
});

describe('the job of docs/guides/live.md', () => {
  const job = parse(examplesOf('docs/guides/live.md').find((example) => example.startsWith('name:')) ?? '');

  it('runs commands that there are, with flags that they have', () => {
    const commands: string[] = job.jobs.build.steps.flatMap(({ run }: { run?: string }) => run ?? []);
    expect(commands).toContain('npm ci');
    for (const command of commands.filter((one) => one.startsWith('npm run'))) {
      const [, name = '', flags = ''] = /^npm run (\w+)(?: -- (.*))?$/.exec(command) ?? [];
      const help = galley(root, ['help', name]).stdout;
      for (const flag of flags.match(/--[a-z-]+/g) ?? []) expect(help).toContain(`${flag} `);
    }
  });
});
