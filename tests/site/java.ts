import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const hasJava = () => spawnSync('java', ['-version']).status === 0;

/**
 * Makes sure that `java` can be run: where it is missing and Debian lets us, Debian's own package is installed.
 *
 * @throws with one line that says what to install
 */
export function requireJava(): void {
  if (hasJava()) return;
  if (process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    const aptGet = (...args: string[]) =>
      spawnSync('apt-get', ['-q', ...args], {
        encoding: 'utf8',
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      });
    aptGet('update');
    aptGet('install', '--yes', '--no-install-recommends', 'default-jre-headless');
    if (hasJava()) return;
  }
  throw new Error('The Nu HTML checker needs Java 17 or newer: install it (Debian: default-jre-headless).');
}
