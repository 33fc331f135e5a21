import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tsImport } from 'tsx/esm/api';
import { describe, expect, it } from 'vitest';
import { hosts } from '../../cli/commands/init/workflow.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { buildInMemory, root, temporaryFolder } from '../helpers.ts';
import { galleyWarm } from '../warm-program.ts';

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
  expect(await galleyWarm(paper, flags.slice(flags.indexOf('init')))).toMatchObject({
    status: 0,
    stderr: '',
  });
  const { report } = await buildInMemory(join(paper, 'content'));
  expect(report.problems).toEqual([]);
});

it('CHANGELOG.md begins with the version of package.json', () => {
  expect(/^## (.*)/m.exec(textOf('CHANGELOG.md'))?.[1]).toBe(packageJson.version);
});

it('docs/guides/start.md merges a newer Galley into a clone, and the paper stays as it was', () => {
  const commands = examplesOf('docs/guides/start.md').find((example) => example.includes('git merge')) ?? '';
  const folder = temporaryFolder();
  const run = (script: string) => spawnSync('sh', ['-c', script], { cwd: folder, encoding: 'utf8' });
  const identity =
    'export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b.example GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b.example';
  const before = run(`${identity}; set -e
    git init -qb main galley; cd galley; mkdir -p content/blog tests/demo cli
    echo demo | tee content/site.yaml content/blog/a.md tests/demo/a.test.ts cli/main.ts
    git add .; git commit -qm 0.1.0; git clone -q . ../paper
    echo newer | tee content/site.yaml content/blog/a.md content/blog/b.md tests/demo/a.test.ts cli/main.ts
    git add .; git commit -qm 0.2.0
    cd ../paper; rm -r content tests/demo; mkdir content; echo mine > content/site.yaml
    git add .; git commit -qm 'our paper'; git fetch -q`);
  expect(before).toMatchObject({ status: 0 });
  const after = run(`${identity}; cd paper; ${commands}
    git status --short; git log -1 --format=%s; find content tests -type f; cat content/site.yaml cli/main.ts`);
  expect(after.stdout.trim().split('\n').slice(-5)).toEqual([
    expect.stringMatching(/^\[main \w+\] A newer Galley$/),
    ...['A newer Galley', 'content/site.yaml', 'mine', 'newer'],
  ]);
});

// It imports JSON in a way that Node does not know.
const parser: Promise<typeof import('@actions/workflow-parser')> = tsImport(
  '@actions/workflow-parser',
  import.meta.url,
);

/** The jobs of a workflow, as GitHub reads it. */
async function jobsOf(content: string) {
  const { NoOperationTraceWriter, convertWorkflowTemplate, parseWorkflow } = await parser;
  const { context, value } = parseWorkflow({ name: 'publish.yaml', content }, new NoOperationTraceWriter());
  expect(context.errors.getErrors().map(String)).toEqual([]);
  if (!value) throw new Error('The workflow is empty.');
  const { jobs, errors } = await convertWorkflowTemplate(context, value);
  expect(errors ?? []).toEqual([]);
  return jobs;
}

/** The hosts that publish.yaml has steps for. */
const githubHosts = hosts.filter((host) => host !== 'server');

describe('the workflow of docs/guides/live.md', () => {
  const source = readFileSync(join(root, 'cli/commands/init/starter/publish.yaml'), 'utf8');

  it('is the one that `init` writes', () => {
    expect(examplesOf('docs/guides/live.md')).toContain(source.trim());
    const named = source.match(/(?<=# host: ).*/g)?.flatMap((names) => names.split(', '));
    expect(new Set(named)).toEqual(new Set(['all', ...githubHosts]));
  });

  it.each(githubHosts)('is one that GitHub can run, for %s', async (host) => {
    const paper = temporaryFolder();
    writeFileSync(join(paper, 'package.json'), '{}');
    await galleyWarm(paper, ['init', '--yes', '--host', host]);
    const content = readFileSync(join(paper, '.github/workflows/publish.yaml'), 'utf8');
    expect(content).not.toContain('# host');
    const jobs = await jobsOf(content);
    expect(jobs.map(({ id }) => String(id))).toEqual(['check', 'publish']);
    const steps = jobs.map((job) => (job.type === 'job' ? job.steps.length : 0));
    expect(steps[1]).toBeGreaterThan(7);
    for (const [line] of content.matchAll(/uses: .*/g))
      expect(line).toMatch(/^uses: [\w/-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/);
    const withKeys = content.split(/^ +- (?=\w+:)/m).filter((step) => step.includes('secrets.'));
    expect(withKeys.filter((step) => /\bnpx|\bnpm (?!run )/.test(step))).toEqual([]);
    const [, tool] = /deploy\/node_modules\/\.bin\/(\w+)/.exec(content) ?? [];
    expect(tool !== undefined).toBe(['netlify', 'cloudflare-pages'].includes(host));
    if (tool === undefined) return;
    const jsonOf = (name: string) => JSON.parse(readFileSync(join(paper, 'deploy', name), 'utf8'));
    const [own, ...packages] = Object.values<Record<string, unknown>>(jsonOf('package-lock.json').packages);
    expect(own?.dependencies).toEqual(jsonOf('package.json').dependencies);
    expect(packages.filter((one) => !(one.integrity || one.inBundle) || one.resolved)).toEqual([]);
    expect(packages.some(({ bin }) => Object.hasOwn(bin ?? {}, tool))).toBe(true);
  });
});

it('the workflow of docs/guides/network.md is one that GitHub can run', async () => {
  const [, content = ''] = /^```yaml\n(# \.github[\s\S]*?)^```/m.exec(textOf('docs/guides/network.md')) ?? [];
  expect((await jobsOf(content)).map(({ id }) => String(id))).toEqual(['publish']);
});
