import { describe, expect, it, vi } from 'vitest';
import { createProgress, paintFor } from '../../../cli/commands/terminal/log.ts';

const stream = (isTTY: boolean) => ({ isTTY, write: () => true });

it.each<[string, boolean, NodeJS.ProcessEnv, areColored: boolean]>([
  ['a terminal', true, {}, true],
  ['a terminal with an empty NO_COLOR', true, { NO_COLOR: '' }, true],
  ['a pipe with FORCE_COLOR', false, { FORCE_COLOR: '1' }, true],
  ['a pipe with FORCE_COLOR and NO_COLOR', false, { FORCE_COLOR: '1', NO_COLOR: '1' }, true],
  ['a dumb terminal with FORCE_COLOR by any word', true, { FORCE_COLOR: 'yes', TERM: 'dumb' }, true],
  ['a pipe', false, {}, false],
  ['a pipe with an empty FORCE_COLOR', false, { FORCE_COLOR: '' }, false],
  ['a terminal with NO_COLOR', true, { NO_COLOR: '1' }, false],
  ['a terminal with FORCE_COLOR=0', true, { FORCE_COLOR: '0' }, false],
])('colors are written to %s: %j %j: %s', (_, isTTY, environment, areColored) => {
  const red = areColored ? '\u001b[31merror\u001b[39m' : 'error';
  expect(paintFor(stream(isTTY), environment)('red', 'error')).toBe(red);
});

describe('progress', () => {
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

  it('is one line on a terminal', () => {
    const line = '\r\u001b[K';
    expect(shownAt(true)).toEqual([`${line}at 1000`, `${line}at 1500`, line]);
    expect(shownAt(false)).toEqual([]);
    expect(shownAt(true, { CI: '1' })).toEqual([]);
  });
});
