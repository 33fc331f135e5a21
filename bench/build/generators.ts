import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'esbuild';
import type { Command } from './measure.ts';
import { hugoLayout, type Shell } from './shell.ts';

const bench = dirname(dirname(fileURLToPath(import.meta.url)));
export const root: string = dirname(bench);

/** A program that renders the posts of `content/` in a paper's folder, where its caches are as well. */
export interface Generator {
  readonly name: string;
  readonly version: string;
  /** Writes its configuration and layouts beside `content/`. */
  readonly prepare: (paper: string) => void;
  /** Writes `out/`. */
  readonly build: (paper: string) => Command;
  readonly serve: (paper: string, port: number) => Command;
  /** The URL of a post on its server. */
  readonly addressOf: (slug: string) => string;
}

/** Galley's documents around a post and around a list, which the rivals render as well. */
export interface Shells {
  readonly post: Shell;
  readonly list: Shell;
}

/** Galley, with its picture cache in the folder `cache`: pictures are measured with the demo alone. */
export function galley(cache: string, program = root): Generator {
  const command = (paper: string, name: string, ...flags: readonly string[]): Command => ({
    program: process.execPath,
    args: [
      join(program, 'cli', 'galley.mjs'),
      name,
      ...['--content', join(paper, 'content'), '--cache', cache],
      ...flags,
    ],
  });
  return {
    name: 'Galley',
    version: JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version,
    prepare: () => {},
    build: (paper) => command(paper, 'build', '--out', join(paper, 'out')),
    serve: (paper, port) => command(paper, 'dev', '--port', String(port)),
    addressOf: (slug) => `/blog/${slug}`,
  };
}

/** The generators to compare with. Prints how to install those that are missing. */
export function rivals(shells: Shells): readonly Generator[] {
  const found = [hugo(shells), eleventy(shells)];
  return found.filter((generator) => generator !== undefined);
}

function hugo(shells: Shells): Generator | undefined {
  const program = process.env.HUGO ?? 'hugo';
  const version = /v([\d.]+)/.exec(spawnSync(program, ['version'], { encoding: 'utf8' }).stdout ?? '')?.[1];
  if (version === undefined) {
    console.error(
      `Measured without Hugo, since ${program} does not run: apt-get install hugo, or HUGO=path of a newer one.`,
    );
    return undefined;
  }
  const site = (paper: string) => join(paper, 'hugo');
  const flags = (paper: string) => ['--source', site(paper), '--cacheDir', join(paper, 'hugo-cache')];
  return {
    name: 'Hugo',
    version,
    prepare(paper) {
      cpSync(join(bench, 'hugo'), site(paper), { recursive: true });
      const layouts = join(site(paper), 'layouts', '_default');
      mkdirSync(layouts);
      const values =
        '{{ $path := strings.TrimSuffix ".html" .RelPermalink }}{{ $iso := .Date.UTC.Format "2006-01-02T15:04:05.000Z" }}';
      const slots = {
        TITLE: '.Title',
        EXCERPT: '.Params.excerpt',
        PATH: '$path',
        ISO: '$iso',
        BODY: '.Content',
      };
      const listSlots = { ...slots, EXCERPT: 'site.Title', BODY: 'partial "list.html" .' };
      writeFileSync(join(layouts, 'single.html'), values + hugoLayout(shells.post, slots));
      writeFileSync(join(layouts, 'list.html'), values + hugoLayout(shells.list, listSlots));
    },
    build: (paper) => ({ program, args: ['--quiet', ...flags(paper), '--destination', join(paper, 'out')] }),
    serve: (paper, port) => ({ program, args: ['server', ...flags(paper), '--port', String(port)] }),
    addressOf: (slug) => `/blog/${slug}.html`,
  };
}

function eleventy({ post }: Shells): Generator | undefined {
  const folder = join(bench, 'node_modules', '@11ty', 'eleventy');
  if (!existsSync(folder)) {
    console.error('Measured without Eleventy, since it is not installed: npm ci --prefix bench');
    return undefined;
  }
  const command = (paper: string, ...flags: readonly string[]): Command => ({
    program: process.execPath,
    args: [
      join(folder, 'cmd.cjs'),
      `--config=${join(paper, 'eleventy', 'config.mjs')}`,
      `--input=${join(paper, 'content', 'blog')}`,
      `--output=${join(paper, 'out')}`,
      ...flags,
    ],
    // Eleventy finds its layouts by a path from its input.
    environment: { BENCH_SHELL: join(paper, 'eleventy', 'shell.json'), BENCH_INCLUDES: '../../eleventy' },
  });
  return {
    name: 'Eleventy',
    version: JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version,
    prepare(paper) {
      const site = join(paper, 'eleventy');
      mkdirSync(site);
      // It reads no TypeScript.
      for (const name of ['config', 'page.11ty']) {
        const source = readFileSync(join(bench, 'eleventy', `${name}.ts`), 'utf8');
        writeFileSync(join(site, `${name}.mjs`), transformSync(source, { loader: 'ts' }).code);
      }
      writeFileSync(join(site, 'shell.json'), JSON.stringify(post));
    },
    build: (paper) => command(paper),
    serve: (paper, port) => command(paper, '--serve', `--port=${port}`),
    addressOf: (slug) => `/blog/${slug}.html`,
  };
}
