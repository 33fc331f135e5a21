import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { compile, compileTemplates, root } from '../cli/galley.mjs';
import type { Call, Run } from './warm-program.ts';

// Runs the compiled program each time it is asked to. Started by warm-program.ts, and ends with it.
const own = await compile();
const load = (folder: string): Promise<typeof import('../cli/main.ts')> =>
  import(pathToFileURL(join(folder, 'main.js')).href);
await load(own);

// A pull ends its process some time after it is over.
process.exit = () => undefined as never;

async function run({ folder, args, environment, program = own }: Call): Promise<Run> {
  const printed = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    process[name].write = (text: Uint8Array | string) => {
      printed[name] += text;
      return true;
    };
  const before = Object.keys(environment).map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, environment);
  process.chdir(folder);
  process.exitCode = undefined;
  const { main } = await load(program);
  await main(args, { root, compile, compileTemplates, hashOf: () => '' });
  const status = Number(process.exitCode ?? 0);
  process.chdir(root);
  for (const [name, value] of before) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
  for (const stream of [process.stdout, process.stderr]) stream.removeAllListeners('error');
  return { status, ...printed };
}

process.on('message', async (call: Call) => process.send?.(await run(call)));
process.on('disconnect', () => process.kill(process.pid));
