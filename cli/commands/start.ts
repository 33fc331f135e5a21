import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { BuildFlags, ServerFlags } from './terminal/flags.ts';
import { building, examples, serving } from './terminal/options.ts';

/** How long `start` waits for headlines, in milliseconds. */
const maxWait = 5000;

export function addStart(program: Command, root: string): void {
  serving(building(program.command('start'), 'dist'))
    .description('pulls headlines for at most 5 seconds, builds, and serves the site')
    .addHelpText('after', examples('start', 'start -- --port 3000'))
    .action((flags: BuildFlags & ServerFlags) => start(flags, root));
}

async function start(flags: BuildFlags & ServerFlags, root: string): Promise<void> {
  const { prepareOutput, requireContent } = await import('./terminal/flags.ts');
  const { runBuild } = await import('./run/run-build.ts');
  const { serveSite } = await import('./serve/serve-site.ts');
  if (!existsSync(flags.content)) await offerPaper(flags.content, root);
  requireContent(flags.content);
  prepareOutput(flags);
  const port = await freePort(flags);
  process.stdout.write(`headlines: ${await pullAtOnce(flags)}\n`);
  await runBuild(flags);
  if (!process.exitCode) await serveSite({ ...flags, port });
}

/** Offers `init` on a terminal. */
async function offerPaper(content: string, root: string): Promise<void> {
  const { confirms } = await import('./init/questions.ts');
  const { newPaper } = await import('./init/new-paper.ts');
  if (await confirms(`There is no content folder ${resolve(content)}. Start a paper there?`, 'yes'))
    await newPaper({ content, yes: false, force: false }, root);
}

/** The port that the site will have: it is found before the build, because nobody waits for a build that cannot be served. */
async function freePort(flags: ServerFlags): Promise<number> {
  const { listen } = await import('./serve/site-server.ts');
  const server = createServer();
  const port = await listen(server, flags);
  server.close();
  return port;
}

/** Pulls for a short time and gives the result in one line; no failure here stops the build. */
async function pullAtOnce({ content, feeds }: BuildFlags): Promise<string> {
  const { namedFeeds, pullFeeds } = await import('./pull/pull-feeds.ts');
  const { summarizePull } = await import('./pull/pull-report.ts');
  try {
    const named = namedFeeds(content);
    const start = performance.now();
    const reports = await pullFeeds({ content, feeds }, named.site, named.feeds, maxWait);
    return summarizePull(reports, performance.now() - start);
  } catch (error) {
    return `none were read (${error instanceof Error ? error.message : String(error)})`;
  }
}
