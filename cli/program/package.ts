import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import satteri from '../../node_modules/satteri/package.json' with { type: 'json' };
import packageJson from '../../package.json' with { type: 'json' };
import { compile, root } from '../galley.mjs';
import { exitCodes } from '../lib/errors.ts';
import { runtimePackages } from './compile.ts';

// `npm run package [-- folder]`: writes the compiled program as galley-<version>.tgz, which `npm install` takes anywhere. Nothing is compiled there.

const target = resolve(process.argv[2] ?? root);
if (!statSync(target, { throwIfNoEntry: false })?.isDirectory()) {
  console.error(`error There is no folder ${target}. Make it, or name another one.`);
  process.exit(exitCodes.usage);
}
const folder = mkdtempSync(join(tmpdir(), 'galley-package-'));
try {
  // Code that V8 has compiled is for the Node of this machine.
  const filter = (path: string) => !path.endsWith('.cache');
  cpSync(await compile(), join(folder, 'program'), { recursive: true, filter });
  cpSync(join(root, 'cli/packaged.mjs'), join(folder, 'galley.mjs'));
  cpSync(join(root, 'cli/node-version.mjs'), join(folder, 'node-version.mjs'));
  for (const name of ['LICENSE', 'CHANGELOG.md']) cpSync(join(root, name), join(folder, name));
  cpSync(join(root, 'docs/guides'), join(folder, 'guides'), { recursive: true });
  const { name, version, description, license, type, engines, dependencies } = packageJson;
  const own = {
    ...{ name, version, description, license, type, engines },
    bin: { galley: 'galley.mjs' },
    dependencies: Object.fromEntries(runtimePackages.map((name) => [name, dependencies[name]])),
    // Satteri itself is in the program; npm installs the native part of it that the machine needs.
    optionalDependencies: satteri.optionalDependencies,
  };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(own, null, 2)}\n`);
  const args = ['pack', folder, '--pack-destination', target, '--ignore-scripts', '--loglevel=error'];
  const { status, error } = spawnSync('npm', args, { stdio: ['ignore', 'inherit', 'inherit'] });
  if (error) throw error;
  process.exitCode = status ?? 1;
} finally {
  rmSync(folder, { recursive: true });
}
