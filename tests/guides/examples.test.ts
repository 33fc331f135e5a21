import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import packageJson from '../../package.json' with { type: 'json' };
import { atLeastOne } from '../at-least-one.ts';
import { buildInMemory, galley, root, spoiledContent, temporaryFolder } from '../helpers.ts';

/** README, and every page of docs/. */
const pages = [
  'README.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
];
const textOf = (path: string) => readFileSync(join(root, path), 'utf8');

/** The examples of a guide: what stands four spaces to the right. */
const examplesOf = (path: string): string[] =>
  [...textOf(path).matchAll(/(?:^ {4,}.*\n|^\n(?= {4}))+/gm)].map(([text]) =>
    text.replace(/^ {4}/gm, '').trim(),
  );

/** What matches in the pages, by page. */
const found = (pattern: RegExp, textOf: (path: string) => string) =>
  pages.flatMap((page) => [...textOf(page).matchAll(pattern)].map(([, match = '']) => ({ page, match })));

it('guides and decisions name scripts that exist', () => {
  const scripts = found(/npm run ([a-z]+)/g, textOf);
  expect(scripts.length).toBeGreaterThan(20);
  expect(scripts.filter(({ match }) => !Object.hasOwn(packageJson.scripts, match))).toEqual([]);
});

it('guides and decisions link to pages that exist', () => {
  const withoutCode = (page: string) => textOf(page).replace(/^ {4}.*|`[^`\n]*`/gm, '');
  const links = found(/\]\(([^)#:]+)(?:#[^)]*)?\)/g, withoutCode);
  expect(links.length).toBeGreaterThan(20);
  expect(links.filter(({ page, match }) => !existsSync(join(root, page, '..', match)))).toEqual([]);
});

it('guides and decisions name source files that exist', () => {
  const files = found(/`((?:cli|docs|templates|tests)\/[\w./-]+)`/g, textOf);
  expect(files.length).toBeGreaterThan(20);
  expect(files.filter(({ match }) => !existsSync(join(root, match)))).toEqual([]);
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
    for (const command of atLeastOne(commands.filter((one) => one.startsWith('npm run')))) {
      const [, name = '', flags = ''] = /^npm run (\w+)(?: -- (.*))?$/.exec(command) ?? [];
      const help = galley(root, ['help', name]).stdout;
      for (const flag of flags.match(/--[a-z-]+/g) ?? []) expect(help).toContain(`${flag} `);
    }
  });
});
