import { describe, expect, it } from 'vitest';
import { type BuildCache, createBuildCache } from '../../cli/lib/build-cache.ts';

const linesOf = (cache: BuildCache) => [...cache.lines()].join('');

describe('a build cache', () => {
  it('gives the next build the entries that this one used or added, and no others', () => {
    const first = createBuildCache();
    first.set('parse', 'a', { title: 'A\tB\nC' });
    first.set('parse', 'b', [1, 2]);
    const second = createBuildCache(linesOf(first));
    expect(second.get('parse', 'a')).toEqual({ title: 'A\tB\nC' });
    expect(second.get('print', 'a')).toBe(undefined);
    const third = createBuildCache(linesOf(second));
    expect([third.get('parse', 'a'), third.get('parse', 'b')]).toEqual([{ title: 'A\tB\nC' }, undefined]);
  });

  it.each(['a\tb', 'a\nb', 'a%09b', ''])('keeps an entry under the key %j', (key) => {
    const first = createBuildCache();
    first.set('parse', key, 1);
    const second = createBuildCache(linesOf(first));
    expect(second.get('parse', key)).toBe(1);
    expect(second.get('parse', `${key}x`)).toBe(undefined);
  });

  it('tells whether this build has added something', () => {
    const cache = createBuildCache('parse a\t1\n');
    cache.get('parse', 'a');
    expect(cache.hasNew()).toBe(false);
    cache.set('parse', 'b', 2);
    expect(cache.hasNew()).toBe(true);
  });
});
