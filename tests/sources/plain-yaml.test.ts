import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseDocument } from 'yaml';
import { readPlainYaml } from '../../cli/sources/plain-yaml.ts';
import { root } from '../helpers.ts';

/** What the library gives; `undefined` where it finds anything wrong. */
function library(text: string): unknown {
  const document = parseDocument(text, { logLevel: 'error' });
  return document.errors.length + document.warnings.length > 0 ? undefined : document.toJS();
}

describe('readPlainYaml', () => {
  it('reads the front matter of every post of the demo', () => {
    const folder = join(root, 'content', 'blog');
    for (const name of readdirSync(folder)) {
      const text = readFileSync(join(folder, name), 'utf8').split('---\n')[1] ?? '';
      const plain = readPlainYaml(text);
      expect(plain).toBeDefined();
      expect(plain).toEqual(library(text));
    }
  });

  it.each([
    'a: |\n  block',
    'a: "say \\"hi\\""',
    'a: 12',
    'a: 1.5',
    'a: 0x1F',
    'a: null',
    'a: Null',
    'a: TRUE',
    'a: .inf',
    'a: - b',
    'a: b: c',
    'a: b #c',
    'a: b:',
    "a: 'b'",
    'a: &b c',
    'a: *b',
    'a: !!str b',
    'a: [b, [c]]',
    'a: [b,c]',
    'a: {b: c}',
    'a: b\na: c',
    'a: b\n  c',
    '  a: b',
    'a:',
    'a: ',
    'a : b',
    '? a',
    '# note\na: b',
    'a:\tb',
    'a: b\t',
    'a: b ',
    '__proto__: b',
    '---\na: b',
    '%YAML 1.2',
    '',
  ])('leaves %j to the library, or agrees with it', (text) => {
    const plain = readPlainYaml(text);
    if (plain !== undefined && text !== '') expect(plain).toEqual(library(text));
  });

  it('agrees with the library on ten thousand lines of every kind of character', () => {
    const pieces = [
      ...'ab9 :#\'"[]{},-?&*!|>%@`~.=\\\t/é😀\u2028\u00a0',
      ': ',
      ' #',
      'true',
      'null',
      '2026-01-01',
      'x: y',
      '""',
      '[a, b]',
      '- ',
    ];
    let seed = 7;
    const next = (below: number) => {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((seed / 2 ** 32) * below);
    };
    let read = 0;
    for (let i = 0; i < 10_000; i++) {
      const text = `key: ${Array.from({ length: next(7) }, () => pieces[next(pieces.length)]).join('')}\nother: b\n`;
      const plain = readPlainYaml(text);
      if (plain === undefined) continue;
      read += 1;
      expect([text, plain]).toEqual([text, library(text)]);
    }
    expect(read).toBeGreaterThan(300);
  });
});
