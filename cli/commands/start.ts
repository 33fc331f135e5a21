import { createServer } from 'node:net';
import type { ProgramSources } from '../server/dev-builder.ts';
import { serveSite } from '../server/serve-site.ts';
import { listen } from '../server/site-server.ts';
import type { BuildFlags, ServerFlags } from '../terminal/flags.ts';
import { prepareOutput } from '../terminal/folders.ts';
import { namedFeeds, pullFeeds } from '../terminal/pull-feeds.ts';
import { summarizePull } from '../terminal/pull-report.ts';
import { runBuild } from '../terminal/run-build.ts';
import { requirePaper } from './require-paper.ts';

/** How long `start` waits for headlines, in milliseconds. */
const maxWait = 5000;

/** `start`: pulls headlines for a few seconds, builds, and serves the site. */
export async function start(flags: BuildFlags & ServerFlags, { root }: ProgramSources): Promise<void> {
  await requirePaper(flags, root);
  prepareOutput(flags);
  const port = await freePort(flags);
  process.stdout.write(`headlines: ${await pullAtOnce(flags)}\n`);
  await runBuild(flags);
  if (!process.exitCode) await serveSite({ ...flags, port });
}

/** The port that the site will have: it is found before the build, because nobody waits for a build that cannot be served. */
async function freePort(flags: ServerFlags): Promise<number> {
  const server = createServer();
  const port = await listen(server, flags);
  server.close();
  return port;
}

/** Pulls for a short time and gives the result in one line; no failure here stops the build. */
async function pullAtOnce({ content, feeds }: BuildFlags): Promise<string> {
  try {
    const named = namedFeeds(content);
    const start = performance.now();
    const flags = { content, force: false, allowPrivate: false, ...(feeds !== undefined && { feeds }) };
    const reports = await pullFeeds(flags, named.site, named.feeds, maxWait);
    return summarizePull(reports, performance.now() - start);
  } catch (error) {
    return `none were read (${error instanceof Error ? error.message : String(error)})`;
  }
}
