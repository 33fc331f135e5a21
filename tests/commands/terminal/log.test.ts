import { describe, expect, it, vi } from 'vitest';
import { createProgress, paintFor } from '../../../cli/commands/terminal/log.ts';

const stream = (isTTY: boolean) => ({ isTTY, write: () => true });

describe('colors', () => {
  it.each([
    ['a terminal', true, {}],
    ['a terminal with an empty NO_COLOR', true, { NO_COLOR: '' }],
    ['a pipe with FORCE_COLOR', false, { FORCE_COLOR: '1' }],
    ['a pipe with FORCE_COLOR and NO_COLOR', false, { FORCE_COLOR: '1', NO_COLOR: '1' }],
    ['a dumb terminal with FORCE_COLOR by any word', true, { FORCE_COLOR: 'yes', TERM: 'dumb' }],
  ])('are written to %s', (_, isTTY, environment) => {
    expect(paintFor(stream(isTTY), environment)('red', 'error')).toBe('\u001b[31merror\u001b[39m');
  });

  it.each([
    ['a pipe', false, {}],
    ['a pipe with an empty FORCE_COLOR', false, { FORCE_COLOR: '' }],
    ['a terminal with NO_COLOR', true, { NO_COLOR: '1' }],
    ['a terminal with FORCE_COLOR=0', true, { FORCE_COLOR: '0' }],
  ])('are not written to %s', (_, isTTY, environment) => {
    expect(paintFor(stream(isTTY), environment)('red', 'error')).toBe('error');
  });

  it('end where they began, so that one may be inside another', () => {
    const paint = paintFor(stream(true), {});
    expect(paint('bold', `a ${paint('cyan', 'b')} c`)).toBe('\u001b[1ma \u001b[36mb\u001b[39m c\u001b[22m');
  });
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
