import { forbiddenAt } from '../../lib/characters.ts';
import { decoded, parseUrl } from '../../lib/web-address.ts';
import type { Details } from '../../problems/problem.ts';
import { linkIssue, schemeIssue } from './address-issues.ts';

/** Paths that no host answers: settings, copies, names that start with a dot, but for `.well-known`; and any with control characters, because `.` in a pattern does not match line ends. */
export const hiddenPath =
  '/\\.(?:[^w]|w[^e]|we[^l]|$)|^/_(?:headers|redirects)/*$|\\.(?:br|gz)/*$|^/404(?:\\.html)?/*$|[\\x00-\\x1f]';

/** Bytes of a part of an address, and of all of it: file systems allow 255 and 1,024 with the ending and the folder of the site. */
const maxPartBytes = 240;
const maxBytes = 700;

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

const pathHint = 'Write the path as it was in the browser’s address bar after the host: `/2019/story.html`.';
const markHint = 'Write the address without it, if all of its forms lead to one page.';
const hostHint = 'Only a rule of the host can send its readers on.';

/** What is wrong with an address that a page once had, from this program or another. A static host must be able to answer it. */
export function formerIssue(value: string): Details | undefined {
  const invalid = (message: string, hint: string, meant = ''): Details => {
    const suggestion = meant.length > 1 && !formerIssue(meant) ? meant : undefined;
    return { rule: 'invalid-address', message, hint, suggestion };
  };
  const [path = '', mark] = value.split(/([?#])/, 2);
  const url = /^https?:/i.test(path) ? parseUrl(path) : undefined;
  if (url) return invalid('A former address is without its host.', pathHint, url.pathname);
  if (mark) return invalid(`A static host does not look at what follows \`${mark}\`.`, markHint, path);
  if (/\s/.test(path)) {
    const meant = path.trim().replace(/\s/g, '%20');
    return invalid(`There is a space in \`${value}\`.`, 'Write it as `%20`.', meant);
  }
  if (!path.startsWith('/') || /\/\/|\\/.test(path)) {
    const meant = `/${path.replaceAll('\\', '/')}`.replace(/\/{2,}/g, '/');
    return invalid(`\`${value}\` is not an address of the paper.`, pathHint, meant);
  }
  const plain = decoded(path);
  const parts = plain?.split('/') ?? [];
  if (plain === undefined || parts.length !== path.split('/').length)
    return invalid(`The percent-encoding of \`${value}\` is wrong.`, pathHint);
  if (forbiddenAt(plain) !== undefined || /\p{Cc}/u.test(plain))
    return invalid('There is an invisible character in this address.', hostHint);
  // In no file's name on some hosts, or with a meaning of their own in `_redirects`.
  const wrong = /[<>:"|?*\\#]/.exec(plain)?.[0];
  if (wrong !== undefined) return invalid(`No file can answer an address with \`${wrong}\`.`, hostHint);
  if (/\/\./.test(plain) || new RegExp(hiddenPath).test(plain))
    return invalid(
      `Hosts do not answer \`${value}\`: it is \`404\`, \`_headers\` or \`_redirects\`, ends with \`.gz\` or \`.br\`, or a part starts with a dot.`,
      'Take it out of the list: no host would send its readers on.',
    );
  const isLong = (text: string, max: number) => Buffer.byteLength(text) > max;
  if (parts.some((part) => isLong(part, maxPartBytes)) || isLong(plain, maxBytes)) {
    const hint = `Each part of it may have at most ${maxPartBytes} letters, all of it ${maxBytes}; letters outside English count more than once.`;
    return invalid(`\`${value.slice(0, 40)}…\` is too long for the name of a file.`, hint);
  }
  // Below `_headers` and `_redirects` they would be folders.
  const owner = /^\/(?:api|assets|_headers|_redirects|share\/[^/]*\.png)(?=\/|$)/.exec(plain)?.[0];
  return owner === undefined
    ? undefined
    : invalid(`\`${owner}\` is kept for Galley’s own files, so no former address can be there.`, hostHint);
}

/** What is wrong with an address that readers of a former one are sent to: one of the paper, or https. */
export function redirectTargetIssue(value: string): Details | undefined {
  const scheme = /^(mailto|sms|tel):/i.exec(value)?.[1];
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
