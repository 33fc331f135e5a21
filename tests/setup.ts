import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { compile, root } from '../cli/galley.mjs';
import { offerHeadlessShell } from './machine.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The demo as it is built with nothing pulled, to be read only. */
    readonly demo: string;
  }
}

/** Compiles the program and builds the demo once, before test files ask for both side by side. Gives what takes it away again. */
export async function setup({ provide }: TestProject) {
  offerHeadlessShell();
  await compile();
  const folder = mkdtempSync(join(tmpdir(), 'galley-demo-'));
  const demo = join(folder, 'dist');
  const flags = ['--content', join(root, 'content'), '--out', demo, '--feeds', 'none'];
  const stdio = ['ignore', 'ignore', 'inherit'] as const;
  spawnSync(process.execPath, [join(root, 'cli', 'galley.mjs'), 'build', ...flags], { stdio: [...stdio] });
  provide('demo', demo);
  return () => rmSync(folder, { recursive: true, force: true });
}
