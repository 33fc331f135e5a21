import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import packageJson from '../package.json' with { type: 'json' };
import { runtimePackages } from './compile.ts';
import { compile, root } from './galley.mjs';

// `npm run package [-- folder]`: writes the compiled program as galley-<version>.tgz, which `npm install` takes anywhere. Nothing is compiled there.

const folder = mkdtempSync(join(tmpdir(), 'galley-package-'));
try {
  cpSync(await compile(), join(folder, 'program'), { recursive: true });
  cpSync(join(root, 'cli/packaged.mjs'), join(folder, 'galley.mjs'));
  for (const name of ['LICENSE', 'CHANGELOG.md']) cpSync(join(root, name), join(folder, name));
  cpSync(join(root, 'docs/guides'), join(folder, 'guides'), { recursive: true });
  const { name, version, description, license, type, engines, dependencies } = packageJson;
  const own = {
    ...{ name, version, description, license, type, engines },
    bin: { galley: 'galley.mjs' },
    dependencies: Object.fromEntries(runtimePackages.map((name) => [name, dependencies[name]])),
  };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(own, null, 2)}\n`);
  const args = [
    'pack',
    folder,
    '--pack-destination',
    process.argv[2] ?? root,
    '--ignore-scripts',
    '--silent',
  ];
  const { status, error } = spawnSync('npm', args, { stdio: ['ignore', 'inherit', 'inherit'] });
  if (error) throw error;
  process.exitCode = status ?? 1;
} finally {
  rmSync(folder, { recursive: true });
}
