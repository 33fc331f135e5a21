import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A program that tests start and npm does not install. */
interface Program {
  /** The names it may have, the likeliest first. */
  readonly commands: readonly string[];
  /** With this it prints something and ends. */
  readonly flag: string;
  /** Debian's package. */
  readonly debian: string;
  /** Who needs it. */
  readonly use: string;
}

/** The environment's `CHROMIUM` comes before the browsers that are installed. */
const named = process.env.CHROMIUM ? [process.env.CHROMIUM] : [];
const browsers = [...named, 'chromium', 'chromium-browser', 'google-chrome'];
/** The same engine without windows and profiles, which takes a third of the time. */
const shells = [...named, 'chromium-headless-shell', ...browsers];

const programs = {
  java: { commands: ['java'], flag: '-version', debian: 'default-jre-headless', use: 'The HTML checker' },
  chromium: { commands: browsers, flag: '--version', debian: 'chromium', use: 'The browser tests' },
  shell: { commands: shells, flag: '--version', debian: 'chromium', use: 'The browser tests' },
  firefox: {
    commands: ['firefox-esr', 'firefox'],
    flag: '--version',
    debian: 'firefox-esr',
    use: 'The audit',
  },
  webkit: { commands: ['WebKitWebDriver'], flag: '--help', debian: 'webkit2gtk-driver', use: 'The audit' },
  /** A display for WebKit, which has no headless mode. */
  xvfb: { commands: ['Xvfb'], flag: '-help', debian: 'xvfb', use: 'WebKit in the audit' },
  /** Gives a window the focus where there is no window manager. */
  xdotool: { commands: ['xdotool'], flag: '--version', debian: 'xdotool', use: 'WebKit in the audit' },
  pdftotext: {
    commands: ['pdftotext'],
    flag: '-v',
    debian: 'poppler-utils',
    use: 'The audit of printed pages',
  },
  openssl: { commands: ['openssl'], flag: 'version', debian: 'openssl', use: 'A server with TLS' },
  rsync: { commands: ['rsync'], flag: '--version', debian: 'rsync', use: 'The audit of a clean machine' },
  rclone: { commands: ['rclone'], flag: 'version', debian: 'rclone', use: 'The audit of networks' },
  icecast: { commands: ['icecast2', 'icecast'], flag: '-v', debian: 'icecast2', use: 'The radio tests' },
  ffmpeg: { commands: ['ffmpeg'], flag: '-version', debian: 'ffmpeg', use: 'The radio tests' },
  nginx: {
    commands: ['nginx', '/usr/sbin/nginx'],
    flag: '-v',
    debian: 'nginx-light',
    use: 'The audit of hosts',
  },
  caddy: { commands: ['caddy'], flag: 'version', debian: 'caddy', use: 'The audit of hosts' },
  apache: {
    commands: ['apache2', '/usr/sbin/apache2'],
    flag: '-v',
    debian: 'apache2',
    use: 'The audit of hosts',
  },
} as const satisfies Readonly<Record<string, Program>>;

export type ProgramName = keyof typeof programs;

/** The path of an installed program. */
export function findProgram(name: ProgramName): string | undefined {
  const { commands, flag }: Program = programs[name];
  const command = commands.find((command) => spawnSync(command, [flag]).status === 0);
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
function requireProgram(name: ProgramName): string {
  const found = findProgram(name);
  if (found) return found;
  const { commands, debian, use }: Program = programs[name];
  install(debian);
  const installed = findProgram(name);
  if (installed) return installed;
  throw new Error(`${use} needs ${commands[0]}: install it (Debian: ${debian}).`);
}

export const requireJava = (): string => requireProgram('java');
export const requireChromium = (): string => requireProgram('chromium');
export const requireHeadlessChromium = (): string => requireProgram('shell');
export const requireFirefox = (): string => requireProgram('firefox');
export const requireWebKit = (): string => requireProgram('webkit');
export const requireXvfb = (): string => requireProgram('xvfb');
export const requireXdotool = (): string => requireProgram('xdotool');
export const requirePdftotext = (): string => requireProgram('pdftotext');
export const requireOpenssl = (): string => requireProgram('openssl');
export const requireRsync = (): string => requireProgram('rsync');
export const requireRclone = (): string => requireProgram('rclone');
export const requireIcecast = (): string => requireProgram('icecast');
export const requireFfmpeg = (): string => requireProgram('ffmpeg');
export const requireNginx = (): string => requireProgram('nginx');
export const requireCaddy = (): string => requireProgram('caddy');
export const requireApache = (): string => requireProgram('apache');

/** Installs the headless shell where Debian lets us, once for all test files; a whole Chromium does as well. */
export function offerHeadlessShell(): void {
  if (named.length === 0 && !findProgram('shell')?.endsWith('headless-shell'))
    install('chromium-headless-shell');
}
