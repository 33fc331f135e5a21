import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder that holds `cli/` and `templates/`. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Compiled presses that are kept: the newest, and what a running `dev` or a branch switched back to may still want. */
const kept = 3;

/**
 * Bundles the press (the program, its worker, the stylesheet and the browser modules) into one folder named by the hash of all
 * sources, unless that folder is already there: starting from TypeScript would cost every command half a second.
 *
 * Throws esbuild's own failure, with its messages, when the sources do not compile.
 *
 * @returns {Promise<string>} the folder, with `main.js`, `build-worker.js`, `finish-thread.js`, `render.js`, `site.css`, `site.js` and `dev-client.js`
 */
export async function compile() {
  const cache = join(root, 'node_modules', '.cache', 'galley');
  const folder = join(cache, hashOfSources());
  if (existsSync(folder)) return folder;

  const { build } = await import('esbuild');
  mkdirSync(cache, { recursive: true });
  const staging = `${folder}.${process.pid}`;
  const program = build({
    absWorkingDir: root,
    entryPoints: {
      main: 'cli/main.ts',
      'build-worker': 'cli/commands/build-worker.ts',
      'finish-thread': 'cli/pipeline/finish-thread.ts',
      // On its own as well, so that \`dev\` can take up changed templates in a worker that is already warm.
      render: 'cli/pipeline/render.tsx',
    },
    outdir: staging,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    jsx: 'automatic',
    minifySyntax: true,
    minifyWhitespace: true,
    define: { 'process.env.NODE_ENV': '"production"' },
    external: ['satteri', 'esbuild', 'http-server', 'chokidar'],
    // What is bundled from CommonJS still asks for `require`.
    banner: {
      js: 'import { createRequire as createRequireOf } from "node:module"; const require = createRequireOf(import.meta.url);',
    },
    logLevel: 'silent',
  });
  const site = build({
    absWorkingDir: root,
    entryPoints: { site: 'templates/styles/site.css' },
    outdir: staging,
    bundle: true,
    minify: true,
    target: ['chrome120', 'firefox120', 'safari17'],
    logLevel: 'silent',
  });
  const client = build({
    absWorkingDir: root,
    entryPoints: { site: 'templates/client/site.ts', 'dev-client': 'cli/commands/dev-client.ts' },
    outdir: staging,
    bundle: true,
    minify: true,
    format: 'esm',
    target: ['chrome120', 'firefox120', 'safari17'],
    logLevel: 'silent',
  });
  try {
    await Promise.all([program, site, client]);
    renameSync(staging, folder);
  } catch (error) {
    await Promise.allSettled([program, site, client]);
    rmSync(staging, { recursive: true, force: true });
    // Another command may have compiled the same sources meanwhile.
    if (!existsSync(folder)) throw error;
  }
  forget(cache);
  return folder;
}

/** Folders whose files make the press. */
const sourceFolders = ['cli', 'templates'];

function hashOfSources() {
  const hash = createHash('sha256').update(process.versions.modules);
  /** @param {string} folder */
  function visit(folder) {
    const entries = readdirSync(join(root, folder), { withFileTypes: true });
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) visit(path);
      else if (entry.isFile())
        hash
          .update(`${path}\0`)
          .update(readFileSync(join(root, path)))
          .update('\0');
    }
  }
  for (const folder of sourceFolders) visit(folder);
  hash.update(readFileSync(join(root, 'package-lock.json')));
  return hash.digest('hex').slice(0, 16);
}

/** @param {string} cache */
function forget(cache) {
  const folders = readdirSync(cache).map((name) => join(cache, name));
  const byAge = folders
    .map((path) => ({ path, time: statSync(path).mtimeMs }))
    .sort((a, b) => b.time - a.time);
  for (const { path } of byAge.slice(kept)) rmSync(path, { recursive: true, force: true });
}
