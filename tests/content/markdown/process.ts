import { type ChildProcess, fork } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { Finding } from '../../../cli/problems/problem.ts';
import { root } from '../../helpers.ts';

/** What drawing one text in a process of its own came to. */
export type Drawing =
  | {
      readonly milliseconds: number;
      /** The most memory the process has ever had. */
      readonly megabytes: number;
      /** Characters of HTML. */
      readonly html: number;
      readonly findings: number;
      readonly first?: Finding;
    }
  | { readonly ended: string };

/** Draws Markdown in a child process, so that a text that ends or hangs the renderer is an answer and not the end of the tests. */
export async function createProbe(): Promise<{
  /** Takes at most some seconds; a child that needs more is ended, and the next text gets a new one. */
  draw(text: string, seconds: number): Promise<Drawing>;
  end(): void;
}> {
  // Beside the packages it imports.
  const script = join(root, 'node_modules', `.markdown-probe-${process.pid}.mjs`);
  await build({
    entryPoints: [join(import.meta.dirname, 'child.ts')],
    outfile: script,
    bundle: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    logLevel: 'silent',
  });
  let child: ChildProcess | undefined;

  function draw(text: string, seconds: number): Promise<Drawing> {
    child ??= fork(script, { stdio: 'ignore', serialization: 'advanced', execArgv: [] });
    const at = child;
    return new Promise((done) => {
      const tooLong = setTimeout(() => at.kill('SIGKILL'), seconds * 1000);
      const finish = (drawing: Drawing) => {
        clearTimeout(tooLong);
        at.removeAllListeners();
        done(drawing);
      };
      at.once('message', (drawing: Drawing) => finish(drawing));
      at.once('exit', (code, signal) => {
        child = undefined;
        finish({ ended: signal ?? `exit code ${code}` });
      });
      at.send(text);
    });
  }

  return {
    draw,
    end() {
      child?.kill('SIGKILL');
      rmSync(script, { force: true });
    },
  };
}
