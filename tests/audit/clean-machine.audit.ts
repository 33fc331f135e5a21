import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { root, temporaryFolder } from '../helpers.ts';
import { requireProgram } from '../machine.ts';
import { skips } from './scope.ts';

/** Runs a line as a step of a workflow does, on a machine whose home and npm cache are empty at first. */
function shell(cwd: string, line: string, environment: NodeJS.ProcessEnv = {}) {
  const home = temporaryFolder();
  const env = {
    ...process.env,
    HOME: home,
    npm_config_cache: join(home, 'npm'),
    GIT_CONFIG_GLOBAL: '',
    ...environment,
  };
  const { status, stdout, stderr } = spawnSync('bash', ['-ec', line], { cwd, env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${line}\nended with ${status}:\n${stdout}${stderr}`);
  return stdout;
}

test.skipIf(skips('a clean machine', 'rsync'))(
  'a clone of a paper goes through every step of its workflow on a machine with an empty npm cache',
  () => {
    requireProgram('rsync');
    const folder = temporaryFolder();
    execFileSync(join(root, 'node_modules/.bin/tsx'), [join(root, 'cli/program/package.ts'), folder]);
    const [archive = ''] = readdirSync(folder);
    const paper = join(folder, 'paper');
    mkdirSync(paper);
    shell(paper, `npm i ../${archive} && npx --no galley init --yes --host rsync`);
    rmSync(join(folder, archive));
    const commit = 'git add -A && git -c user.name=a -c user.email=a@b.example commit -qm all';
    shell(paper, `git init -qb main && ${commit}`);

    const clone = join(folder, 'clone');
    shell(folder, 'git clone -q paper clone');
    const { jobs } = parse(readFileSync(join(clone, '.github/workflows/publish.yaml'), 'utf8'));
    const host = join(folder, 'host');
    mkdirSync(host);
    writeFileSync(join(host, 'gone.html'), 'Removed since.');
    const environment = {
      GITHUB_BASE_REF: 'main',
      TARGET: `${host}/`,
      DEPLOY_KEY: 'key',
      KNOWN_HOSTS: 'hosts',
    };
    // Steps with a condition are off until the paper turns them on.
    for (const { run, if: condition } of [...jobs.check.steps, ...jobs.publish.steps])
      if (run !== undefined && condition === undefined) shell(clone, run, environment);
    expect(readFileSync(join(host, 'index.html'))).toEqual(readFileSync(join(clone, 'dist/index.html')));
    expect(existsSync(join(host, 'gone.html'))).toBe(false);
  },
);
