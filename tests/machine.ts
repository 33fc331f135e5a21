import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The environment's `CHROMIUM` comes before the browsers that are installed. */
const named = process.env.CHROMIUM ? [process.env.CHROMIUM] : [];
const browsers = [...named, 'chromium', 'chromium-browser', 'google-chrome'];
/** The same engine without windows and profiles, which takes a third of the time. */
const shells = [...named, 'chromium-headless-shell', ...browsers];

/** Programs that tests start and npm does not install: Debian's package, the flag with which one prints something and ends, and its names, the likeliest first. */
const programs = {
  java: ['default-jre-headless', '-version', 'java'],
  chromium: ['chromium', '--version', ...browsers],
  shell: ['chromium', '--version', ...shells],
  firefox: ['firefox-esr', '--version', 'firefox-esr', 'firefox'],
  webkit: ['webkit2gtk-driver', '--help', 'WebKitWebDriver'],
  /** A display for WebKit, which has no headless mode. */
  xvfb: ['xvfb', '-help', 'Xvfb'],
  /** Gives a window the focus where there is no window manager. */
  xdotool: ['xdotool', '--version', 'xdotool'],
  pdftotext: ['poppler-utils', '-v', 'pdftotext'],
  openssl: ['openssl', 'version', 'openssl'],
  rsync: ['rsync', '--version', 'rsync'],
  rclone: ['rclone', 'version', 'rclone'],
  icecast: ['icecast2', '-v', 'icecast2', 'icecast'],
  ffmpeg: ['ffmpeg', '-version', 'ffmpeg'],
  nginx: ['nginx-light', '-v', 'nginx', '/usr/sbin/nginx'],
  caddy: ['caddy', 'version', 'caddy'],
  apache: ['apache2', '-v', 'apache2', '/usr/sbin/apache2'],
} as const satisfies Readonly<Record<string, readonly [debian: string, flag: string, ...names: string[]]>>;

export type ProgramName = keyof typeof programs;

/** The path of an installed program. */
export function findProgram(name: ProgramName): string | undefined {
  const [, flag, ...commands]: readonly string[] = programs[name];
  const command = commands.find((command) => spawnSync(command, [flag ?? '']).status === 0);
  return command && spawnSync('sh', ['-c', 'command -v "$0"', command], { encoding: 'utf8' }).stdout.trim();
}

function install(debianPackage: string): void {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return;
  // Two workers may install at once, and apt-get gives up where another one runs.
  const lock = join(tmpdir(), 'galley-apt-get.lock');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [['update'], ['install', '--yes', '--no-install-recommends', debianPackage]])
    spawnSync('flock', [lock, 'apt-get', '-q', ...args], { env });
}

/**
 * The path of a program, installed first where it is missing and Debian lets us.
 *
 * @throws with one line that says what to install
 */
export function requireProgram(name: ProgramName): string {
  const found = findProgram(name);
  if (found) return found;
  const [debian, , command] = programs[name];
  install(debian);
  const installed = findProgram(name);
  if (installed) return installed;
  throw new Error(`This test needs ${command}: install it (Debian: ${debian}).`);
}

/** Installs the headless shell where Debian lets us, once for all test files; a whole Chromium does as well. */
export function offerHeadlessShell(): void {
  if (named.length === 0 && !findProgram('shell')?.endsWith('headless-shell'))
    install('chromium-headless-shell');
}
