import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { startNew } from '../../cli/commands/new/start-new.ts';
import { sites, temporaryFolder } from '../helpers.ts';
import { smallPaper } from '../small-paper.ts';
import { galleyWarm } from '../warm-program.ts';

// In Chicago it is still the evening before.
const afterMidnightUtc = ['--now', '2026-11-21T03:00:00Z'];

it('galley new notice writes a draft that passes check, and says what is missing where the paper has no kinds', async () => {
  const folder = await smallPaper();
  const args = ['new', 'notice', 'Ada Lund', ...afterMidnightUtc];
  expect(await galleyWarm(folder, args)).toMatchObject({ status: 1 });
  writeFileSync(join(folder, 'content/site.yaml'), '\nnotices: [{ kind: deaths, title: Deaths }]\n', {
    flag: 'a',
  });
  writeFileSync(join(folder, 'content/pages/n.yaml'), 'template: notices\npath: /notices\ntitle: Notices\n');
  expect(await galleyWarm(folder, args)).toMatchObject({
    status: 0,
    stdout: 'content/notices/ada-lund.md\n',
  });
  expect(readFileSync(join(folder, 'content/notices/ada-lund.md'), 'utf8')).toBe(
    '---\nkind: deaths\ntitle: Ada Lund\npublishedDate: 2026-11-20T21:00:00-06:00\ndraft: true\n---\n',
  );
  expect(await galleyWarm(folder, ['check', '--drafts', ...afterMidnightUtc])).toMatchObject({ status: 0 });
  expect(await galleyWarm(folder, args)).toMatchObject({ status: 2 });
});

describe('galley new post', () => {
  it("writes a post that passes check, dated today in the paper's time zone, with an id of its own", async () => {
    const folder = await smallPaper();
    const { status, stdout } = await galleyWarm(folder, [
      'new',
      'post',
      'River: "high" again — it’s 9%',
      ...afterMidnightUtc,
    ]);
    expect([status, stdout]).toEqual([0, 'content/blog/river-high-again-its-9.md\n']);
    const text = readFileSync(join(folder, 'content/blog/river-high-again-its-9.md'), 'utf8');
    expect(text).toContain('publishedDate: 2026-11-20T21:00:00-06:00');
    expect(text).toMatch(/^id: 2026-11-20-[a-z2-9]{5}$/m);
    expect(await galleyWarm(folder, ['check', '--drafts', '--now', '2026-11-22T00:00:00Z'])).toMatchObject({
      status: 0,
      stderr: '',
    });
  });

  it('says what is missing where the paper lists no category yet', async () => {
    const folder = temporaryFolder();
    cpSync(join(sites, 'minimal', 'content'), join(folder, 'content'), { recursive: true });
    const { status, stderr } = await galleyWarm(folder, ['new', 'post', 'A headline']);
    expect([status, stderr]).toEqual([1, expect.stringContaining('site.yaml lists none yet')]);
    expect(existsSync(join(folder, 'content/blog'))).toBe(false);
  });

  it('writes any headline as text, each with an id of its own', async () => {
    const folder = await smallPaper();
    const content = join(folder, 'content');
    const headlines = `null|075201|- a|# b|a: b|it's|"q"|[x]|{x: z}|&c|% f|i #j|2026-01-01`.split('|');
    const said = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    for (const headline of headlines) await startNew('post', headline, { content });
    said.mockRestore();
    const report = JSON.parse((await galleyWarm(folder, ['check', '--drafts', '--format', 'json'])).stdout);
    expect(report.problems).toEqual([]);
    expect(report.summary.posts).toBe(3 + headlines.length);
  });

  it.each([
    ['x'.repeat(301), 'error This text h'],
    ['a\u202Eb', 'error This text h'],
    ['—!', 'letters or digits'],
  ])('refuses the headline %.10s', async (headline, words) => {
    const { status, stderr } = await galleyWarm(await smallPaper(), ['new', 'post', headline]);
    expect([status, stderr]).toEqual([2, expect.stringContaining(words)]);
  });

  it('never writes over a file', async () => {
    const folder = await smallPaper();
    mkdirSync(join(folder, 'content', 'blog'), { recursive: true });
    writeFileSync(join(folder, 'content/blog/river.md'), 'mine');
    expect(await galleyWarm(folder, ['new', 'post', 'River'])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('already has the address /blog/river'),
    });
    expect(readFileSync(join(folder, 'content/blog/river.md'), 'utf8')).toBe('mine');
  });
});

it('galley new page --all writes what init offers, with a line in the menus, and nothing twice', async () => {
  const folder = await smallPaper();
  const { status, stdout } = await galleyWarm(folder, ['new', 'page', '--all', ...afterMidnightUtc]);
  expect([status, stdout.split('\n')]).toEqual([0, expect.arrayContaining(['content/pages/search.yaml'])]);
  expect(readFileSync(join(folder, 'content/navigation.yaml'), 'utf8')).toContain('path: /search');
  expect(await galleyWarm(folder, ['check', ...afterMidnightUtc])).toMatchObject({ status: 0 });
  expect(await galleyWarm(folder, ['new', 'page', '--all', ...afterMidnightUtc])).toMatchObject({
    status: 0,
    stdout: '',
    stderr: 'The paper has them all. Next: `npm run check`.\n',
  });
});
