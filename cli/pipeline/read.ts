import { isUtf8 } from 'node:buffer';
import { type Dirent, readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { explained } from '../lib/environment-error.ts';
import { placeOf, topOf } from '../problems/locate.ts';
import { nearest } from '../problems/nearest.ts';
import { type Outcome, type Problem, problemAt, type Rule } from '../problems/problem.ts';
import { dataKinds } from '../sources/data/registry.ts';
import { isFeedFile } from '../sources/fields.ts';
import { type MediaFile, type SourceFile, type Sources, unreadableProblem } from '../sources/source-file.ts';

/** The most text one file may hold: far more than any article, far less than a mistake. */
const maxTextBytes = 1024 * 1024;

/** The longest path of a file in `media/`: disks take 1,024 bytes with the folder of the site before it, links and feeds fewer. */
const longestPath = 300;

/** Files that may stand in `media/`, by ending, with the type a feed's enclosure names. */
export const mediaTypes: Readonly<Record<string, string>> = {
  '.avif': 'image/avif',
  '.gif': 'image/gif',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.mp3': 'audio/mpeg',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
};

/** What editors and their tools leave lying about; passed over without a word, here and by `dev`. */
export const isDropping = (name: string): boolean =>
  /^\.|~$|^#.*#$|\.sw[a-p]$/.test(name) || name === 'Thumbs.db' || name === 'desktop.ini';

const singletons = ['site.yaml', 'navigation.yaml', 'embeds.yaml', 'radio.yaml'];

/** Whether `path` is a text file the press asks for. */
function isWanted(path: string): boolean {
  return (
    singletons.includes(path) ||
    /^blog\/[^/]+\.md$/.test(path) ||
    /^pages\/.+\.(?:md|yaml)$/.test(path) ||
    isFeedFile(path) ||
    (path.startsWith('data/') && Object.keys(dataKinds).some((name) => path === `data/${name}.yaml`))
  );
}

/**
 * Reads `content/`, every file once, in the order of their paths. What cannot be taken (links, other encodings, files over
 * 1 MiB, files nobody asked for) is a problem; the rest goes on.
 *
 * Throws `EnvironmentError` when the folder itself cannot be read.
 */
export function read(folder: string, shownAs: string): Outcome<Sources> {
  const files: SourceFile[] = [];
  const media: MediaFile[] = [];
  const problems: Problem[] = [];
  const refused = new Set<string>();
  const mediaNames = new Map<string, string>();

  /** What `take` gives; a problem where the system does not let it. */
  function attempt<T>(path: string, take: () => T): T | undefined {
    try {
      return take();
    } catch (error) {
      refused.add(path);
      problems.push(unreadableProblem(`${shownAs}/${path}`, error));
      return undefined;
    }
  }

  function visit(inside: string, entries: readonly Dirent[]) {
    for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      if (isDropping(entry.name)) continue;
      const path = inside === '' ? entry.name : `${inside}/${entry.name}`;
      const file = `${shownAs}/${path}`;
      const report = (rule: Rule, message: string, more = {}) => {
        refused.add(path);
        problems.push(problemAt(topOf(file), { rule, message, ...more }));
      };
      if (entry.isSymbolicLink()) {
        report(
          'symlink',
          'This is a link to another place, and the press prints only what stands in content itself.',
          {
            hint: 'Put a copy of the file here instead of the link.',
          },
        );
      } else if (entry.isDirectory()) {
        if (path.startsWith('media/') && !/^[\w-]{1,100}$/.test(entry.name)) {
          report('invalid-address', 'This folder’s name cannot stand in an address.', {
            hint: 'Use letters, digits, `-` and `_` only, at most 100.',
          });
        } else visit(path, attempt(path, () => entriesOf(join(folder, path))) ?? []);
      } else if (!entry.isFile()) {
        report('stray-file', 'This is not an ordinary file.');
      } else if (path.startsWith('media/')) {
        const absolute = join(folder, path);
        const bytes = attempt(path, () => statSync(absolute).size);
        if (bytes === undefined) continue;
        if (path.length > longestPath) {
          report(
            'invalid-address',
            `The way to this file is ${path.length} letters long; the most is ${longestPath}.`,
            {
              hint: 'Give it and its folders shorter names, or put it higher up.',
            },
          );
        } else if (!/^[\w.-]{1,100}$/.test(entry.name)) {
          report('invalid-address', 'This file’s name cannot stand in an address.', {
            hint: 'Use letters, digits, `-`, `_` and dots only, at most 100.',
          });
        } else if (Object.hasOwn(mediaTypes, extname(path).toLowerCase())) {
          const other = mediaNames.get(path.toLowerCase());
          if (bytes === 0) report('empty-file', 'This file is empty.');
          else if (other) {
            report(
              'duplicate-address',
              `\`${path}\` and \`${other}\` differ only in capital letters, and many hosts take them for one.`,
              { hint: 'Give one of the two another name.' },
            );
          } else {
            mediaNames.set(path.toLowerCase(), path);
            media.push({ path, absolute, bytes });
          }
        } else {
          report(
            'stray-file',
            `The press does not know what to do with a \`${extname(path) || entry.name}\` file.`,
            {
              hint: `In media/ stand ${Object.keys(mediaTypes).join(', ')}.`,
            },
          );
        }
      } else if (isWanted(path)) {
        readText(path, file);
      } else {
        const wanted = [...singletons, ...Object.keys(dataKinds).map((name) => `data/${name}.yaml`)];
        const suggestion = nearest(path, wanted);
        report('stray-file', 'Nothing in the paper asks for this file, so it would not be printed.', {
          hint: 'Posts stand in blog/*.md, pages in pages/*.yaml or *.md, feeds in feeds/*.xml, pictures in media/.',
          ...(suggestion && { suggestion }),
        });
      }
    }
  }

  function readText(path: string, file: string) {
    const bytes = attempt(path, () => readFileSync(join(folder, path)));
    if (!bytes) return;
    if (bytes.length > maxTextBytes) {
      refused.add(path);
      problems.push(
        problemAt(topOf(file), {
          rule: 'too-large',
          message: `This file holds ${(bytes.length / maxTextBytes).toFixed(1)} MiB of text; the most is 1 MiB.`,
          hint: 'Is a picture or a whole archive pasted into it? Pictures belong in media/.',
        }),
      );
    } else if (!isUtf8(bytes) || bytes.includes(0)) {
      refused.add(path);
      problems.push(encodingProblem(file, bytes));
    } else {
      const text = bytes.toString('utf8');
      files.push({
        path,
        file,
        text: (text.startsWith('\uFEFF') ? text.slice(1) : text).replace(/\r\n?/g, '\n'),
      });
    }
  }

  visit('', rootEntries(folder));
  return { value: { files, media, refused, shownAs }, problems };
}

const entriesOf = (folder: string) => readdirSync(folder, { withFileTypes: true });

function rootEntries(folder: string): Dirent[] {
  try {
    return entriesOf(folder);
  } catch (error) {
    throw explained(error, folder, 'read');
  }
}

function encodingProblem(file: string, bytes: Buffer): Problem {
  const hint = 'Save it again as UTF-8; most editors offer that under “Save with encoding”.';
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) {
    return problemAt(topOf(file), {
      rule: 'not-utf8',
      message: 'This file is saved as UTF-16, not as UTF-8.',
      hint,
    });
  }
  const nul = bytes.indexOf(0);
  if (isUtf8(bytes) && nul !== -1) {
    const text = bytes.toString('latin1');
    return problemAt(placeOf(file, text, nul, nul + 1), {
      rule: 'not-utf8',
      message: 'This file holds zero bytes: it is saved as UTF-16, or it is no text.',
      hint,
    });
  }
  // Decoding puts U+FFFD where a byte means nothing; the first that the file did not hold itself is the place.
  const text = bytes.toString('utf8');
  let at = text.indexOf('\uFFFD');
  while (
    bytes
      .subarray(Buffer.byteLength(text.slice(0, at)))
      .subarray(0, 3)
      .equals(Buffer.from('\uFFFD'))
  ) {
    at = text.indexOf('\uFFFD', at + 1);
  }
  const byte = (bytes[Buffer.byteLength(text.slice(0, at))] ?? 0).toString(16).toUpperCase().padStart(2, '0');
  return problemAt(placeOf(file, text, at, at + 1), {
    rule: 'not-utf8',
    message: `This file is not UTF-8: the byte ${byte} stands here and means nothing in it.`,
    hint,
  });
}
