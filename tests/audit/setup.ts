import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Installs the packages that only the audit needs. */
export const setup = () => install(import.meta.dirname);

/** Installs the packages of a folder, unless its lockfile is that of the last time. */
export function install(folder: string): void {
  const [wanted, installed] = ['package-lock.json', 'node_modules/.installed-lock.json'].map((name) =>
    join(folder, name),
  ) as [string, string];
  if (existsSync(installed) && readFileSync(installed).equals(readFileSync(wanted))) return;
  const { status } = spawnSync('npm', ['ci', '--prefix', folder], { stdio: 'inherit' });
  if (status !== 0) throw new Error(`The packages of ${folder} could not be installed.`);
  copyFileSync(wanted, installed);
}
