import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { newPaper } from '../../cli/commands/init/new-paper.ts';
import { buildInMemory, changeFiles, root, temporaryFolder, write } from '../helpers.ts';
import { galleyWarm } from '../warm-program.ts';

const now = '2026-11-20T12:00:00Z';

/** Starts a paper in an empty folder. */
async function found(...flags: readonly string[]) {
  const folder = temporaryFolder();
  const result = await galleyWarm(folder, ['init', '--now', now, ...flags]);
  return { folder, content: join(folder, 'content'), ...result };
}

/** The paper without pictures to share, which take longer than all the rest. */
function builtPlainly(content: string) {
  changeFiles(content, { 'site.yaml': (text) => `${text}\nshareImages: none\n` });
  return buildInMemory(content, { now: new Date(now) });
}

const textOf = (files: ReadonlyMap<string, string>) => [...files.values()].join('\n');

describe('galley init', () => {
  it('writes a paper that has no problems, with all that was said', async () => {
    const { content, status, stdout } = await found(
      ...['--yes', '--name', 'The Ridge Herald', '--place', 'Cedar Ridge', '--time-zone', 'America/Denver'],
      ...['--sections', 'News, High School Sports', '--address', 'https://ridge.example'],
    );
    expect(status).toBe(0);
    expect(stdout).toMatch(
      /^wrote 20 files of The Ridge Herald into content\/\nwrote \.gitignore.*\nwrote \.vscode\/settings\.json\nwrote \.vscode\/extensions\.json\n\nWhat to do next:/,
    );
    const { report, files } = await buildInMemory(content, { now: new Date(now) });
    expect(report.problems).toEqual([]);
    for (const page of 'index 404 about contact blog news high-school-sports blog/our-first-day'.split(' '))
      expect(files.has(`${page}.html`), page).toBe(true);
    expect(files.get('index.html')).toContain('The Ridge Herald begins today');
    expect(files.get('contact.html')).toContain('mailto:newsroom@ridge.example');
    expect(textOf(files)).not.toMatch(/Trinity|Courier|Dallas/);
  });

  it('gives the pages of a Spanish paper Spanish addresses', async () => {
    const { content } = await found('--yes', '--language', 'es-mx');
    const { report, files } = await builtPlainly(content);
    expect(report.problems).toEqual([]);
    const pages = [...files.keys()].filter((path) => /^[\w-]+\.html$/.test(path));
    expect(pages.sort().join(' ')).toBe(
      '404.html acerca-de.html archivo.html autores.html avisos.html blog.html boletin.html buscar.html comunidad.html contacto.html correcciones.html eventos.html imprimir.html index.html noticias-locales.html temas.html',
    );
  });

  it.each([
    ['Spanish', '--name', 'El Eco del Valle', '--language', 'es-us', '--sections', 'Noticias, Opinión'],
    [
      'characters of YAML and HTML',
      '--name',
      '"Ridge": Herald\\ & Co. #1 - 2026',
      '--place',
      "L'Anse: {x} % & \u{1F4F0}",
      '--sections',
      'A: b, - c, #d, "e"',
    ],
    ['other letters', '--name', '日報', '--sections', 'News'],
    ['nothing but --yes'],
  ])('passes check whatever the answers are: %s', async (_, ...flags) => {
    const { content, stderr } = await found('--yes', ...flags);
    expect(stderr).toBe('');
    const { report } = await builtPlainly(content);
    expect(report.problems).toEqual([]);
  });

  it.each([
    [['--sections', 'News, Blog'], '--sections: `Blog` cannot be a section: '],
    [['--language', 'es-mx', '--sections', 'Noticias, Contacto'], '--sections: `Contacto` cannot be'],
    [['--sections', 'News, news'], '--sections: `news` cannot be a section: '],
    [['--time-zone', 'Texas'], '--time-zone: `Texas` is not a time zone.'],
    [['--address', 'ridge.example'], '--address: '],
    [['--host', 'geocities'], '--host: It is one of github-pages, '],
    [['--pages', 'search, archves'], '--pages: Write none, or names of archives, '],
  ])('refuses %j, and writes nothing', async (flags, words) => {
    const { folder, content, status, stderr } = await found('--yes', ...flags);
    expect([status, stderr]).toEqual([2, expect.stringContaining(`error ${words}`)]);
    expect([existsSync(content), existsSync(join(folder, '.gitignore'))]).toEqual([false, false]);
  });

  it('refuses a folder that has content already, and leaves it alone', async () => {
    const folder = temporaryFolder();
    write(join(folder, 'content', 'site.yaml'), 'name: Mine\n');
    const { status, stderr } = await galleyWarm(folder, ['init', '--yes', '--force']);
    expect([status, stderr]).toEqual([2, expect.stringContaining('There is a folder content here already.')]);
    expect(readFileSync(join(folder, 'content', 'site.yaml'), 'utf8')).toBe('name: Mine\n');
  });

  it('adds its scripts and what git ignores to files that are there, and changes nothing else in them', async () => {
    const folder = temporaryFolder();
    writeFileSync(
      join(folder, 'package.json'),
      '{\n\t"name": "ridge",\n\t"scripts": { "start": "mine" }\n}\n',
    );
    writeFileSync(join(folder, '.gitignore'), 'dist');
    const { stdout } = await galleyWarm(folder, ['init', '--yes']);
    expect(stdout).toContain('added scripts to package.json: build, check');
    expect(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))).toMatchObject({
      name: 'ridge',
      scripts: { start: 'mine', check: 'galley check' },
    });
    expect(readFileSync(join(folder, '.github/workflows/publish.yaml'), 'utf8')).toContain('name: site');
    expect(readFileSync(join(folder, '.gitignore'), 'utf8')).toBe(
      'dist\nnode_modules/\n.galley/\n.dist.*\n!vendor/*.tgz\n',
    );
  });

  it('has git keep the archive of Galley where it ignores archives', async () => {
    const folder = temporaryFolder();
    write(join(folder, 'vendor', 'galley-1.0.0.tgz'), 'an archive');
    writeFileSync(join(folder, '.gitignore'), '*.tgz\n');
    await galleyWarm(folder, ['init', '--yes']);
    const git = (...args: string[]) => spawnSync('git', args, { cwd: folder, encoding: 'utf8' }).stdout;
    git('init', '-q');
    expect(git('ls-files', '--others', '--exclude-standard', 'vendor')).toBe('vendor/galley-1.0.0.tgz\n');
  });

  it('writes scripts that work with a content folder of another name, and says where the host is not published', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'package.json'), '{}');
    const start = (content: string, host: string) =>
      galleyWarm(folder, ['init', '--yes', '--now', now, '--content', content, '--host', host]);
    const { stdout } = await start('herald', 'netlify');
    expect(stdout).toContain('wrote .github/workflows/publish.yaml\n');
    const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    expect(scripts).toMatchObject({ check: 'galley check --content "herald"', galley: 'galley' });
    expect(readFileSync(join(folder, 'herald', 'site.yaml'), 'utf8')).toContain('\nhosts: ["netlify"]\n');
    // `npm run check` and `npm run new -- post "Ferry"`, as a shell reads them.
    for (const [name, ...more] of [['check'], ['new', 'post', 'Ferry', '--author', 'Ada']] as const) {
      const [, ...words] = scripts[name].replaceAll('"', '').split(' ');
      const { status, stderr } = await galleyWarm(folder, [...words, ...more]);
      expect([status, stderr]).toEqual([0, expect.not.stringContaining('error')]);
    }
    expect(existsSync(join(folder, 'herald', 'blog', 'ferry.md'))).toBe(true);
    const again = await start('other', 's3');
    expect(again.stdout).toContain(
      'wrote no .github/workflows/publish.yaml for s3, because it is there already',
    );
    expect(readFileSync(join(folder, 'other', 'site.yaml'), 'utf8')).not.toContain('hosts:');
  });

  it('asks on a terminal, again where an answer is wrong', async () => {
    const folder = temporaryFolder();
    const program = spawn('script', ['-qec', `node ${join(root, 'cli/galley.mjs')} init`, '/dev/null'], {
      cwd: folder,
    });
    const typed = 'The Ridge Herald||Texas|America/Chicago||News||search, archves|search|rsync|caddy';
    const answers = typed.split('|');
    let shown = '';
    program.stdout.on('data', (text) => {
      const words = stripVTControlCharacters(String(text));
      shown += words;
      if (words.endsWith(': ')) program.stdin.write(`${answers.shift()}\n`);
    });
    await new Promise((done) => program.once('close', done));
    expect(shown).toContain('`Texas` is not a time zone.');
    const site = readFileSync(join(folder, 'content', 'site.yaml'), 'utf8');
    expect(site).toContain('name: "The Ridge Herald"');
    expect(site).toContain('timeZone: "America/Chicago"');
    expect(site).toContain('hosts: ["caddy"]');
  });

  it('writes the pages that are wanted, with a footer that links them, and none whose address a section has', async () => {
    const { content } = await found('--yes', '--pages', 'search, events', '--sections', 'News, Events');
    const { report, files } = await builtPlainly(content);
    expect(report.problems).toEqual([]);
    expect(files.get('search.html')).toContain('data-page="search"');
    expect(files.get('events.html')).toContain('data-page="category"');
    expect([files.has('archives.html'), files.get('index.html')?.includes('href="/search"')]).toEqual([
      false,
      true,
    ]);
    // Whoever serves the files must be able to read them.
    expect(statSync(content).mode & 0o777).toBe(0o777 & ~process.umask());
  });

  it('writes the workflow of a host into a paper that is there, and changes nothing else', async () => {
    const { folder, content } = await found('--yes', '--pages', 'none');
    writeFileSync(join(folder, 'package.json'), '{}');
    const site = readFileSync(join(content, 'site.yaml'), 'utf8');
    const { status, stdout } = await galleyWarm(folder, ['init', '--host', 'github-pages']);
    expect([status, stdout]).toEqual([0, expect.stringMatching(/^wrote .*publish\.yaml\n.*Settings, Pages/)]);
    expect(readFileSync(join(content, 'site.yaml'), 'utf8')).toBe(site);
    expect(readFileSync(join(folder, 'package.json'), 'utf8')).toBe('{}');
  });
});

/** A repository like Galley's own, with a demo and its tests. */
function clone(): string {
  const folder = temporaryFolder();
  for (const path of ['cli/main.ts', 'content/site.yaml', 'tests/demo/demo.test.ts', 'tests/other.test.ts'])
    write(join(folder, path), 'demo');
  for (const args of [
    ['init', '-q'],
    ['add', '.'],
    ['-c', 'user.name=a', '-c', 'user.email=a@b.example', 'commit', '-qm', 'all'],
  ])
    spawnSync('git', ['-C', folder, ...args]);
  return folder;
}

describe('in a clone of this repository', () => {
  const flags = { yes: true, force: false, now: new Date(now) };
  const inClone = (folder: string, more = {}) =>
    newPaper({ ...flags, content: join(folder, 'content'), ...more }, folder);

  it('init replaces the demo, and the tests of the demo', async () => {
    const folder = clone();
    await inClone(folder, { name: 'The Ridge Herald' });
    expect(existsSync(join(folder, 'tests/demo'))).toBe(false);
    expect(existsSync(join(folder, 'tests/other.test.ts'))).toBe(true);
    expect(readFileSync(join(folder, 'content/site.yaml'), 'utf8')).toContain('The Ridge Herald');
  });

  it('init refuses what git could not bring back, unless it is forced', async () => {
    const folder = clone();
    writeFileSync(join(folder, 'content/site.yaml'), 'changed');
    await expect(inClone(folder)).rejects.toThrow(/changes that are not committed \(content\/site\.yaml\)/);
    expect(readFileSync(join(folder, 'content/site.yaml'), 'utf8')).toBe('changed');
    spawnSync('rm', ['-rf', join(folder, '.git')]);
    await expect(inClone(folder)).rejects.toThrow(/no git repository/);
    await inClone(folder, { force: true });
    expect(existsSync(join(folder, 'tests/demo'))).toBe(false);
  });
});
