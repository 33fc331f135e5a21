import { forbiddenAt } from '../../lib/characters.ts';
import { parseUrl } from '../../lib/web-address.ts';
import { linkIssue, schemeIssue } from './address-issues.ts';
import type { FieldIssue } from './text-issues.ts';

/** Bytes of a part of an address, and of all of it: file systems allow 255 and 1,024 with the ending and the folder of the site. */
const maxPartBytes = 240;
const maxBytes = 700;

/** Characters that are in no file's name on some hosts, or have a meaning of their own in `_redirects`. */
const unusable = /[<>:"|?*\\#]/;

/** The address without the forms that hosts answer alike: no `.html`, no `index`, no slash at the end. Its percent-encoding is resolved before. */
export const plainAddress = (path: string): string =>
  path
    .normalize()
    .replace(/\/+$/, '')
    .replace(/\.html$/, '')
    .replace(/\/index$/, '') || '/';

/** Whether a former address names a folder: `/old/` or `/old/index.html`. */
export const namesFolder = (path: string): boolean =>
  /\/(?:index(?:\.html)?\/*)?$/.test(path) && path !== '/';

const invalid = (message: string, hint: string, suggestion?: string): FieldIssue => ({
  rule: 'invalid-address',
  message,
  hint,
  suggestion,
});

const plainHint = 'Write the path as it was in the browser’s address bar after the host: `/2019/story.html`.';

/** What is wrong with an address that a page once had, from this program or another. A static host must be able to answer it. */
export function formerIssue(value: string): FieldIssue | undefined {
  const [path = '', mark] = /^([^?#]*)([?#])?/.exec(value)?.slice(1) ?? [];
  const url = /^https?:/i.test(path) ? parseUrl(path) : undefined;
  if (url) {
    const message = 'A former address has no host: all of them were on the paper’s own.';
    return invalid(message, plainHint, suggested(url.pathname));
  }
  if (mark === '?') {
    const message = `A static host does not look at what follows \`?\`, so \`${value}\` is \`${path || '/'}\` for it.`;
    const hint =
      'Write the address without it, if all of its forms lead to one page; else only a rule of the host can tell them apart.';
    return invalid(message, hint, suggested(path));
  }
  if (mark === '#')
    return invalid(
      'Browsers do not send what follows `#`.',
      'Write the address without it.',
      suggested(path),
    );
  if (/\s/.test(path))
    return invalid(
      `There is a space in \`${value}\`.`,
      'Write it as `%20`.',
      suggested(path.trim().replace(/\s/g, '%20')),
    );
  if (!path.startsWith('/') || /\/\/|\\/.test(path)) {
    const tidy = `/${path.replaceAll('\\', '/')}`.replace(/\/{2,}/g, '/');
    return invalid(`\`${value}\` is not an address of the paper.`, plainHint, suggested(tidy));
  }
  return servingIssue(value);
}

/** A former address to suggest, if it is one and not the front page. */
const suggested = (path: string) => (path.length > 1 && !formerIssue(path) ? path : undefined);

/** Why no file can answer an address. */
function servingIssue(value: string): FieldIssue | undefined {
  const path = decoded(value);
  if (path === undefined || path.split('/').length !== value.split('/').length)
    return invalid(
      `The percent-encoding of \`${value}\` is wrong.`,
      'Copy the address from the browser’s address bar.',
    );
  const wrong = unusable.exec(path)?.[0];
  const parts = path.split('/');
  if (wrong !== undefined || forbiddenAt(path) !== undefined || /\p{Cc}/u.test(path)) {
    const message =
      wrong === undefined
        ? 'There is an invisible character in this address.'
        : `No file can answer an address with \`${wrong}\`.`;
    return invalid(message, 'Only a rule of the host can send its readers on.');
  }
  if (parts.some((part) => part.startsWith('.')))
    return invalid(
      `A part of \`${value}\` starts with a dot, and hosts do not publish such files.`,
      plainHint,
    );
  const isLong = (text: string, max: number) => Buffer.byteLength(text) > max;
  if (parts.some((part) => isLong(part, maxPartBytes)) || isLong(path, maxBytes)) {
    const hint = `Each part of it may have at most ${maxPartBytes} letters, all of it ${maxBytes}; letters outside English count more than once.`;
    return invalid(`\`${value.slice(0, 40)}…\` is too long for the name of a file.`, hint);
  }
  const owner = /^\/(api|assets)(?:\/|$)/.exec(path)?.[1];
  if (owner === undefined) return undefined;
  const use = owner === 'api' ? 'The radio answers' : 'The files of the site are';
  return invalid(
    `${use} under \`/${owner}\`, so no former address can be there.`,
    'Only a rule of the host can send its readers on.',
  );
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** What is wrong with an address that readers of a former one are sent to: one of the paper, or https. */
export function redirectTargetIssue(value: string): FieldIssue | undefined {
  const scheme = /^(mailto|tel):/i.exec(value)?.[1];
  if (scheme !== undefined) return schemeIssue(scheme.toLowerCase(), undefined);
  const issue = linkIssue(value);
  if (issue || value.startsWith('/') || /^https:/i.test(value)) return issue;
  return {
    rule: 'invalid-url',
    message: `Readers are sent on only to https, and \`${value}\` is not.`,
    hint: 'Use the address that starts with `https://`, if the site has one.',
    suggestion: value.replace(/^http:/i, 'https:'),
  };
}
