import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './helpers.ts';

/** The address of a page in quotation marks: no file, no pattern, and not the front page, which every paper has. */
const pageAddress = /(["'`])\/(?!api\/)[a-z][a-z0-9/-]*(?:#[\w-]*)?\1/g;

it('templates and their scripts name the address of no page: a paper may do without it', () => {
  const named = readdirSync(join(root, 'templates'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .flatMap((name) => {
      const text = readFileSync(join(root, 'templates', name), 'utf8');
      return [...text.matchAll(pageAddress)].map(([address]) => `${name}: ${address}`);
    });
  expect(named).toEqual([]);
});
