import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pathOf } from '../../cli/content/single-files.ts';
import { pageKinds } from '../../cli/pages/kinds.ts';
import type { PlacedProblem } from '../../cli/problems/problem.ts';
import { sites, temporaryFolder } from '../helpers.ts';
import { testCache } from '../test-cache.ts';
import { galleyWarm } from '../warm-program.ts';

function copyOf(content: string): string {
  const folder = temporaryFolder();
  cpSync(content, join(folder, 'content'), { recursive: true });
  return folder;
}

const minimal = join(sites, 'minimal', 'content');
const small = join(sites, 'small', 'content');
const now = ['--now', '2026-11-21T03:00:00Z'];

async function reportOf(folder: string): Promise<PlacedProblem[]> {
  const flags = ['--drafts', '--cache', testCache, '--format', 'json', ...now];
  const { stdout } = await galleyWarm(folder, ['check', ...flags]);
  return JSON.parse(stdout).problems;
}

describe('galley new', () => {
  it.each([
    ['the smallest paper', minimal],
    ['the small paper', small],
  ])('starts entries and pages of all kinds that pass check in %s', async (_name, content) => {
    const folder = copyOf(content);
    for (const args of [
      ['event', 'Harvest fair: big', '--when', 'In May', '--where', 'North #1 landing'],
      [
        'event',
        'Fair',
        ...(content === minimal ? ['--when', 'Soon'] : ['--starts', '2026-12-05T10:00:00-06:00']),
      ],
      ['book', '075201', '--author', 'Ada Lund', '--isbn', '9780306406157'],
      ['faq', 'Why not: yes?', '--answer', 'Because.'],
      ['faq', 'When?', '--category', 'A group of its own', '--answer', 'On *Thursdays*.'],
    ])
      expect(await galleyWarm(folder, ['new', ...args, ...now])).toMatchObject({ status: 0 });
    for (const { name, address, needs = [] } of pageKinds) {
      const isThere = address !== undefined && content !== minimal;
      const lacks = needs.some((file) => !existsSync(join(folder, 'content', pathOf(file))));
      const args = ['new', 'page', `One of ${name}`, '--template', name, '--set', 'description=It is new.'];
      const email = name === 'embed-form' ? ['--set', 'email=desk@alderferry.example'] : [];
      const { status, stderr } = await galleyWarm(folder, [...args, ...email, ...now]);
      expect([name, status, stderr]).toEqual([
        name,
        // A podcast needs its cover.
        isThere || lacks || name === 'home' || name === 'podcast' ? 2 : 0,
        expect.anything(),
      ]);
    }
    // A page without its text is told until somebody writes it.
    const left = await reportOf(folder);
    expect(left.filter(({ message }) => !/words that `new` wrote/.test(message))).toEqual([]);
    expect(left.map(({ file }) => file.replace(/^.*pages\//, ''))).toContain('one-of-text.md');
  });

  it('keeps the comments, the form and the line endings of a file', async () => {
    const folder = copyOf(small);
    const file = join(folder, 'content/data/events.yaml');
    const before =
      '# Ours\r\nevents: # all\r\n    - title:   "Fair"   # x\r\n      when: Soon\r\n\r\n# the end\r\n';
    writeFileSync(file, before);
    const { stdout } = await galleyWarm(folder, ['new', 'event', 'Market', '--when', 'Daily', ...now]);
    expect(stdout).toBe('content/data/events.yaml\n');
    expect(readFileSync(file, 'utf8')).toBe(
      before.replace('Soon\r\n', 'Soon\r\n    - title: Market\r\n      when: Daily\r\n'),
    );
  });

  it.each<[name: string, args: readonly string[], words: string]>([
    ['no title', ['post'], 'galley new post "…"'],
    ['a template that does not exist', ['page', 'X', '--template', 'txt'], 'Did you mean `text`?'],
    ['an address that climbs out', ['page', 'X', '--path', '/../x'], '`/../x` is not an address'],
    ['an address that is taken', ['page', 'X', '--path', '/privacy'], 'already has the address /privacy'],
    ['a field that does not exist', ['page', 'X', '--set', 'foo=1'], 'There is no key `foo` here.'],
    ['a field without a value', ['page', 'X', '--set', 'foo'], 'key=value'],
    ['a category that does not exist', ['post', 'X', '--category', 'Buisness'], 'Did you mean `Business`?'],
    ['a date that is none', ['post', 'X', '--date', '2026-13-01'], 'cannot be read as a date'],
    [
      'an ISBN with a wrong digit',
      ['book', 'X', '--author', 'Y', '--isbn', '9780306406158'],
      'is not an ISBN',
    ],
    ['a book that is there', ['book', 'The River Road', '--author', 'Ada Lund'], 'twice'],
    ['an event without a day', ['event', 'X'], 'say it with --starts or --when'],
    ['a book without an author', ['book', 'X'], 'say it with --author'],
    ['a question without an answer', ['faq', 'X'], 'say it with --answer'],
  ])('refuses %s in a sentence, and writes nothing', async (_name, args, words) => {
    const folder = copyOf(small);
    const { status, stdout, stderr } = await galleyWarm(folder, ['new', ...args, ...now]);
    expect([status, stdout, stderr]).toEqual([2, '', expect.stringContaining(words)]);
    expect(await reportOf(folder)).toEqual([]);
  });

  it('adds nothing to a file with problems', async () => {
    const folder = copyOf(small);
    const file = join(folder, 'content/data/faq.yaml');
    writeFileSync(file, 'categoris: []\n');
    expect(await galleyWarm(folder, ['new', 'faq', 'Why?', '--answer', 'Because.'])).toMatchObject({
      status: 1,
    });
    expect(readFileSync(file, 'utf8')).toBe('categoris: []\n');
  });
});
