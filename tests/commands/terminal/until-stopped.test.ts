import { expect, it } from 'vitest';
import { untilStopped } from '../../../cli/commands/terminal/until-stopped.ts';

it('lets a second signal end the process at once, but not the echo of the first', async () => {
  // Those of other tests of this process end with the first signal.
  process.removeAllListeners('SIGINT');
  const stopped = untilStopped();
  expect(process.listenerCount('SIGINT')).toBe(1);
  process.emit('SIGINT');
  await stopped;
  process.emit('SIGINT');
  expect(process.listenerCount('SIGINT')).toBe(1);
  await expect.poll(() => process.listenerCount('SIGINT'), { timeout: 10_000 }).toBe(0);
});
