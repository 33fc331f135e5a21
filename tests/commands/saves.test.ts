import type { ChildProcess } from 'node:child_process';
import { appendFileSync, cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { now, startServer } from '../helpers.ts';
import { copyProgram, starterOf } from '../program/copy-program.ts';
import { smallPaper } from '../small-paper.ts';

/** A copy of the program, whose sources and cache the tests may change. */
let folder: string;
let template: string;
let good: string;
const shown = 'Return to Homepage';

/** The gaps between two saves that are tried, in milliseconds, from 10 on; the audit tries 20, up to 400. */
const count = Number(process.env.GAPS ?? 1);
const gaps = Array.from({ length: count }, (_, i) => 10 + Math.round((i * 390) / count));

beforeAll(async () => {
  folder = await copyProgram();
  await smallPaper(folder);
  template = join(folder, 'templates', 'pages', 'NotFoundPage.tsx');
  good = readFileSync(template, 'utf8').replace('{words.notFound.home}', shown);
  expect(good).toContain(shown);
  writeFileSync(template, good);
});

describe('a compilation', () => {
  it('is named by the sources in it, whatever is saved while it is made', async () => {
    const { compileTemplates } = await starterOf(folder);
    const renderer = (compiled: string) => readFileSync(join(compiled, 'render.cjs'), 'utf8');
    const compiling = compileTemplates();
    // The sources have been hashed, and esbuild has not started yet.
    writeFileSync(template, good.replace(shown, 'Saved meanwhile'));
    expect(renderer(await compiling)).toContain('Saved meanwhile');
    writeFileSync(template, good);
    expect(renderer(await compileTemplates())).toContain(shown);

    const broken = compileTemplates();
    writeFileSync(template, good.replace('</div>', ''));
    await broken.catch(() => {});
    const mended = compileTemplates();
    writeFileSync(template, good.replace(shown, 'Mended meanwhile'));
    expect(renderer(await mended)).toContain('Mended meanwhile');
    writeFileSync(template, good);
  });
});

describe('galley dev', () => {
  let server: ChildProcess;
  let base: string;
  let log = '';

  beforeAll(async () => {
    ({ server, base } = await startServer(
      folder,
      ['dev', '--port', '0', '--out', 'site', '--now', now.toISOString()],
      {},
      join(folder, 'cli', 'galley.mjs'),
    ));
    for (const stream of [server.stdout, server.stderr]) stream?.on('data', (data) => (log += data));
  });
  // Where its folders have just been removed, a watcher may keep it from ending by itself.
  afterAll(() => void server.kill('SIGKILL'));

  const page = async (path: string) =>
    (await fetch(base + path, { headers: { accept: 'text/html' } })).text();
  /** Waits until what was saved last is served. */
  const serves = (path: string, text: string) =>
    expect.poll(() => page(path), { timeout: 30_000, interval: 20 }).toContain(text);
  const says = (text: string) => expect.poll(() => log, { timeout: 30_000 }).toContain(text);
  const templateWith = (text: string) => good.replace(shown, text);

  function saveByRename(text: string) {
    writeFileSync(`${template}.tmp`, text);
    renameSync(`${template}.tmp`, template);
  }

  it('serves the last of two saves of a template, however soon it follows', async () => {
    const save = [(text: string) => writeFileSync(template, text), saveByRename];
    for (const [round, gap] of gaps.entries()) {
      const [first = saveByRename, last = saveByRename] = round % 2 ? save.toReversed() : save;
      first(templateWith(`First of ${gap}`));
      await delay(gap);
      last(templateWith(`Last of ${gap}`));
      await serves('/nowhere', `Last of ${gap}`);
    }
  }, 240_000);

  it('serves content that is saved while templates or the whole program are compiled', async () => {
    const about = join(folder, 'content', 'pages', 'about.yaml');
    const titled = (title: string) =>
      writeFileSync(about, readFileSync(about, 'utf8').replace(/^title: .*$/m, `title: ${title}`));
    for (const gap of gaps.filter((gap) => gap < 300)) {
      writeFileSync(template, templateWith(`Beside ${gap}`));
      await delay(gap);
      titled(`Title ${gap}`);
      await serves('/about', `<h1>Title ${gap}</h1>`);
      await serves('/nowhere', `Beside ${gap}`);
    }
    appendFileSync(join(folder, 'cli', 'pipeline', 'render.tsx'), '\n// Changed.\n');
    await delay(300);
    titled('Beside the program');
    writeFileSync(template, templateWith('With the program'));
    await serves('/about', '<h1>Beside the program</h1>');
    await serves('/nowhere', 'With the program');
  });

  it('serves new words of the interface, in scripts too', async () => {
    const words = join(folder, 'templates', 'words', 'en.ts');
    const text = readFileSync(words, 'utf8');
    writeFileSync(words, text.replace("dismiss: '", "dismiss: 'Away: "));
    const script = async () => {
      const address = /\/assets\/post-\w+\.js/.exec(await page('/blog/heron-count'))?.[0];
      return address ? page(address) : '';
    };
    await expect.poll(script, { timeout: 30_000 }).toContain('Away: ');
    writeFileSync(words, text);
  });

  it('says that a template is broken until it is mended, whatever else is saved', async () => {
    writeFileSync(template, good.replace('</div>', ''));
    const before = log.length;
    const faults = () => log.slice(before).split('NotFoundPage.tsx').length - 1;
    await expect.poll(faults, { timeout: 30_000 }).toBeGreaterThan(0);
    const seen = faults();
    const about = join(folder, 'content', 'pages', 'about.yaml');
    writeFileSync(about, readFileSync(about, 'utf8').replace(/^title: .*$/m, 'title: Beside the broken one'));
    await expect.poll(faults, { timeout: 30_000 }).toBeGreaterThan(seen);
    writeFileSync(template, good);
    writeFileSync(template, templateWith('Whole again'));
    await serves('/about', '<h1>Beside the broken one</h1>');
    await serves('/nowhere', 'Whole again');
  });

  it('says that a build ended early, and builds again after the next save', async () => {
    writeFileSync(template, `process.exit(7);\n${good}`);
    await says('The build ended early (code 7). The next save starts it again.');
    writeFileSync(template, templateWith('After the exit'));
    await serves('/nowhere', 'After the exit');
  });

  it('does not end with an error that a template throws after a build', async () => {
    const late = "setTimeout(() => { throw new Error('Too late'); }, 100);\n";
    writeFileSync(template, late + templateWith('Rendered, then dead'));
    await serves('/nowhere', 'Rendered, then dead');
    await delay(300);
    writeFileSync(template, templateWith('After the death'));
    await serves('/nowhere', 'After the death');
    expect(server.exitCode).toBe(null);
  });

  it('compiles again when its cache was deleted', async () => {
    for (const name of ['galley', 'galley-templates'])
      rmSync(join(folder, 'node_modules', '.cache', name), { recursive: true });
    const about = join(folder, 'content', 'pages', 'about.yaml');
    writeFileSync(about, readFileSync(about, 'utf8').replace(/^title: .*$/m, 'title: Compiled again'));
    await serves('/about', '<h1>Compiled again</h1>');
  });

  it('serves a folder that is removed and made again', async () => {
    const pages = join(folder, 'content', 'pages');
    cpSync(pages, join(folder, 'kept'), { recursive: true });
    for (const title of ['Anew', 'Once more']) {
      rmSync(pages, { recursive: true });
      mkdirSync(pages);
      cpSync(join(folder, 'kept'), pages, { recursive: true });
      const about = join(pages, 'about.yaml');
      writeFileSync(about, readFileSync(about, 'utf8').replace(/^title: .*$/m, `title: ${title}`));
      await serves('/about', `<h1>${title}</h1>`);
    }
  });
});
