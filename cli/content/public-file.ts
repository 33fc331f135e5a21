import { basename } from 'node:path';
import type { Details } from '../problems/problem.ts';

/** Bytes of a file in `public/`; the same as of a picture. */
const maxPublicBytes = 100 * 1024 * 1024;

/** Characters of a path below `public/`, as in `media/`. */
const maxPath = 300;

/**
 * Endings of files that browsers run or show as a page, that pages load as code or style, that hosts run, or that hosts send in place of the
 * file without the ending (`ads.txt.br`).
 */
const activeEndings = new Set(
  `asa asax ascx ashx asis asmx asp aspx axd br cer cfm cgi cjs cshtml css dhtml fcgi gz hta htc htm html hxt imap js jsp jspx lua map mht mhtml mjs phar php
   php3 php4 php5 php7 php8 phps pht phtml pl py rb rdf rss shtm shtml soap stm svc svg svgz swf var vbhtml wasm xht xhtm xhtml xml xsd xsl xslt z zst`.split(
    /\s+/,
  ),
);

/** An ending of a name that makes the file active. Hosts choose the type by any of them: `.html.gz`, `.php.txt`. */
export const activeEndingOf = (name: string): string | undefined =>
  name
    .toLowerCase()
    .split('.')
    .slice(1)
    .find((ending) => activeEndings.has(ending));

/** Names by which hosts find their settings, in lower case: Netlify, Cloudflare, Vercel, Azure, IIS, Apache, GitHub, Surge and others. */
const settings =
  /^[._]|\.(?:conf|config|ini|toml|ya?ml)(?:$|\.)|^(?:200\.html|auth|(?:caddy|docker|proc|static)file.*|cors|router)$|^(?:app|deno|deploy-manifest|edgeone|firebase|function|host|now|package|routes|serve|static|superstatic|vercel|wrangler)\.jsonc?$/;

/** Folders of the output that Galley fills itself. */
const reserved: Readonly<Record<string, string>> = {
  api: 'The radio answers under `/api`.',
  art: 'Galley’s drawings are under `/art`.',
  assets: 'The stylesheet and the scripts are under `/assets`.',
  share: 'The pictures for social networks are under `/share`.',
  media: 'Pictures, sounds and PDF files belong in content/media/.',
};

/** Whether a folder at the top of the site holds files that Galley makes or serves, and no pages. */
export const isReservedFolder = (name: string): boolean => Object.hasOwn(reserved, name.toLowerCase());

/** Why a file of `public/` cannot be published, judged by its path and size. */
export function publicPathFinding(path: string, bytes: number): Details | undefined {
  const inside = path.slice('public/'.length);
  const parts = inside.replace(/^\.well-known\//, '').split('/');
  const setting = parts.find((part) => settings.test(part.toLowerCase()));
  if (setting !== undefined) {
    return unsafe(
      `Hosts read files such as \`${setting}\` as settings, which may change how the whole site is served. It is not published.`,
      'Former addresses belong in redirects.yaml, and Galley writes `_redirects` and `_headers`. Other settings belong to whoever runs the site: see “Headers” in docs/guides/live.md.',
    );
  }
  const [folder = ''] = inside.split('/', 1);
  const reason = isReservedFolder(folder) && reserved[folder.toLowerCase()];
  if (reason) {
    const message = `${reason} No file of public/ can be there.`;
    return { rule: 'invalid-address', message, hint: 'Put it into another folder.' };
  }
  const isName = (part: string) => /^[\w.@~+-]{1,100}$/.test(part);
  if (path.length > maxPath || !inside.split('/').every(isName)) {
    return {
      rule: 'invalid-address',
      message: 'The name of this file, or of a folder around it, cannot be part of an address.',
      hint: `Use only letters, digits, \`-\`, \`_\` and dots, at most 100, and ${maxPath} with all folders.`,
    };
  }
  if (bytes === 0) return { rule: 'empty-file', message: 'This file is empty.' };
  if (bytes <= maxPublicBytes) return undefined;
  const mebibytes = (n: number) => Math.ceil(n / 1024 / 1024);
  const message = `This file is ${mebibytes(bytes)} MiB large; the most is ${mebibytes(maxPublicBytes)} MiB.`;
  return { rule: 'too-large', message };
}

/**
 * Why a file of `public/` must not be published: a browser would run it or show it as a page. Where hosts send no type, browsers look at the
 * first bytes: https://mimesniff.spec.whatwg.org/ `start` is some of these.
 */
export function activeFinding(path: string, start: Buffer): Details | undefined {
  const ending = activeEndingOf(basename(path));
  if (ending !== undefined && !isOwnershipFile(path, start))
    return unsafe(
      `Files that end with \`.${ending}\` are run or shown as a page by browsers or hosts, and nothing checks this one.`,
      path.startsWith('public/admin/')
        ? 'What runs at `/admin` comes from `galley cms`: delete this file, and run that.'
        : 'Pages belong in pages/, pictures in media/. Only a file that proves to a service that the paper is yours may be here: one line, without HTML; else ask the service for another way, such as a DNS record.',
    );
  if (!activeStart.test(start.toString('latin1'))) return undefined;
  return unsafe(
    'This file starts like a page, a drawing, a program or a gzip archive, and browsers may run it or show it as a page.',
    'Only texts, data and downloads belong in public/, unpacked or as ZIP; pages belong in pages/.',
  );
}

const unsafe = (message: string, hint: string): Details => ({ rule: 'unsafe-file', message, hint });

/** Gzip, which some hosts unpack, WebAssembly, and markup, also behind spaces, a byte order mark and the zeros of UTF-16. */
const activeStart =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: files begin with them.
  /^(?:\x1f\x8b|\0asm|[\0-\x20\x7f\xbb\xbf\xef\xfe\xff]*<\0*[a-z!?/%])/i;

/** A page with one plain line, which proves to a service who owns the site: `google1234.html`. */
function isOwnershipFile(path: string, bytes: Buffer): boolean {
  if (!/^[\w-]+\.html$/.test(basename(path)) || bytes.length > 500) return false;
  return /^[ -~]+(?:\r?\n)?$/.test(bytes.toString('latin1')) && !/[<>&]/.test(bytes.toString('latin1'));
}
