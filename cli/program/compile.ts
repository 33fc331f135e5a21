import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import { openFileCache } from '../lib/file-cache.ts';
import { day, removeOld } from '../lib/remove-old.ts';
import { standardFamily } from '../look/family.ts';
import { cutFamily } from '../look/fonts.ts';
import { compiledNames, type Versions } from './bundle.ts';

/** The input and output of a bundle. */
export interface Target {
  /** The folder that holds `cli/` and `templates/`. */
  readonly root: string;
  /** The folder of the bundle, named by the hash of its sources. */
  readonly folder: string;
  /** The hash of files, and of all files in folders; paths from `root`. */
  readonly hashOf: (...paths: readonly string[]) => string;
  /** Whether the sources are still those whose hash names `folder`. */
  readonly isCurrent: () => boolean;
}

/** Packages that are not bundled: they have native or data files, or few commands need them. */
export const runtimePackages = [
  'sharp',
  'fontkit',
  'undici',
  'http-server',
  'chokidar',
  'lightningcss',
  'subset-font',
  'rrule',
  'ical-generator',
  '@fontsource-variable/libre-franklin',
  '@fontsource-variable/newsreader',
] as const;

const forNode: BuildOptions = {
  bundle: true,
  format: 'cjs',
  platform: 'node',
  target: 'node20.19',
  jsx: 'automatic',
  jsxImportSource: 'own',
  alias: { 'own/jsx-runtime': './cli/program/jsx-runtime.ts' },
  minifySyntax: true,
  minifyWhitespace: true,
  define: { 'process.env.NODE_ENV': '"production"' },
  // Otherwise esbuild makes patterns with `\p` anew at each use.
  supported: { 'regexp-unicode-property-escapes': true, 'regexp-set-notation': true },
  logLevel: 'silent',
};

const forBrowsers: BuildOptions = {
  bundle: true,
  minify: true,
  format: 'esm',
  target: ['chrome120', 'firefox120', 'safari17'],
  // Addresses of the site, not of files here.
  external: ['/art/*'],
  logLevel: 'silent',
};

/** The stylesheets in the folders of `compiledNames.styles`, and the browser modules. */
function buildAssets(root: string, outdir: string) {
  const styles = compiledNames.styles.flatMap((folder) =>
    readdirSync(join(root, 'templates/styles', folder)).map((name) => `${folder}/${basename(name, '.css')}`),
  );
  const scripts = styles
    .map((name) => basename(name))
    .filter((name) => existsSync(join(root, 'templates/client', `${name}.ts`)));
  const entryPoints = {
    ...Object.fromEntries(styles.map((name) => [name, `templates/styles/${name}.css`])),
    ...Object.fromEntries(
      [...compiledNames.scripts, ...scripts].map((name) => [`client/${name}`, `templates/client/${name}.ts`]),
    ),
    'live-reload': 'cli/commands/serve/live-reload-client.ts',
  };
  return build({ ...forBrowsers, absWorkingDir: root, outdir, entryPoints });
}

const bundle = (target: Target, outdir: string): readonly Promise<unknown>[] => [
  writeProgram(target, outdir),
  buildAssets(target.root, outdir),
  // `relay --bundle` writes this file, and those who run it should be able to read it.
  build({
    ...forNode,
    absWorkingDir: target.root,
    outdir,
    minifySyntax: false,
    minifyWhitespace: false,
    format: 'esm',
    entryPoints: { relay: 'cli/commands/relay/bare.ts' },
    outExtension: { '.js': '.mjs' },
  }),
  writeFonts(target, outdir),
  cp(join(target.root, 'cli/commands/init/starter'), join(outdir, 'starter'), { recursive: true }),
];

/** What `load.cjs` runs, by name. */
const parts = `exports.main = () => require('./cli/main.ts');
exports['network-worker'] = () => require('./cli/commands/network/worker.ts');`;

/** Writes the program as the one function that `load.cjs` calls. Each module of it runs when it is first needed. */
async function writeProgram({ root }: Target, outdir: string): Promise<void> {
  const { outputFiles } = await build({
    ...forNode,
    absWorkingDir: root,
    stdin: { contents: parts, resolveDir: root },
    write: false,
    external: [...runtimePackages],
    // An `import` would need the loader of modules.
    supported: { ...forNode.supported, 'dynamic-import': false },
    define: { ...forNode.define, 'import.meta.url': 'programUrl' },
    banner: { js: '(function (exports, require, programUrl) {' },
    footer: { js: '})' },
    legalComments: 'none',
  });
  mkdirSync(outdir, { recursive: true });
  for (const name of ['load.cjs', 'young-generation.cjs'])
    cpSync(join(root, 'cli/program', name), join(outdir, name));
  writeFileSync(join(outdir, 'program.cjs'), inAscii(outputFiles[0]?.text ?? ''));
}

/** A program without the letters beyond ASCII that esbuild leaves in regular expressions. */
function inAscii(text: string): string {
  const escaped = /\\\P{ASCII}/u.exec(text);
  if (escaped) throw new Error(`A backslash cannot stand before a letter beyond ASCII: ${escaped[0]}`);
  return text.replace(/[^\0-\x7F]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/**
 * Bundles the sources into a folder, whole or not at all: running TypeScript would cost every command half a second. Gives `false`, and makes
 * nothing, if sources were saved meanwhile. Throws esbuild's failure if they do not compile, and a system error if the disk refuses a file.
 */
export async function makeBundle(target: Target): Promise<boolean> {
  const { folder, isCurrent } = target;
  const cache = dirname(folder);
  mkdirSync(cache, { recursive: true });
  const staging = `${folder}.${randomBytes(6).toString('hex')}`;
  try {
    const results = await Promise.allSettled(bundle(target, staging));
    // Some bundles may have read a file before it was saved, and others after.
    if (!isCurrent()) return false;
    for (const result of results) if (result.status === 'rejected') throw result.reason;
    renameSync(staging, folder);
  } catch (error) {
    // Another command may have bundled the same sources meanwhile.
    if (!existsSync(folder)) throw asSystemError(error);
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
  // A command that runs must keep its program.
  removeOld(cache, day);
  return true;
}

/** Gives esbuild's error for a file that the disk refuses a `syscall`, as errors of Node have it; other errors as they are. */
function asSystemError(error: unknown): unknown {
  const refusal = /^error: (Failed to (?:write to|create) output \w+: .*)/m.exec(String(error))?.[1];
  return refusal ? Object.assign(new Error(refusal, { cause: error }), { syscall: 'write' }) : error;
}

// Raise one when what the code makes of the same original changes: names of published pictures and both caches depend on these.
const [picturesVersion, fontsVersion] = [1, 1];

/** Subsets the default fonts for English, which takes two seconds, and writes the versions of what is behind the caches. */
async function writeFonts({ root, hashOf }: Target, outdir: string): Promise<void> {
  const versionOf = (code: number, packages: readonly string[]) =>
    `${code}-${hashOf(...packages.map((name) => `node_modules/${name}/package.json`))}`;
  const versions: Versions = {
    program: hashOf('cli', 'templates', 'package-lock.json'),
    pictures: versionOf(picturesVersion, ['fontkit', 'sharp']),
    fonts: versionOf(fontsVersion, ['fontkit', 'subset-font', 'harfbuzzjs']),
  };
  mkdirSync(outdir, { recursive: true });
  writeFileSync(join(outdir, compiledNames.versions), JSON.stringify(versions));
  const cache = openFileCache(join(outdir, compiledNames.fonts), versions.fonts);
  for (const role of ['text', 'labels'] as const) await cutFamily(standardFamily(role, [root]), cache);
}
