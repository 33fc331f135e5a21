import { describe, expect, it } from 'vitest';
import { createMemory } from '../../cli/lib/memory.ts';

const linesOf = (memory: ReturnType<typeof createMemory>) => [...memory.lines()].join('');

describe('a memory', () => {
  it('gives the next build the answers that this one noted or asked for, and no others', () => {
    const first = createMemory();
    first.note('parse', 'a', { title: 'A\tB\nC' });
    first.note('parse', 'b', [1, 2]);
    const second = createMemory(linesOf(first));
    expect(second.recall('parse', 'a')).toEqual({ title: 'A\tB\nC' });
    expect(second.recall('print', 'a')).toBe(undefined);
    const third = createMemory(linesOf(second));
    expect([third.recall('parse', 'a'), third.recall('parse', 'b')]).toEqual([
      { title: 'A\tB\nC' },
      undefined,
    ]);
  });

  it.each(['a\tb', 'a\nb', 'a%09b', ''])('keeps an answer under the key %j', (key) => {
    const first = createMemory();
    first.note('parse', key, 1);
    const second = createMemory(linesOf(first));
    expect(second.recall('parse', key)).toBe(1);
    expect(second.recall('parse', `${key}x`)).toBe(undefined);
  });

  it('knows whether this build has added something', () => {
    const memory = createMemory('parse a\t1\n');
    memory.recall('parse', 'a');
    expect(memory.hasNew()).toBe(false);
    memory.note('parse', 'b', 2);
    expect(memory.hasNew()).toBe(true);
  });

  it('forgets what a whole build of the same process did not recall, and nothing after a build that was stopped', () => {
    const first = createMemory();
    first.note('parse', 'a', 1);
    first.note('parse', 'b', 2);
    const second = first.next(true);
    expect(second.recall('parse', 'a')).toBe(1);
    expect(second.next(false).recall('parse', 'b')).toBe(2);
    expect(second.next(true).recall('parse', 'b')).toBe(undefined);
  });
});
