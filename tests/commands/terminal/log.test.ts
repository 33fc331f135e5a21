import { expect, it, vi } from 'vitest';
import { createProgress } from '../../../cli/commands/terminal/log.ts';

const shownAt = (isTTY: boolean, environment: NodeJS.ProcessEnv = {}) => {
  vi.useFakeTimers({ now: 0 });
  const written: string[] = [];
  const progress = createProgress({ isTTY, write: (text) => written.push(text) > 0 }, environment);
  for (const at of [1000, 1010, 1500]) {
    vi.setSystemTime(at);
    progress.show(`at ${at}`);
  }
  progress.clear();
  vi.useRealTimers();
  return written;
};

it('progress is one line on a terminal', () => {
  const line = '\r\u001b[K';
  expect(shownAt(true)).toEqual([`${line}at 1000`, `${line}at 1500`, line]);
  expect(shownAt(false)).toEqual([]);
  expect(shownAt(true, { CI: '1' })).toEqual([]);
});
