import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A program the tests start that does not come with npm. */
interface Need {
  /** What it may be called, the likeliest first, and an argument that makes it only tell its version. */
  readonly commands: readonly string[];
  readonly versionFlag: string;
  readonly debianPackage: string;
  /** Said where it is missing and cannot be installed. */
  readonly advice: string;
}

/**
 * The path of the command that answers: where none does and Debian lets us, Debian's own package is installed first.
 *
 * @throws with one line that says what to install
 */
function requireCommand({ commands, versionFlag, debianPackage, advice }: Need): string {
  const find = () => {
    const command = commands.find((command) => spawnSync(command, [versionFlag]).status === 0);
    return command && spawnSync('sh', ['-c', 'command -v "$0"', command], { encoding: 'utf8' }).stdout.trim();
  };
  const found = find();
  if (found) return found;
  if (process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    // Two workers may want something at once; apt-get itself gives up where another is at it.
    const lock = join(tmpdir(), 'galley-apt-get.lock');
    const aptGet = (...args: string[]) =>
      spawnSync('flock', [lock, 'apt-get', '-q', ...args], {
        encoding: 'utf8',
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      });
    aptGet('update');
    aptGet('install', '--yes', '--no-install-recommends', debianPackage);
    const installed = find();
    if (installed) return installed;
  }
  throw new Error(advice);
}

/** `java`, for the Nu HTML checker. */
export const requireJava = (): string =>
  requireCommand({
    commands: ['java'],
    versionFlag: '-version',
    debianPackage: 'default-jre-headless',
    advice: 'The Nu HTML checker needs Java 17 or newer: install it (Debian: default-jre-headless).',
  });

const chromium: Need = {
  // The environment's `CHROMIUM` comes before those that are installed.
  commands: [
    ...(process.env.CHROMIUM ? [process.env.CHROMIUM] : []),
    'chromium',
    'chromium-browser',
    'google-chrome',
  ],
  versionFlag: '--version',
  debianPackage: 'chromium',
  advice: 'The browser tests need Chromium: install it (Debian: chromium), or name one in CHROMIUM.',
};

/** A Chromium as readers have it. */
export const requireChromium = (): string => requireCommand(chromium);

/** The same engine without windows and profiles, which costs a third of the time; where it is not installed, a whole Chromium. */
const headlessShell: Need = { ...chromium, commands: ['chromium-headless-shell', ...chromium.commands] };

export const requireHeadlessChromium = (): string =>
  process.env.CHROMIUM ? requireChromium() : requireCommand(headlessShell);

/** Installs the headless shell where Debian lets us; to be tried once for all test files. */
export function offerHeadlessShell(): void {
  if (process.env.CHROMIUM) return;
  try {
    requireCommand({
      ...chromium,
      commands: ['chromium-headless-shell'],
      debianPackage: 'chromium-headless-shell',
    });
  } catch {
    // A whole Chromium does as well.
  }
}

/** `openssl`, for the certificate of the host that the audit asks. */
export const requireOpenssl = (): string =>
  requireCommand({
    commands: ['openssl'],
    versionFlag: 'version',
    debianPackage: 'openssl',
    advice: 'The audit serves the site over TLS and needs OpenSSL: install it (Debian: openssl).',
  });

/** `icecast2`, whose station the relay carries. */
export const requireIcecast = (): string =>
  requireCommand({
    commands: ['icecast2', 'icecast'],
    versionFlag: '-v',
    debianPackage: 'icecast2',
    advice: 'The radio tests need Icecast 2: install it (Debian: icecast2).',
  });

/** `ffmpeg`, which encodes what Icecast sends. */
export const requireFfmpeg = (): string =>
  requireCommand({
    commands: ['ffmpeg'],
    versionFlag: '-version',
    debianPackage: 'ffmpeg',
    advice: 'The radio tests need ffmpeg: install it (Debian: ffmpeg).',
  });

/** `haproxy`, a balancer before two relays. */
export const requireHaproxy = (): string =>
  requireCommand({
    commands: ['haproxy'],
    versionFlag: '-v',
    debianPackage: 'haproxy',
    advice: 'The radio tests need HAProxy: install it (Debian: haproxy).',
  });

/** `firefox`, which speaks WebDriver BiDi itself. */
export const requireFirefox = (): string =>
  requireCommand({
    commands: ['firefox-esr', 'firefox'],
    versionFlag: '--version',
    debianPackage: 'firefox-esr',
    advice: 'The audit looks at the site in Firefox: install it (Debian: firefox-esr).',
  });

/** The driver of WebKitGTK, which knows where its browser is. */
export const requireWebKit = (): string =>
  requireCommand({
    commands: ['WebKitWebDriver'],
    versionFlag: '--help',
    debianPackage: 'webkit2gtk-driver',
    advice: 'The audit looks at the site in WebKit: install its driver (Debian: webkit2gtk-driver).',
  });

/** A screen for WebKit, which has no headless mode. */
export const requireXvfb = (): string =>
  requireCommand({
    commands: ['Xvfb'],
    versionFlag: '-help',
    debianPackage: 'xvfb',
    advice: 'The audit shows WebKit on a screen of its own: install Xvfb (Debian: xvfb).',
  });

/** `pdftotext`, which reads what was printed. */
export const requirePdftotext = (): string =>
  requireCommand({
    commands: ['pdftotext'],
    versionFlag: '-v',
    debianPackage: 'poppler-utils',
    advice: 'The audit reads the pages it prints: install pdftotext (Debian: poppler-utils).',
  });

/** `xdotool`, which gives a window the focus where no window manager does. */
export const requireXdotool = (): string =>
  requireCommand({
    commands: ['xdotool'],
    versionFlag: '--version',
    debianPackage: 'xdotool',
    advice: 'The audit types in WebKit: install xdotool (Debian: xdotool).',
  });
