import { channel } from 'node:diagnostics_channel';
import type { PublishedBefore } from '../../addresses/gone-addresses.ts';
import type { ContentFolder } from '../../content/content-folder.ts';
import { type BuildCache, createBuildCache } from '../../lib/build-cache.ts';
import { count } from '../../lib/counts.ts';
import type { openFileCache } from '../../lib/file-cache.ts';
import { type BuildReport, buildSite } from '../../pipeline/build-site.ts';
import { withCopies } from '../../site/compress.ts';
import type { FileStore } from '../../site/file-store.ts';
import type { Manifest } from '../../site/manifest.ts';
import { createIdleWriter, createWriter } from '../../site/write.ts';
import { type PaperFlags, protectedFolders } from '../terminal/flags.ts';
import { createProgress, plainSeconds } from '../terminal/log.ts';
import { buildInput } from './build-input.ts';
import { noBuild, recordOf, type Start, type Surroundings, saveBuild } from './last-build.ts';

/** What the builds of a network's papers have in common. */
export interface OfNetwork {
  readonly folder: ContentFolder;
  readonly surroundings: Surroundings;
  readonly openCache: typeof openFileCache;
  /** The cache of a paper with what is known of shared files. */
  readonly withShared: (own: BuildCache) => BuildCache;
  readonly store: FileStore;
}

export interface FindOptions {
  readonly isCheck?: boolean;
  /** Only looks for problems, and makes no pictures. */
  readonly onlyFindings?: boolean;
  readonly before?: PublishedBefore | undefined;
  /** For a paper of a network, whose output folder has been recovered. */
  readonly network?: OfNetwork;
}

interface Known extends FindOptions {
  readonly folder: ContentFolder;
  readonly start: Start;
  readonly manifest: Manifest | undefined;
}

/** Builds the site with the cache of the last build, and saves that of this one; shows progress on a terminal. */
export async function buildWhole(flags: PaperFlags, known: Known): Promise<BuildReport> {
  const { out, force } = flags;
  const { isCheck, onlyFindings, before, folder, start, manifest, network } = known;
  const progress = createProgress(process.stderr, process.env, onlyFindings ? plainSeconds : undefined);
  let pictures = 0;
  const { outputs: former, entries, ...record } = manifest ?? { ...noBuild, program: start.program };
  const ownCache = createBuildCache(entries());
  const buildCache = network ? network.withShared(ownCache) : ownCache;
  try {
    const report = await buildSite(
      {
        ...buildInput(flags, network?.openCache),
        now: start.now,
        folder,
        before,
        onlyFindings,
        buildCache,
        save: (built) => saveBuild(flags, recordOf(start, built), built.outputs, buildCache.lines()),
        onPicture: (path) => progress.show(`making picture ${count(++pictures)}: ${path}`),
        onPage: (done, all) => progress.show(`${done} of ${all} pages`),
      },
      (composed) => {
        if (isCheck) return createIdleWriter(former);
        const options = { force, former, store: network?.store };
        return withCopies(createWriter(out, protectedFolders(flags), options), composed);
      },
    );
    const isWritten = !isCheck && report.written !== undefined;
    // Beside the last site, so that the next build need not find it out again.
    if (!isWritten && buildCache.hasNew()) saveBuild(flags, record, former, buildCache.lines());
    // What compiled this program's code for the first time keeps it now (load.cjs).
    if (report.written) channel('galley:built').publish(report);
    return report;
  } finally {
    progress.clear();
  }
}
