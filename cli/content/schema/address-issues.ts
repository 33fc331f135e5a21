import { dialled, withoutExtension } from '../../../templates/telephone.ts';
import { decoded, isWebAddress, meantAddress, parseUrl, withScheme } from '../../lib/web-address.ts';
import type { Details } from '../../problems/problem.ts';
import { toAddress } from './slugs.ts';

const invalid = (message: string, hint: string, suggestion?: string): Details => ({
  rule: 'invalid-url',
  message,
  hint,
  suggestion,
});

const copyIt = 'Copy the address from the browser’s address bar. It starts with `https://`.';

/**
 * A link as pages print it: `https:` where the scheme is missing, `/` before `media/`, the letters of a phone number as the digits of their keys, and what
 * addresses may not have percent-encoded.
 */
export function printedAddress(address: string): string {
  const [, scheme = '', number = '', rest = ''] = /^((?:sms|tel):)([^?;]*)(.*)$/i.exec(address) ?? [];
  const plain = decoded(number) ?? number;
  if (/[a-z]/i.test(plain)) return scheme + dialled(plain) + rest;
  return withScheme(address.replace(/^media\//, '/media/')).replace(/[\\{}|^`"<>]/g, encodeURIComponent);
}

/** What is wrong with a link: an address of the paper, or http, https, mailto, sms, tel. */
export function linkIssue(value: string): Details | undefined {
  // Browsers read `/\\` like `//`, the start of another host.
  if (/^\/(?![/\\])[^\s\\?#]*(?:[?#]\S*)?$/.test(value)) return undefined;
  if (/^(?:mailto|sms|tel):\S+$/i.test(value)) return contactIssue(value);
  const issue = urlIssue(value);
  if (issue?.rule !== 'invalid-url' || issue.suggestion !== undefined) return issue;
  const hint =
    'A page of the paper starts with `/`, such as `/about`; another site with `https://`; an e-mail address with `mailto:`.';
  if (!emailIssue(value)) return { ...issue, hint, suggestion: `mailto:${value}` };
  const isPath = /^[\w./\\-]+$/.test(value) && !/^(?:\/\/|www\.)/.test(value);
  return { ...issue, hint, suggestion: isPath ? toAddress(value.replaceAll('\\', '/')) : undefined };
}

/** What is wrong with the e-mail address or number of a `mailto:`, `sms:` or `tel:` link; `undefined` for other links. */
export function contactIssue(address: string): Details | undefined {
  const [, scheme, rest = ''] = /^(mailto|sms|tel):([^?]*)/i.exec(address) ?? [];
  if (scheme === undefined) return undefined;
  const plain = decoded(rest) ?? rest;
  if (scheme.toLowerCase() === 'mailto') {
    const [issue] = plain.split(',').flatMap((mail) => emailIssue(mail.trim()) ?? []);
    return issue && { ...issue, rule: 'invalid-url' };
  }
  // https://www.rfc-editor.org/rfc/rfc3966#section-3, and `,` for a pause, which phones know as well.
  const number = withoutExtension(plain).replace(/;.*$/, '');
  if (/^\+?[\d\s().*#,-]+$/.test(number) && /^(?:\D*\d){3,20}\D*$/.test(number)) return undefined;
  if (isVanityNumber(number)) return undefined;
  return invalid(
    `\`${rest}\` is not a phone number.`,
    'Write the digits with the country’s code: `tel:+12145550100`.',
  );
}

/** Whether a text is a phone number as people read it. */
export function isPhoneNumber(value: string): boolean {
  const number = withoutExtension(value);
  if (isVanityNumber(number)) return true;
  if (!/^\+?(?:[\d\s.-]|\(\d+\))+$/.test(number)) return false;
  const digits = number.replace(/\D/g, '');
  // Up to fifteen digits (https://www.itu.int/rec/T-REC-E.164); ten if written as in North America.
  const isAmerican = /^[^+]*(?:\b|\))\d{3}[-.]\d{4}$|^\(\d{3}\)\s?\d{3}[-.]/.test(number);
  return isAmerican ? /^(?:1?\d{10}|\d{7})$/.test(digits) : digits.length >= 7 && digits.length <= 15;
}

/** A number of North America with words for digits, or with one letter too many: `555-NEWS`, `1-800-COURIER`, `1-800-CONTACTS`. */
const vanityNumber =
  /^(?:\d{3}(?:[\s.-]*[a-z\d]){4}|(?:\+?1[\s.-]*)?(?:\([2-9]\d\d\)|[2-9]\d\d)(?:[\s.-]*[a-z\d]){7,8})$/i;

/** A single letter is a mistyped digit. */
const isVanityNumber = (number: string): boolean =>
  /[a-z]{2}/i.test(number) && !/(?<![a-z])[a-z](?![a-z])/i.test(number) && vanityNumber.test(number);

/** Mistyped endings of hosts that no host has. https://data.iana.org/TLD/tlds-alpha-by-domain.txt */
const mistypedEndings = [
  ['com', /^(?:cmo|con|comm|cpm|ocm|vom|xom)$/i],
  ['net', /^(?:nte|nett)$/i],
  ['org', /^(?:ogr|rog|orgg)$/i],
] as const;

const endingMeant = (ending: string): string | undefined =>
  mistypedEndings.find(([, mistyped]) => mistyped.test(ending))?.[0];

/** What is wrong with the host of a web address: it needs a dot and an ending that exists. */
export function hostIssue(address: string): Details | undefined {
  const host = /^https?:\/\/([^/?#:]+?)\.?(?=[/?#:]|$)/i.exec(address)?.[1];
  if (host === undefined || host.toLowerCase() === 'localhost') return undefined;
  const ending = /\.([^.]+)$/.exec(host)?.[1];
  if (ending === undefined || /^www\.[^.]+$/i.test(host))
    return invalid(`Readers cannot reach \`${host}\`: its ending is missing, such as \`.com\`.`, copyIt);
  const meant = endingMeant(ending);
  if (meant === undefined) return undefined;
  const right = `${host.slice(0, -ending.length)}${meant}`;
  return invalid(
    `No web address ends with \`.${ending}\`.`,
    `Did you mean \`.${meant}\`?`,
    address.replace(host, right),
  );
}

/** What is wrong with an address that has placeholders, of which only `names` are known; `check` is for the rest of it. */
export function templateIssue(
  value: string,
  names: readonly string[],
  check: (filled: string) => Details | undefined,
): Details | undefined {
  const unknown = [...value.matchAll(/\{([^}]*)\}/g)].find(([, name = '']) => !names.includes(name));
  if (unknown) {
    const hint = `These do: ${names.map((name) => `\`{${name}}\``).join(', ')}.`;
    return { rule: 'unknown-value', message: `The placeholder \`${unknown[0]}\` does not work here.`, hint };
  }
  const [only, ...others] = names;
  if (others.length === 0 && !value.includes(`{${only}}`))
    return invalid(`\`{${only}}\` is missing in this address.`, 'Put it where its value belongs.');
  // An address itself.
  if (value === '{feedUrl}') return undefined;
  if (/^[a-z]+:\/\/[^/?#]*\{/i.test(value) || value.startsWith('{'))
    return invalid(
      `The host of \`${value}\` may not have a placeholder in it.`,
      'Put placeholders after the host.',
    );
  // A page may have nothing to fill in.
  for (const word of ['x', '']) {
    const filled = value.replace(/\{[^}]*\}/g, word);
    const issue = check(filled);
    if (!issue) continue;
    const message = issue.message.replace(`\`${filled}\``, () => `\`${value}\``);
    return { ...issue, message, suggestion: undefined };
  }
  return undefined;
}

export function frameIssue(value: string): Details | undefined {
  const issue = linkIssue(value);
  return issue || value.startsWith('/') ? issue : secureUrlIssue(value);
}

/** What is wrong with the address of another site from which a page loads something. */
export function secureUrlIssue(value: string): Details | undefined {
  const issue = urlIssue(value);
  if (issue || isSecure(withScheme(value))) return issue;
  return invalid(
    `\`${value}\` cannot be loaded by a page, because it is not https.`,
    'Use the address that starts with `https://`, if the service has one.',
  );
}

/** One's own machine, where browsers allow http as well. https://www.w3.org/TR/secure-contexts/ */
const ownMachine = /^http:\/\/(?:localhost|127\.\d+\.\d+\.\d+)(?:[:/?#]|$)/i;

const isSecure = (value: string) => /^https:/i.test(value) || ownMachine.test(value);

export function urlIssue(value: string): Details | undefined {
  const whole = withScheme(value);
  if (isWebAddress(whole)) return hostIssue(whole);
  if (/\s/.test(value))
    return invalid(
      `\`${value}\` is not a web address: there is a space in it.`,
      'Write a space inside an address as `%20`.',
    );
  const meant = meantAddress(value);
  const protocol = /^([a-z][a-z0-9+.-]*):/i.exec(value)?.[1]?.toLowerCase();
  if (protocol && protocol !== 'http' && protocol !== 'https') return schemeIssue(protocol, meant);
  const lacksScheme = /^[\w-]+(\.[\w-]+)+(\/|$)/.test(value);
  return invalid(`\`${value}\` is not a full web address.`, copyIt, lacksScheme ? `https://${value}` : meant);
}

/** What is wrong with the address of a feed. Its host may be one of the newsroom's own network: `pull` says what it cannot reach. */
export const feedUrlIssue = (value: string): Details | undefined =>
  /^https?:\/\/[\w-]+(?=[:/?#]|$)/i.test(value) ? undefined : urlIssue(value);

export const schemeHint =
  'Links start with `https://`, `http://`, `mailto:`, `tel:`, `sms:`, or with `/` for the paper’s own pages.';

export const schemeIssue = (scheme: string, suggestion: string | undefined): Details => ({
  rule: 'unsafe-link',
  message: `A link may not start with \`${scheme}:\`.`,
  hint: schemeHint,
  suggestion,
});

/** What is wrong with the start of a web address: scheme and host, no path; https, or one's own machine. */
export function originIssue(value: string): Details | undefined {
  const issue = urlIssue(value);
  if (issue) return { ...issue, suggestion: issue.suggestion && parseUrl(issue.suggestion)?.origin };
  const { origin } = new URL(withScheme(value));
  if (origin === value && isSecure(value)) return undefined;
  return invalid(
    `\`${value}\` must be only \`https://\` and the host.`,
    'Leave out what follows the host, also a `/`.',
    isSecure(origin) ? origin : origin.replace(/^http:/, 'https:'),
  );
}

export function emailIssue(value: string): Details | undefined {
  const isAddress =
    /^[\w+'-]+(?:\.[\w+'-]+)*@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/i.test(value);
  const ending = isAddress ? (/[^.]+$/.exec(value)?.[0] ?? '') : '';
  const meant = endingMeant(ending);
  if (isAddress && meant === undefined) return undefined;
  return {
    rule: 'invalid-value',
    message: `\`${value}\` is not an e-mail address.`,
    hint: 'It looks like `newsroom@example.com`.',
    suggestion: meant && `${value.slice(0, -ending.length)}${meant}`,
  };
}
