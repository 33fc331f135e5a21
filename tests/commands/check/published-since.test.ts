import { execFileSync } from 'node:child_process';
import { cpSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { publishedSince } from '../../../cli/commands/check/published-since.ts';
import { replace, where } from '../../changed-site.ts';
import { buildInMemory, changeFiles, sites, temporaryFolder } from '../../helpers.ts';
import { galleyWarm } from '../../warm-program.ts';

/** The repository as it is before each test. */
let original: string;
let top: string;
let content: string;

/** Without what a hook around the tests says of its own repository. */
const ownEnvironment = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_')),
);

const author = ['-c', 'user.name=Ada', '-c', 'user.email=ada@paper.example', '-c', 'commit.gpgsign=false'];
const git = (...args: string[]) =>
  execFileSync('git', ['-C', top, ...author, ...args], {
    encoding: 'utf8',
    env: { ...ownEnvironment, GIT_COMMITTER_DATE: '2026-11-20T12:00:00Z' },
  }).trim();

const post = (id: string, more: string) =>
  `---\nid: "${id}"\ntitle: Oars\nexcerpt: Oars.\nauthor: Ada Lund\ncategory: River Life\n${more}\n---\nText.\n`;

/** A paper below the top of its repository, all of it committed. */
beforeAll(() => {
  original = temporaryFolder();
  openRepository(original);
  cpSync(join(sites, 'small', 'content'), content, { recursive: true });
  changeFiles(content, {
    'blog/oars.md': post('oars', 'publishedDate: 2026-01-02T12:00:00Z\naliases: [/2019/oars/]'),
    'blog/draft.md': post('draft', 'publishedDate: 2026-01-02T12:00:00Z\ndraft: true'),
    'blog/to-come.md': post('to-come', 'publishedDate: 2026-11-20T15:00:00Z'),
    'redirects.yaml': '- { from: /old.php, to: /about }\n',
    'public/ads.txt': 'x',
  });
  git('init', '--quiet');
  git('add', '.');
  git('commit', '--quiet', '-m', 'One');
});

beforeEach(() => {
  openRepository(temporaryFolder());
  cpSync(original, top, { recursive: true });
});

function openRepository(folder: string) {
  top = folder;
  content = join(top, 'paper', 'content');
}

async function gone(ref = 'HEAD') {
  const { report } = await buildInMemory(content, { before: publishedSince(content, ref) });
  return report.problems.filter(({ rule }) => rule === 'address-gone' || rule === 'not-checked');
}

const rows = async () =>
  (await gone()).map((problem) => `${where(problem)} ${/`(.*?)`/.exec(problem.message)?.[1]}`);

describe('the addresses of a commit', () => {
  it('are all there where nothing has changed, or only what was never published', async () => {
    expect(await gone()).toEqual([]);
    for (const name of ['draft', 'to-come']) rmSync(join(content, 'blog', `${name}.md`));
    rmSync(join(content, 'media', 'bridge.png'));
    expect(await gone()).toEqual([]);
  });

  it('are reported in redirects.yaml, whether their content has moved or is gone', async () => {
    renameSync(join(content, 'blog/oars.md'), join(content, 'blog/paddles.md'));
    changeFiles(content, {
      'pages/faq.yaml': replace('path: /faq', 'path: /questions'),
      'blog/heron-count.md': replace('\ntitle:', '\nslug: herons\ntitle:'),
    });
    for (const path of ['blog/bridge-toll-ends.md', 'redirects.yaml', 'public/ads.txt'])
      rmSync(join(content, path));
    expect(await rows()).toEqual([
      'redirects.yaml:1 address-gone /ads.txt',
      'redirects.yaml:1 address-gone /blog/bridge-toll-ends',
      'redirects.yaml:1 address-gone /blog/heron-count',
      'redirects.yaml:1 address-gone /blog/oars',
      'redirects.yaml:1 address-gone /faq',
      'redirects.yaml:1 address-gone /old.php',
    ]);
  });

  it('are there if readers are sent on', async () => {
    renameSync(join(content, 'blog/oars.md'), join(content, 'blog/paddles.md'));
    rmSync(join(content, 'blog/bridge-toll-ends.md'));
    changeFiles(content, {
      'blog/paddles.md': replace('[/2019/oars/]', '[/2019/oars, /blog/oars]'),
      'redirects.yaml': (text) => `${text}- { from: /blog/bridge-toll-ends, to: /blog }\n`,
    });
    expect(await gone()).toEqual([]);
  });

  it('are gone if the post is a draft now, or the alias is removed; later pages of lists only draw a warning', async () => {
    changeFiles(content, { 'blog/oars.md': replace('aliases: [/2019/oars/]', 'draft: true') });
    const problems = await gone();
    expect(problems.map(({ severity, message }) => `${severity} ${/`(.*?)`/.exec(message)?.[1]}`)).toEqual([
      'error /2019/oars',
      'error /blog/oars',
    ]);
    for (const name of ['oars', 'bridge-toll-ends', 'to-come']) rmSync(join(content, 'blog', `${name}.md`));
    expect((await gone()).filter(({ severity }) => severity === 'warning')).toMatchObject([
      { message: expect.stringContaining('/blog/page/2') },
    ]);
  });

  it('are known by what a hook says of another repository, and from inside the content', async () => {
    rmSync(join(content, 'blog/oars.md'));
    const flags = ['--content', '.', '--since', 'HEAD', '--format', 'json'];
    const { status, stdout } = await galleyWarm(content, ['check', ...flags], { GIT_DIR: '/nowhere/.git' });
    const { problems } = JSON.parse(stdout);
    expect(status).toBe(1);
    expect(problems.map(({ file, rule }: { file: string; rule: string }) => `${file} ${rule}`)).toContain(
      'paper/content/redirects.yaml address-gone',
    );
  });
});

describe('what cannot be compared', () => {
  it.each(['nowhere', '--output=x', 'HEAD~1', 'HEAD:paper', ''])('the commit %j', (ref) => {
    expect(() => publishedSince(content, ref)).toThrow(`There is no commit \`${ref}\``);
  });

  it('is said with the cure where only a part of the history is there', () => {
    const copy = join(temporaryFolder(), 'copy');
    git('commit', '--quiet', '--allow-empty', '-m', 'Two');
    git('clone', '--quiet', '--depth', '1', `file://${top}`, copy);
    expect(() => publishedSince(join(copy, 'paper', 'content'), 'HEAD~1')).toThrow('fetch-depth: 0');
  });

  it('is content outside a repository, or that was not there then', async () => {
    const outside = join(temporaryFolder(), 'content');
    cpSync(content, outside, { recursive: true });
    const { status, stderr } = await galleyWarm(join(outside, '..'), ['check', '--since', 'HEAD']);
    expect([status, stderr]).toEqual([2, expect.stringContaining('is in no Git repository')]);
    renameSync(content, join(top, 'stories'));
    expect(() => publishedSince(join(top, 'stories'), 'HEAD')).toThrow('there was no content in stories/');
  });
});
