import { spawnSync } from 'node:child_process';

/** Installs the packages that only the audit needs. */
export function setup() {
  const { status } = spawnSync('npm', ['ci', '--prefix', import.meta.dirname], { stdio: 'inherit' });
  if (status !== 0) throw new Error('The packages of tests/audit could not be installed.');
}
