import { once } from 'node:events';
import type { ServerFlags } from '../flags.ts';
import { paintFor } from '../log.ts';
import { mend } from '../pipeline/write.ts';
import { answerRadio } from './radio.ts';
import { createSiteServer, listen, requireSite } from './site-server.ts';

/** `preview`: serves the built site until it is told to stop. */
export async function preview(
  flags: ServerFlags & { readonly content: string; readonly out: string },
): Promise<void> {
  mend(flags.out);
  requireSite(flags.out);
  const paint = paintFor(process.stderr);
  const radio = answerRadio(flags.content);
  const server = createSiteServer(
    flags.out,
    (path) => process.stderr.write(`${paint('yellow', '404')} ${path}\n`),
    radio.answer,
  );
  const address = await listen(server, flags.host, flags.port);
  const stopped = untilStopped();
  process.stdout.write(`serving ${flags.out} at ${address} (Ctrl+C stops)\n`);
  await stopped;
  await radio.stop();
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
}

/** Waits for Ctrl+C, or for whoever runs the program to end it. */
export function untilStopped(): Promise<void> {
  return new Promise((stop) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop());
  });
}
