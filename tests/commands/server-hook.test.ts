import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { changeFiles, root, temporaryFolder } from '../helpers.ts';
import { smallPaper } from '../small-paper.ts';
import { galleyWarm } from '../warm-program.ts';

const story = 'content/blog/heron-count.md';

/** A paper in a repository, and a machine that has the hook which `init` wrote for it. */
async function paperWithServer() {
  const [paper, server] = [await smallPaper(), temporaryFolder()];
  writeFileSync(join(paper, 'package.json'), '{}');
  await galleyWarm(paper, ['init', '--host', 'server']);
  const sh = (script: string) => spawnSync('sh', ['-ec', script], { cwd: server, encoding: 'utf8' });
  mkdirSync(join(server, 'node_modules/.bin'), { recursive: true });
  symlinkSync(join(root, 'cli/galley.mjs'), join(server, 'node_modules/.bin/galley'));
  sh(`git init -q --bare paper.git
    install -m 755 "${paper}/deploy/hook" paper.git/hooks/pre-receive; ln -s pre-receive paper.git/hooks/post-receive
    mkdir live; cp -r "${paper}/.galley" live; cd "${paper}"; git init -qb main
    git config user.name a; git config user.email a@b.example; printf '.galley\\n' > .gitignore`);
  const commit = () => sh(`cd "${paper}"; git add -A; git commit -qm "A change"`);
  /** Pushes what stands in a copy of the paper, and gives what its author reads. */
  async function push(folder = paper, what = 'main') {
    const git = spawn('git', ['push', join(server, 'paper.git'), what], { cwd: folder });
    const [[status], output] = await Promise.all([once(git, 'close'), text(git.stderr)]);
    return { status, output };
  }
  const shown = (file = 'index.html') => readFileSync(join(server, 'live/site', file), 'utf8');
  return { paper, server, sh, commit, push, shown };
}

describe('a machine of the paper’s own', () => {
  it('shows what is pushed, refuses what has an error, and answers every request meanwhile', async () => {
    const { paper, server, sh, commit, push, shown } = await paperWithServer();
    commit();
    expect(await push()).toMatchObject({
      status: 0,
      output: expect.stringContaining('Readers have the new'),
    });
    const isWhole = () => existsSync(join(server, 'live/site')) && shown().includes('</html>');
    const answers: boolean[] = [];
    const readers = setInterval(() => answers.push(isWhole()), 1);
    changeFiles(paper, { [story]: (all) => all.replace(/^title: .*/m, 'title: Herons at last') });
    commit();
    await push();
    expect(shown()).toContain('Herons at last');
    changeFiles(paper, { [story]: (all) => all.replace(/^category: .*/m, 'category: Buisness') });
    commit();
    const refused = await push();
    clearInterval(readers);
    expect(answers.length).toBeGreaterThan(100);
    expect(answers).not.toContain(false);
    expect(refused.status).toBe(1);
    expect(refused.output).toMatch(
      /unknown-reference content\/blog\/heron-count\.md:\d+[\s\S]*readers have the site as/,
    );
    // The hourly build has what was accepted, not what was refused; nothing is left of a build that was killed.
    sh('touch live/index.lock live/content/blog/half.md');
    expect(sh('paper.git/hooks/post-receive hourly')).toMatchObject({ status: 0 });
    expect(shown()).toContain('Herons at last');
  });

  it('shows the one of two pushes at once that Git takes', async () => {
    const { server, sh, commit, push, shown } = await paperWithServer();
    commit();
    await push();
    const copies = ['first', 'second'].map((name) => {
      sh(`git clone -qb main paper.git ${name}; cd ${name}; sed -i 's/^title: .*/title: By ${name}/' ${story}
        git -c user.name=a -c user.email=a@b.example commit -qam ${name}`);
      return join(server, name);
    });
    const pushed = await Promise.all(copies.map((copy) => push(copy)));
    const taken = pushed.findIndex(({ status }) => status === 0);
    expect(pushed.map(({ status }) => status).sort()).toEqual([0, 1]);
    expect(shown()).toContain(['By first', 'By second'][taken]);
  });

  it('runs nothing that is pushed, follows no link, and keeps other branches from readers', async () => {
    const { paper, server, sh, commit, push } = await paperWithServer();
    expect(sh('paper.git/hooks/post-receive hourly')).toMatchObject({ status: 0 });
    const touch = `touch ${join(server, 'pwned')}`;
    changeFiles(paper, {
      'package.json': JSON.stringify({ scripts: { galley: touch, prepare: touch } }),
      'node_modules/.bin/galley': `#!/bin/sh\n${touch}\n`,
      'content/.gitattributes': '*.md filter=own',
      [`content/blog/$(${touch.replaceAll('/', ':')})\n-rf.md`]: 'x',
    });
    commit();
    expect(await push()).toMatchObject({ status: 1, output: expect.stringContaining('front-matter') });
    rmSync(join(paper, 'content'), { recursive: true });
    symlinkSync('/etc', join(paper, 'content'));
    commit();
    expect(await push()).toMatchObject({ status: 1 });
    expect(await push(paper, 'main:side')).toMatchObject({ status: 0 });
    expect(await push(paper, ':main')).toMatchObject({ status: 1 });
    expect(['pwned', 'live/site'].filter((path) => existsSync(join(server, path)))).toEqual([]);
    expect(() => readlinkSync(join(server, 'live/content'))).toThrow();
  });
});
