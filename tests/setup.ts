import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { compile, root } from '../cli/galley.mjs';
import { offerHeadlessShell } from './machine.ts';
import { testCache } from './test-cache.ts';

/** The moment of the demo: when its newest stories are out. */
export const demoNow = '2026-11-24T00:00:00Z';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the paper in `content/` as it is built at its moment, with no feeds pulled; read only. */
    readonly paper: string;
  }
}

/** Builds the paper in `content/` once for all test files; returns what removes it. */
export async function setup({ provide }: TestProject) {
  offerHeadlessShell();
  await compile();
  const folder = mkdtempSync(join(tmpdir(), 'galley-paper-'));
  const paper = join(folder, 'dist');
  const flags = ['--content', join(root, 'content'), '--out', paper, '--feeds', 'none', '--cache', testCache];
  const args = ['build', ...flags, '--now', demoNow];
  spawnSync(process.execPath, [join(root, 'cli', 'galley.mjs'), ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  provide('paper', paper);
  return () => rmSync(folder, { recursive: true, force: true });
}
