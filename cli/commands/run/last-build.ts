import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { ContentFolder } from '../../content/content-folder.ts';
import { hashesIn, hashOfFile, keyOf } from '../../lib/content-hash.ts';
import { explained } from '../../lib/errors.ts';
import { ownFolderOf } from '../../lib/galley-folder.ts';
import type { Built, Findings } from '../../pipeline/build-site.ts';
import { bundleFolder, versionsOf } from '../../program/bundle.ts';
import {
  type BuildRecord,
  isAsIn,
  type Manifest,
  manifestFile,
  readManifest,
  removeOldManifests,
  saveManifest,
} from '../../site/manifest.ts';
import { filesIn, lookAt, markerName } from '../../site/site-folder.ts';
import { feedsFolder, foldersAround, nowOf, type PaperFlags, shownPath } from '../terminal/flags.ts';
import { paintFor } from '../terminal/log.ts';

export type Surroundings = ReturnType<typeof surroundingsOf>;

/** What is the same for all papers in one folder: the program, and the hashes of the snapshots of all feeds, by name. */
export const surroundingsOf = (flags: Pick<PaperFlags, 'content' | 'feeds'>) => ({
  program: programKey(flags.content),
  pulled: hashesIn(feedsFolder(flags)),
});

export type Start = ReturnType<typeof startOf>;

/** Everything that a build depends on, as hashes. */
export function startOf(flags: PaperFlags, folder: ContentFolder, surroundings: Surroundings) {
  const { content, drafts = false, baseUrl, all = false, isDev = false } = flags;
  const key = keyOf(shownPath(content), drafts, baseUrl ?? '', all, isDev);
  return { ...surroundings, flags: key, folder: folder.hash, now: nowOf(flags) };
}

/** The key of the content and of the headlines that its pages show. */
function contentKey({ folder, pulled }: Start, feeds: readonly string[]): string {
  const snapshots = feeds.map((name) => pulled.get(name));
  return keyOf(folder, snapshots);
}

/** What npm, pnpm and Yarn note of all packages in a `node_modules`. */
const installed = ['.package-lock.json', '.modules.yaml', '.yarn-state.yml', '.yarn-integrity'];

/** The key of everything that runs: the program, the packages around it and around the paper, and Node with its tables of zones and languages. */
function programKey(content: string): string {
  const { program } = versionsOf(bundleFolder());
  // Packages may be installed in each.
  const folders = [bundleFolder(), resolve(content)].flatMap(foldersAround);
  const notes = folders.flatMap((folder) => installed.map((name) => join(folder, 'node_modules', name)));
  const packages = notes.filter((path) => existsSync(path)).map(hashOfFile);
  const { versions, platform, arch } = process;
  return keyOf(program, packages, versions, platform, arch);
}

const fileOf = ({ content, cache, out }: PaperFlags) =>
  manifestFile(ownFolderOf(content, 'builds', cache), content, out);

/** The manifest of the last build, if it was made by this program and the cache is not ignored. */
export function readLastBuild(flags: PaperFlags, { program }: Start): Manifest | undefined {
  const manifest = flags.fresh ? undefined : readManifest(fileOf(flags));
  return manifest?.program === program ? manifest : undefined;
}

/** The findings of the last build, if this one would find and write the same. */
export function sameFindings(manifest: Manifest, start: Start): Findings | undefined {
  const { from, until, feeds } = manifest;
  const time = start.now.getTime();
  const isSame = manifest.flags === start.flags && manifest.content === contentKey(start, feeds);
  return isSame && time >= from && (until === null || time < until)
    ? (manifest.report as Findings)
    : undefined;
}

export function sizeOf({ outputs }: Manifest): { readonly files: number; readonly bytes: number } {
  const files = [...outputs].filter(([path]) => path !== markerName);
  return { files: files.length, bytes: files.reduce((sum, [, { size }]) => sum + size, 0) };
}

/** Whether a folder has exactly the files of a manifest, as its build left them. */
export const isWhole = ({ outputs }: Manifest, out: string): boolean =>
  lookAt(out, () => {
    let files = 0;
    for (const path of existsSync(out) ? filesIn(out) : []) {
      const output = outputs.get(path) ?? outputs.get(path.normalize());
      if (!output || !isAsIn(output, join(out, path))) return false;
      files += 1;
    }
    return files === outputs.size;
  });

export const recordOf = (start: Start, { findings, until, feeds }: Built): BuildRecord => ({
  program: start.program,
  flags: start.flags,
  content: contentKey(start, feeds),
  feeds,
  from: start.now.getTime(),
  until: Number.isFinite(until) ? until : null,
  report: findings,
});

const noRecord = { flags: '', content: '', feeds: [], from: 0, until: 0, report: undefined };
export const noBuild = { ...noRecord, outputs: new Map(), entries: () => '' };

/** Saves the record and the cache entries of a build for the next one; only warns if the disk refuses. */
export function saveBuild(
  flags: PaperFlags,
  record: BuildRecord,
  outputs: Manifest['outputs'],
  entries: Iterable<string>,
): void {
  const file = fileOf(flags);
  try {
    saveManifest(file, record, outputs, entries);
    // A network has thousands, and lists them once.
    if (flags.network === undefined) removeOldManifests(dirname(file));
  } catch (error) {
    const reason = explained(error, file, 'written');
    const warning = paintFor(process.stderr)('yellow', 'warning');
    const text = reason instanceof Error ? reason.message : String(reason);
    process.stderr.write(`${warning} The next build will rebuild everything: ${text}\n`);
  }
}
