import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { compile, root } from '../cli/galley.mjs';

// Runs the compiled program each time it is asked to. Started by warm-program.ts, and ends with it.
const own = await compile();
/** @param {string} folder @returns {Promise<typeof import('../cli/main.ts')>} */
const load = async (folder) => (await import(pathToFileURL(join(folder, 'load.cjs')).href)).default;
await load(own);

// A pull ends its process some time after it is over.
process.exit = () => /** @type {never} */ (undefined);

/** @param {import('./warm-program.ts').Call} call @returns {Promise<import('./warm-program.ts').Run>} */
async function run({ folder, args, environment, program = own }) {
  const printed = { stdout: '', stderr: '' };
  for (const name of /** @type {const} */ (['stdout', 'stderr']))
    process[name].write = (/** @type {Uint8Array | string} */ text) => {
      printed[name] += text;
      return true;
    };
  const before = Object.keys(environment).map((name) => /** @type {const} */ ([name, process.env[name]]));
  Object.assign(process.env, environment);
  process.chdir(folder);
  process.exitCode = undefined;
  const { main } = await load(program);
  await main(args, root);
  const status = Number(process.exitCode ?? 0);
  process.chdir(root);
  for (const [name, value] of before) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
  for (const stream of [process.stdout, process.stderr]) stream.removeAllListeners('error');
  return { status, ...printed };
}

process.on('message', async (/** @type {import('./warm-program.ts').Call} */ call) =>
  process.send?.(await run(call)),
);
process.on('disconnect', () => process.kill(process.pid));
