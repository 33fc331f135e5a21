import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { where } from '../changed-site.ts';
import { buildInMemory, smallContent } from '../helpers.ts';

/** The small site with files in `public/`; other paths are of the content folder. */
const contentWith = (files: Readonly<Record<string, string>>): string =>
  smallContent(
    Object.fromEntries(
      Object.entries(files).map(([path, text]) => [path.startsWith('/') ? path : `public/${path}`, text]),
    ),
  );

const rowsOf = async (files: Readonly<Record<string, string>>) =>
  (await buildInMemory(contentWith(files))).report.problems.map(where);

describe('the files of public/', () => {
  it('are at the top of the site, unchanged, and links to them are known', async () => {
    const files = {
      CNAME: 'paper.example',
      'ads.txt': 'ads.example, 1, DIRECT\r\n',
      '.well-known/security.txt': 'Contact: mailto:a@b.example\n',
      'google12.html': 'google-site-verification: google12.html',
      'files/Guide.v2.zip': 'PK',
    };
    const ignored = { '.DS_Store': 'x', '.git/config': 'x', 'ads.txt~': 'x', '.well-known/.x.swp': 'x' };
    const redirects =
      '- { from: /ad.txt, to: /ads.txt }\n- { from: /s.txt, to: /.well-known/security.txt }\n';
    const content = contentWith({ ...files, ...ignored, '/redirects.yaml': redirects });
    const { report, files: built } = await buildInMemory(content);
    expect(report.problems).toMatchObject([{ rule: 'host-limit', file: 'content/public/CNAME' }]);
    for (const [path, text] of Object.entries(files)) expect(built.get(path), path).toBe(text);
    expect([...built.keys()].filter((path) => /DS_Store|git\/|~|swp/.test(path))).toEqual([]);
    expect(built.get('sitemap.xml')).not.toContain('google12');
  });

  it.each<[path: string, message: RegExp]>([
    ['about.html', /pages\/about\.yaml` already has the address `\/about`/],
    ['about', /pages\/about\.yaml` already has the address `\/about`/],
    ['About', /only in capital letters/],
    ['robots.txt', /Galley makes `\/robots\.txt` itself/],
    ['FEED.json', /only in capital letters/],
    ['favicon.ico', /Galley makes/],
    ['Blog', /only in capital letters|file and a folder/],
    ['embeds', /file and a folder/],
    ['robots.txt/x', /file and a folder/],
    ['archives/2025', /archives\.yaml` already has/],
  ])('cannot be at %s, where something else is', async (path, message) => {
    const { report } = await buildInMemory(contentWith({ [path]: 'text' }));
    expect(report.problems).toMatchObject([{ file: `content/public/${path}`, rule: 'duplicate-address' }]);
    expect(report.problems[0]?.message).toMatch(message);
  });

  it('cannot differ only in capital letters, or be a folder as well', async () => {
    expect(await rowsOf({ 'ads.txt': 'a', 'Ads.txt': 'b', x: 'a', 'X/y': 'b' })).toEqual([
      'public/ads.txt:1 duplicate-address',
      'public/x:1 duplicate-address',
    ]);
  });

  it('are no links to other files, and no refused file makes a link to it dead as well', async () => {
    const content = contentWith({
      'page.html': '<p>',
      '/redirects.yaml': '- { from: /p, to: /page.html }\n',
    });
    symlinkSync('/etc/hostname', join(content, 'public', 'host.txt'));
    symlinkSync('/etc', join(content, 'public', 'etc'));
    expect((await buildInMemory(content)).report.problems.map(where)).toEqual([
      'public/etc:1 symlink',
      'public/host.txt:1 symlink',
      'public/page.html:1 unsafe-file',
    ]);
  });

  it('have the one folder with a dot only there', async () => {
    expect(await rowsOf({ '/.well-known/security.txt': 'x' })).toEqual([
      '.well-known/security.txt:1 stray-file',
    ]);
  });

  it('come after a former address, which gives way', async () => {
    expect(await rowsOf({ 'old.txt': 'x', '/redirects.yaml': '- { from: /old.txt, to: /about }\n' })).toEqual(
      ['redirects.yaml:1 duplicate-address'],
    );
  });
});
