import { once } from 'node:events';
import { mend } from '../pipeline/write.ts';
import { answerRadio } from '../server/mounted-relay.ts';
import { createSiteServer, listen, requireSite } from '../server/site-server.ts';
import type { ServerFlags } from '../terminal/flags.ts';
import { paintFor } from '../terminal/log.ts';

/** `preview`: serves the built site until it is told to stop. */
export async function preview(
  flags: ServerFlags & { readonly content: string; readonly out: string },
): Promise<void> {
  mend(flags.out);
  requireSite(flags.out);
  const paint = paintFor(process.stderr);
  const radio = answerRadio(flags.content);
  const server = createSiteServer(flags.out, {
    names: [flags.host, ...flags.allowHost],
    onMissing: (path) => process.stderr.write(`${paint('yellow', '404')} ${path}\n`),
    first: radio.answer,
  });
  const stopped = untilStopped();
  const address = await listen(server, flags.host, flags.port);
  process.stdout.write(`serving ${flags.out} at ${address} (Ctrl+C stops)\n`);
  await stopped;
  await radio.stop();
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
}

/** How long the same call to stop may come twice, in milliseconds: of one Ctrl+C npm passes on what the terminal has sent already. */
const echo = 200;

/**
 * Waits for Ctrl+C, or for whoever runs the program to end it. A second one, after that, ends it at once, as if nobody waited. SIGHUP is
 * left alone, as `nohup` wants it.
 */
export function untilStopped(): Promise<void> {
  const signals = ['SIGINT', 'SIGTERM'] as const;
  return new Promise((stop) => {
    const heard = () => {
      stop();
      setTimeout(() => {
        for (const signal of signals) process.off(signal, heard);
      }, echo).unref();
    };
    for (const signal of signals) process.on(signal, heard);
  });
}
