import * as z from 'zod';
import { forbiddenAt } from '../lib/characters.ts';
import { curl } from '../lib/quotes.ts';
import { isWebAddress, meantAddress, parseUrl } from '../lib/web-address.ts';
import { nearest } from '../problems/nearest.ts';
import type { Rule } from '../problems/problem.ts';
import { isMarkdown, type Reference, refersTo } from './references.ts';

/** What a field's check finds: a rule, a message, and what to do. */
export interface FieldIssue {
  readonly rule: Rule;
  readonly message: string;
  readonly hint?: string;
  readonly suggestion?: string;
}

/** Characters of a text outside Markdown, and of a headline or a name. */
const maxText = 5000;
const maxTitle = 300;

/** Adds what is wrong with a value of several fields, at one of them. */
export function issueAt(context: z.RefinementCtx, path: string[], { message, ...params }: FieldIssue): void {
  context.addIssue({ code: 'custom', path, message, params });
}

/** A string of at most `max` visible characters. `check` gives what else is wrong with it. */
function field(check: (value: string) => FieldIssue | undefined, max = maxText) {
  return z.string().superRefine((value, context) => {
    const issue = lengthIssue(value, max) ?? characterIssue(value) ?? check(value);
    if (issue) context.addIssue({ code: 'custom', message: issue.message, params: { ...issue } });
  });
}

function lengthIssue(value: string, max: number): FieldIssue | undefined {
  if (value.length <= max) return undefined;
  const count = (n: number) => n.toLocaleString('en-US');
  return {
    rule: 'too-large',
    message: `This text has ${count(value.length)} characters; at most ${count(max)} are allowed here.`,
    hint: 'Shorten it. Long texts belong in the Markdown of a page or post.',
  };
}

/** Names of the forbidden characters that people meet. https://www.unicode.org/Public/UNIDATA/NamesList.txt */
const characterNames: Readonly<Record<string, string>> = {
  'U+200B': 'zero width space',
  'U+202A': 'left-to-right embedding',
  'U+202B': 'right-to-left embedding',
  'U+202C': 'pop directional formatting',
  'U+202D': 'left-to-right override',
  'U+202E': 'right-to-left override',
  'U+2060': 'word joiner',
  'U+2066': 'left-to-right isolate',
  'U+2067': 'right-to-left isolate',
  'U+2068': 'first strong isolate',
  'U+2069': 'pop directional isolate',
  'U+FEFF': 'byte order mark',
};

/** The first character of a text that is not allowed. */
export function characterIssue(value: string): FieldIssue | undefined {
  const at = forbiddenAt(value);
  if (at === undefined) return undefined;
  const point = value.codePointAt(at) ?? 0;
  const isTag = point >= 0xe0000 && point <= 0xe007f;
  const code = `U+${point.toString(16).toUpperCase().padStart(4, '0')}`;
  const name = characterNames[code] ?? (isTag ? 'tag character' : undefined);
  return {
    rule: 'invalid-text',
    message: `This text has the invisible character ${code}${name ? ` (${name})` : ''}, which is not allowed.`,
    hint: 'Delete it: retype the words around it, or paste them without formatting.',
  };
}

/** Whether a text is empty or has a character that is not allowed. */
export function textIssue(value: string): FieldIssue | undefined {
  if (/\S/.test(value)) return characterIssue(value);
  return {
    rule: 'invalid-text',
    message: 'This text is empty.',
    hint: 'Write it. If the key may be left out, delete the key.',
  };
}

/** A text that is not empty; its straight quotation marks become curly. */
export const text = () => field(textIssue).overwrite(curl);

/** The same, short: a headline, a name, the words on a button. */
export const title = () => field(textIssue, maxTitle).overwrite(curl);

/** The same, and it may be empty. */
export const titleOrNothing = () => field(characterIssue, maxTitle).overwrite(curl);

/** A word for programs on one line, unchanged: an id, a provider's key, a permission. */
export const word = () =>
  field((value) => {
    if (!/[\t\n\r\u2028\u2029]/.test(value)) return textIssue(value);
    return {
      rule: 'invalid-text',
      message: 'There is a line break or a tab in this word.',
      hint: 'Write it on one line.',
    };
  }, maxTitle);

/** Markdown; what is in it is checked when it is rendered. */
export const markdown = () => isMarkdown(field(textIssue, Number.POSITIVE_INFINITY));

/** The address of a page of the paper: `/` or `/small-letters/digits-9`, no slash at the end. */
export const address = () =>
  field((value) => {
    if (tooLong(value)) return tooLongIssue(value, 'invalid-address');
    if (value === '/' || (/^(?:\/[a-z0-9]+(?:-[a-z0-9]+)*)+$/.test(value) && !value.endsWith('/index')))
      return undefined;
    const isFront = /^(?:https?:\/\/[^/]+)?\/*(?:index(?:\.\w+)?\/*)?$/i.test(value);
    const suggestion = isFront ? '/' : toAddress(value);
    return {
      rule: 'invalid-address',
      message: `\`${value}\` is not an address the paper can use.`,
      hint: 'Start with `/`, then use small letters, digits and single hyphens. Put `/` between parts, but not at the end.',
      ...(suggestion && suggestion !== value && { suggestion }),
    };
  }, maxTitle);

/** Letters in one part of an address; file systems allow 255 bytes with the ending. */
const maxPart = 120;

const tooLong = (value: string) => value.split('/').some((part) => part.length > maxPart);

const tooLongIssue = (value: string, rule: Rule): FieldIssue => ({
  rule,
  message: `\`${value.slice(0, 40)}…\` is too long for an address.`,
  hint: `Each part of an address may have at most ${maxPart} letters.`,
});

/** The address an editor probably meant, without host, ending and `index`; `undefined` if nothing is left. */
export function toAddress(value: string): string | undefined {
  const path = value
    .replace(/^https?:\/\/[^/]*/i, '')
    .replace(/[?#].*$/, '')
    .replace(/\/+$/, '')
    .replace(/\.(?:html?|php|md|yaml)$/i, '')
    .replace(/(?:^|\/)index$/i, '');
  const parts = path.split('/').map(slugify).filter(Boolean);
  return parts.length > 0 ? `/${parts.join('/')}` : undefined;
}

const lookalikes: Readonly<Record<string, string>> = {
  а: 'a',
  е: 'e',
  о: 'o',
  р: 'p',
  с: 'c',
  у: 'y',
  х: 'x',
  і: 'i',
  ј: 'j',
  ѕ: 's',
};

/** A Latin word with Latin letters for the Cyrillic ones that look alike. */
const withoutLookalikes = (word: string): string =>
  /[a-z]/i.test(word)
    ? word.replace(/\p{Script=Cyrillic}/gu, (letter) => lookalikes[letter.toLowerCase()] ?? letter)
    : word;

/** The slug that `words` become: small ASCII letters, digits and single hyphens; empty when nothing is left. */
export function slugify(words: string): string {
  return words
    .replace(/\p{L}+/gu, withoutLookalikes)
    .normalize('NFKD')
    .replace(/[\u0300-\u036f'’]/g, '')
    .toLowerCase()
    .replace(/&/g, ' and ')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
}

/** The last part of a post's address. */
export const slug = () =>
  field((value) => {
    if (tooLong(value)) return tooLongIssue(value, 'invalid-slug');
    if (/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(value) && value !== 'index') return undefined;
    const suggestion = value === 'index' ? '' : slugify(value);
    return {
      rule: 'invalid-slug',
      message: `\`${value}\` cannot be a post's slug.`,
      hint: 'A slug is small letters, digits and single hyphens, such as `deep-ellum-lights`.',
      ...(suggestion && { suggestion }),
    };
  });

/** A link: an address of the paper, with `#part` or without, or http, https, mailto, tel. */
export const link = () => field(linkIssue);

function linkIssue(value: string, shown = value): FieldIssue | undefined {
  // Browsers read `/\\` like `//`, the start of another host.
  if (/^\/(?![/\\])[^\s\\]*$/.test(value)) return undefined;
  if (/^(?:mailto|tel):\S+$/i.test(value)) return contactIssue(value);
  const issue = urlIssue(value, shown);
  if (issue?.rule !== 'invalid-url' || issue.suggestion !== undefined || shown !== value) return issue;
  const hint =
    'A page of the paper starts with `/`, such as `/about`; another site with `https://`; an e-mail address with `mailto:`.';
  if (!emailIssue(value)) return { ...issue, hint, suggestion: `mailto:${value}` };
  const isPath = /^[\w./\\-]+$/.test(value) && !/^(?:\/\/|www\.)/.test(value);
  const bare = value.replaceAll('\\', '/').replace(/^[./]*(?:content\/)?(?:pages\/)?/, '');
  const suggestion = isPath ? toAddress(bare) : undefined;
  return { ...issue, hint, ...(suggestion && { suggestion }) };
}

/** What is wrong with the e-mail address or number of a `mailto:` or `tel:` link; `undefined` for other links. */
export function contactIssue(address: string): FieldIssue | undefined {
  const [, scheme = '', rest = ''] = /^(mailto|tel):([^?]*)/i.exec(address) ?? [];
  if (scheme.toLowerCase() === 'mailto') {
    const wrong = decoded(rest)
      .split(',')
      .find((mail) => emailIssue(mail.trim()));
    const issue = wrong === undefined ? undefined : emailIssue(wrong.trim());
    return issue && { ...issue, rule: 'invalid-url' };
  }
  // https://www.rfc-editor.org/rfc/rfc3966#section-3
  const number = decoded(rest).replace(/;.*$/, '');
  if (scheme === '' || (/^\+?[\d\s().-]+$/.test(number) && /^(?:\D*\d){3,15}\D*$/.test(number)))
    return undefined;
  return {
    rule: 'invalid-url',
    message: `\`${rest}\` is not a phone number.`,
    hint: 'Write the digits with the country’s code: `tel:+12145550100`.',
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Endings that no host has, and what was meant by them. https://data.iana.org/TLD/tlds-alpha-by-domain.txt */
const mistypedEndings: Readonly<Record<string, string>> = {
  cmo: 'com',
  con: 'com',
  comm: 'com',
  cpm: 'com',
  ocm: 'com',
  vom: 'com',
  xom: 'com',
  ogr: 'org',
  rog: 'org',
  orgg: 'org',
  nte: 'net',
  nett: 'net',
  gvo: 'gov',
  ogv: 'gov',
  eud: 'edu',
};

/** What is wrong with the host of a web address: it needs a dot and an ending that exists. */
export function hostIssue(address: string): FieldIssue | undefined {
  const host = /^https?:\/\/([^/?#:]+)/i.exec(address)?.[1];
  if (host === undefined || host.toLowerCase() === 'localhost') return undefined;
  const ending = /\.([^.]+)$/.exec(host)?.[1]?.toLowerCase();
  if (ending === undefined) {
    return {
      rule: 'invalid-url',
      message: `Readers cannot reach \`${host}\`: there is no dot in it.`,
      hint: 'Copy the address from the browser’s address bar.',
    };
  }
  if (/^www\.[^.]+$/i.test(host)) {
    return {
      rule: 'invalid-url',
      message: `Readers cannot reach \`${host}\`: its ending is missing, such as \`.com\`.`,
      hint: 'Copy the address from the browser’s address bar.',
    };
  }
  const meant = mistypedEndings[ending];
  if (meant === undefined) return undefined;
  const right = `${host.slice(0, -ending.length)}${meant}`;
  return {
    rule: 'invalid-url',
    message: `No web address ends with \`.${ending}\`.`,
    hint: `Did you mean \`.${meant}\`?`,
    suggestion: address.replace(host, right),
  };
}

/** A full web address, http or https. */
export const url = () => field(urlIssue);

/** A web address or an address of the paper with `{placeholders}`. `{feedUrl}`, which is an address itself, may be all of it. */
export const urlTemplate = (...names: string[]) =>
  field((value) => templateIssue(value, names) ?? filledIssue(value, linkIssue));

/** The same for a frame: https, or an address of the paper. */
export const frameTemplate = (...names: string[]) =>
  field((value) => templateIssue(value, names) ?? filledIssue(value, frameIssue));

function templateIssue(value: string, names: readonly string[]): FieldIssue | undefined {
  for (const [placeholder, name = ''] of value.matchAll(/\{([^}]*)\}/g)) {
    if (!names.includes(name)) {
      return {
        rule: 'unknown-value',
        message: `The placeholder \`${placeholder}\` does not work here.`,
        hint: `These do: ${names.map((n) => `\`{${n}}\``).join(', ')}.`,
      };
    }
  }
  if (/^[a-z]+:\/\/[^/?#]*\{/i.test(value) || (value.startsWith('{') && value !== '{feedUrl}')) {
    return {
      rule: 'invalid-url',
      message: `The host of \`${value}\` may not have a placeholder in it.`,
      hint: 'Put placeholders after the host.',
    };
  }
  return undefined;
}

function filledIssue(value: string, check: (filled: string, shown: string) => FieldIssue | undefined) {
  if (value === '{feedUrl}') return undefined;
  // A page may have nothing to fill in.
  const [filled = '', empty = ''] = ['x', ''].map((word) => value.replace(/\{[^}]*\}/g, word));
  return check(filled, value) ?? check(empty, value);
}

/** What is wrong with the address of a frame. */
export function frameIssue(value: string, shown = value): FieldIssue | undefined {
  const issue = linkIssue(value, shown);
  if (issue || value.startsWith('/') || isSecure(value)) return issue;
  return {
    rule: 'invalid-url',
    message: `\`${shown}\` cannot be shown in a frame: browsers only allow https there.`,
    hint: 'Use the address that starts with `https://`, if the service has one.',
  };
}

/** One's own machine, where browsers allow http as well. https://www.w3.org/TR/secure-contexts/ */
const ownMachine = /^http:\/\/(?:localhost|127\.\d+\.\d+\.\d+)(?:[:/?#]|$)/i;

const isSecure = (value: string) => /^https:/i.test(value) || ownMachine.test(value);

function urlIssue(value: string, shown = value): FieldIssue | undefined {
  if (/\s/.test(value)) {
    return {
      rule: 'invalid-url',
      message: `\`${shown}\` is not a web address: there is a space in it.`,
      hint: 'Write a space inside an address as `%20`.',
    };
  }
  const protocol = /^([a-z][a-z0-9+.-]*):/i.exec(value)?.[1]?.toLowerCase();
  if (protocol && protocol !== 'http' && protocol !== 'https') {
    return {
      rule: 'unsafe-link',
      message: `A link may not start with \`${protocol}:\`.`,
      ...(shown === value && meantAddress(value) && { suggestion: meantAddress(value) }),
      hint: 'Links start with `https://`, `http://`, `mailto:`, `tel:`, or with `/` for the paper’s own pages.',
    };
  }
  if (isWebAddress(value)) return hostIssue(value);
  const lacksScheme = /^[\w-]+(\.[\w-]+)+(\/|$)/.test(value);
  const suggestion = lacksScheme ? `https://${shown}` : shown === value ? meantAddress(value) : undefined;
  return {
    rule: 'invalid-url',
    message: `\`${shown}\` is not a full web address.`,
    hint: 'Copy it from the browser’s address bar. It starts with `https://`.',
    ...(suggestion && { suggestion }),
  };
}

/** The start of a web address: scheme and host, no path; https, or one's own machine. */
export const origin = () => field(originIssue);

function originIssue(value: string): FieldIssue | undefined {
  const issue = urlIssue(value);
  if (issue) return issue;
  const { origin } = new URL(value);
  if (origin !== value) {
    return {
      rule: 'invalid-url',
      message: `\`${value}\` has too much in it: write only \`https://\` and the host, without a \`/\` at the end.`,
      suggestion: origin,
    };
  }
  if (isSecure(value)) return undefined;
  return {
    rule: 'invalid-url',
    message: `\`${value}\` does not start with \`https://\`, so browsers will not load it on a secure page.`,
    suggestion: value.replace(/^http:/, 'https:'),
  };
}

/** A calendar day, `2026-11-19`. */
export const date = () =>
  field((value) => (isDay(value) ? undefined : dateIssue(value, 'a day', '2026-11-19')));

/** A moment, ISO 8601 with `Z` or an offset: `2026-11-19T06:30:00-06:00`. */
export const moment = () =>
  field((value) =>
    isMoment(value) ? undefined : dateIssue(value, 'a moment with its zone', '2026-11-19T06:30:00-06:00'),
  );

function isMoment(value: string): boolean {
  const match = /^(\d{4}-\d\d-\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?(?:Z|[+-](\d\d):(\d\d))$/.exec(value);
  const [, day = '', hour, minute, second = '0', offsetHour = '0', offsetMinute = '0'] = match ?? [];
  return (
    match !== null &&
    isDay(day) &&
    Number(hour) < 24 &&
    Number(minute) < 60 &&
    Number(second) < 60 &&
    Number(offsetHour) < 15 &&
    Number(offsetMinute) < 60
  );
}

/** The first and the last day that are accepted. */
const firstDay = '1600-01-01';
const lastDay = '9998-12-31';

function isDay(value: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(value) || value < firstDay || value > lastDay) return false;
  const [year = 0, month = 0, day = 0] = value.split('-').map(Number);
  return month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}

function dateIssue(value: string, kind: string, example: string): FieldIssue {
  const day = /^\d{4}-\d\d-\d\d/.exec(value)?.[0];
  const tidy = tidyDate(value);
  const wantsTime = example.includes('T');
  const reason =
    day && !isDay(day)
      ? `there is no such day as ${day}`
      : wantsTime && isDay(tidy)
        ? 'the time of day and its zone are missing'
        : wantsTime && isMoment(`${tidy}Z`)
          ? 'the zone at its end is missing, such as `-06:00`'
          : `it is not ${kind}`;
  const isMeant = tidy !== value && (wantsTime ? isMoment(tidy) : isDay(tidy));
  return {
    rule: 'invalid-date',
    message: `\`${value}\` cannot be read as a date: ${reason}.`,
    hint: wantsTime
      ? `Write it as \`${example}\`: year, month, day, \`T\`, the time on the 24-hour clock, and the time zone.`
      : `Write it as \`${example}\`: year, month, day.`,
    ...(isMeant && { suggestion: tidy }),
  };
}

/** A date with the year first in the form that is read: dashes, slashes, spaces and missing zeros are corrected. */
const tidyDate = (value: string): string =>
  value
    .trim()
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/^(\d{4})[-/.](\d\d?)[-/.](\d\d?)(?!\d)/, (_, year: string, month: string, day: string) =>
      [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-'),
    )
    .replace(/^(\d{4}-\d\d-\d\d)(?: +|t)(?=\d)/, '$1T')
    .replace(/T(\d:)/, 'T0$1')
    .replace(/ +(?=[-+Zz])/, '')
    .replace(/z$/, 'Z')
    .replace(/([-+]\d\d)(\d\d)$/, '$1:$2')
    .replace(/([-+])(\d:\d\d)$/, '$10$2');

/** From when to when in a day, on the 24-hour clock, past midnight or not: `22:00-06:00`. */
export const hours = () =>
  field((value) => {
    const time = '(?:[01]\\d|2[0-3]):[0-5]\\d';
    const [, from, to] = new RegExp(`^(${time})-(${time}|24:00)$`).exec(value) ?? [];
    if (from && from !== to) return undefined;
    return {
      rule: 'invalid-value',
      message: `\`${value}\` is not a start and an end.`,
      hint: 'Write both times on the 24-hour clock, such as `06:00-09:00` or `22:00-06:00`.',
    };
  });

/** The path of a picture in `content/media/`, written `media/name.jpg`. */
export const picture = (more: Omit<Extract<Reference, { to: 'picture' }>, 'to'> = {}) =>
  refersTo(field(pictureIssue), { to: 'picture', ...more });

function pictureIssue(value: string): FieldIssue | undefined {
  if (isPicturePath(value)) return undefined;
  const bare = value
    .replaceAll('\\', '/')
    .replace(/[?#].*$/, '')
    .replace(/[\u2010-\u2015]/g, '-')
    .replace(/\/{2,}/g, '/');
  const meant = `media/${/(?:^|\/)media\/(.*)$/i.exec(bare)?.[1] ?? bare.replace(/^.*[/:]/, '')}`;
  return {
    rule: 'invalid-value',
    message: `\`${value}\` is not the name of a picture in content/media.`,
    hint: 'Write it as `media/name.jpg`. Use letters, digits, `-` and `_` only.',
    ...(isPicturePath(meant) && { suggestion: meant }),
  };
}

const isPicturePath = (value: string): boolean =>
  /^media(?!.*\/\.)(?:\/[\w.-]+)+\.(?:avif|gif|jpe?g|png|svg|webp)$/i.test(value);

/** The path of a feed file in `content/feeds/`, written `feeds/name.xml`. */
export const feedFile = () => refersTo(field(feedFileIssue), { to: 'feed-file' });

function feedFileIssue(value: string): FieldIssue | undefined {
  if (isFeedFile(value)) return undefined;
  return {
    rule: 'invalid-value',
    message: `\`${value}\` is not the name of a feed file in content/feeds.`,
    hint: 'Write it as `feeds/name.xml`. Use letters, digits, `-` and `_` only.',
  };
}

/** Whether a path inside `content/` is that of a feed file. */
export const isFeedFile = (path: string): boolean => /^feeds\/[\w-]+\.xml$/.test(path);

/** The sound of a station: the address of a stream, or a file of `content/media/`, written `file:media/name.mp3`. */
export const source = () => refersTo(field(sourceIssue), { to: 'sound' });

function sourceIssue(value: string): FieldIssue | undefined {
  if (/^file:media(?!.*\/\.)(?:\/[\w.-]+)+\.mp3$/i.test(value)) return undefined;
  if (/^https?:\/\/[^\s/]/.test(value) && parseUrl(value)) return undefined;
  return {
    rule: 'invalid-value',
    message: `\`${value}\` is neither a stream nor a sound file.`,
    hint: 'Write a stream as `http://host:8000/live`, and a file of content/media as `file:media/name.mp3`.',
  };
}

/** An e-mail address. */
export const email = () => field(emailIssue);

function emailIssue(value: string): FieldIssue | undefined {
  const issue = {
    rule: 'invalid-value',
    message: `\`${value}\` is not an e-mail address.`,
    hint: 'It looks like `newsroom@example.com`.',
  } as const;
  if (!/^[\w+'-]+(?:\.[\w+'-]+)*@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/i.test(value))
    return issue;
  const ending = /[^.]+$/.exec(value)?.[0] ?? '';
  const meant = mistypedEndings[ending.toLowerCase()];
  return meant === undefined
    ? undefined
    : { ...issue, suggestion: `${value.slice(0, -ending.length)}${meant}` };
}

/** A phone number as people read it. */
export const phone = () =>
  field((value) =>
    isPhoneNumber(value)
      ? undefined
      : {
          rule: 'invalid-value',
          message: `\`${value}\` is not a phone number.`,
          hint: 'It looks like `(214) 555-0100`: ten digits, or more after a `+` and the country’s code.',
        },
  );

/** Digits in groups, up to fifteen (https://www.itu.int/rec/T-REC-E.164); ten if written as in North America. */
function isPhoneNumber(value: string): boolean {
  if (!/^\+?(?:[\d\s.-]|\(\d+\))+$/.test(value)) return false;
  const digits = value.replace(/\D/g, '');
  const isAmerican = /^[^+]*(?:\b|\))\d{3}[-.]\d{4}$|^\(\d{3}\)\s?\d{3}[-.]/.test(value);
  return isAmerican ? /^(?:1?\d{10}|\d{7})$/.test(digits) : digits.length >= 7 && digits.length <= 15;
}

/** A four-digit year as text. */
export const year = () =>
  field((value) =>
    /^\d{4}$/.test(value)
      ? undefined
      : {
          rule: 'invalid-value',
          message: `\`${value}\` is not a year.`,
          hint: 'Write four digits in quotes: `"2024"`.',
        },
  );

/** What a frame may be allowed to do. https://github.com/w3c/webappsec-permissions-policy/blob/main/features.md, without what is only proposed */
const permissions = [
  'accelerometer',
  'ambient-light-sensor',
  'attribution-reporting',
  'autoplay',
  'battery',
  'bluetooth',
  'browsing-topics',
  'camera',
  'clipboard-read',
  'clipboard-write',
  'compute-pressure',
  'cross-origin-isolated',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'gamepad',
  'geolocation',
  'gyroscope',
  'hid',
  'identity-credentials-get',
  'idle-detection',
  'keyboard-map',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'otp-credentials',
  'payment',
  'picture-in-picture',
  'publickey-credentials-create',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'speaker-selection',
  'storage-access',
  'usb',
  'web-share',
  'window-management',
  'xr-spatial-tracking',
] as const;

/** A word of the permissions policy of frames, and the origins it is for, if these are not the frame's own. */
export const permission = () =>
  field((value) => {
    const [, name = '', origins = ''] = /^(\S*)(.*)$/s.exec(value) ?? [];
    if (!permissions.some((known) => known === name)) {
      const suggestion = nearest(name, permissions);
      return {
        rule: 'unknown-value',
        message: `Browsers do not know the permission \`${name}\`.`,
        hint: 'Examples are `autoplay`, `encrypted-media`, `fullscreen` and `picture-in-picture`. Put each in an entry of its own.',
        ...(suggestion && { suggestion }),
      };
    }
    if (/^(?:[ ]+(?:\*|'self'|'src'|'none'|https:\/\/[^\s;,"']+))*$/.test(origins)) return undefined;
    return {
      rule: 'invalid-value',
      message: `\`${origins.trim()}\` is not a list of sites.`,
      hint: `Write \`${name}\` alone, or after it \`*\`, \`'self'\`, or sites such as \`https://video.example\`.`,
    };
  });

/** The number of a book: ten or thirteen digits without hyphens; the last is a check digit. */
export const isbn = () =>
  field((value) => {
    if (!/^(?:\d{9}[\dX]|97[89]\d{10})$/.test(value)) {
      const bare = value.replace(/[\s-]/g, '').toUpperCase();
      return {
        rule: 'invalid-value',
        message: `\`${value}\` is not an ISBN.`,
        hint: 'An ISBN has 10 digits, or 13 that start with 978 or 979. Write it without hyphens, in quotes.',
        ...(bare !== value && isIsbn(bare) && { suggestion: bare }),
      };
    }
    if (isIsbn(value)) return undefined;
    return {
      rule: 'invalid-value',
      message: `\`${value}\` is not an ISBN: its digits do not add up.`,
      hint: 'One digit is mistyped, or two are exchanged. Compare it with the book.',
    };
  });

/** https://www.isbn-international.org/content/isbn-users-manual */
function isIsbn(value: string): boolean {
  if (!/^(?:\d{9}[\dX]|97[89]\d{10})$/.test(value)) return false;
  const digits = [...value].map((digit) => (digit === 'X' ? 10 : Number(digit)));
  const isTen = digits.length === 10;
  const sum = digits.reduce((before, digit, i) => before + digit * (isTen ? 10 - i : i % 2 ? 3 : 1), 0);
  return sum % (isTen ? 11 : 10) === 0;
}

/** A language and a region, small letters: `en-us`. */
export const language = () =>
  field((value) => {
    const issue = {
      rule: 'invalid-value',
      message: `\`${value}\` is not a language and a region.`,
      hint: 'Write it like `en-us`.',
    } as const;
    if (!/^[a-z]{2}-[a-z]{2}$/.test(value)) return issue;
    const [language = '', region = ''] = value.split('-');
    const isKnown =
      new Intl.DisplayNames('en', { type: 'language', fallback: 'none' }).of(language) !== undefined &&
      new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }).of(region.toUpperCase()) !==
        undefined;
    return isKnown ? undefined : issue;
  });

/** A part of a country, by the code of ISO 3166-2. */
export const region = () =>
  field((value) =>
    /^[A-Z]{2}(?:-[A-Z0-9]{1,3})?$/.test(value)
      ? undefined
      : {
          rule: 'invalid-value',
          message: `\`${value}\` is not the code of a country or state.`,
          hint: 'Write it like `US-TX`.',
        },
  );

/** A whole number within bounds, both included. */
export const whole = (min: number, max: number) =>
  z.number().superRefine((value, context) => {
    if (Number.isInteger(value) && value >= min && value <= max) return;
    context.addIssue({
      code: 'custom',
      message: `${value} is not allowed here: write a whole number from ${min} to ${max}.`,
      params: { rule: 'invalid-value' },
    });
  });

/** An amount of money, with at most two decimals. */
export const price = () =>
  z.number().superRefine((value, context) => {
    if (value >= 0 && value < 100_000 && Math.abs(Math.round(value * 100) - value * 100) < 1e-6) return;
    context.addIssue({
      code: 'custom',
      message: `${value} is not a price.`,
      params: { rule: 'invalid-value', hint: 'A price is dollars and cents, such as `8.99`; `0` is free.' },
    });
  });

/** Degrees of latitude or longitude, from `-max` to `max`. */
export const degrees = (max: number) =>
  z.number().superRefine((value, context) => {
    if (Math.abs(value) <= max) return;
    context.addIssue({
      code: 'custom',
      message: `${value} is not a place on Earth: write a number from -${max} to ${max}.`,
      params: { rule: 'invalid-value' },
    });
  });

/** The name of a category of site.yaml. */
export const categoryName = () => refersTo(title(), { to: 'category' });

/** The name of a department of `data/departments.yaml`. */
export const departmentName = () => refersTo(title(), { to: 'department' });

/** The port of a station of radio.yaml. */
export const stationPort = () => refersTo(whole(1, 65_535), { to: 'station' });

/** The slug of a published post. */
export const postSlug = () => refersTo(word(), { to: 'post' });

/** The name of a provider of embeds.yaml. */
export const provider = () => refersTo(word(), { to: 'provider' });

/** The address of a page that must exist, linked from a page or not. */
export const pageAddress = () => refersTo(address(), { to: 'page' });
