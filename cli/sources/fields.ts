import * as z from 'zod';
import { forbiddenAt } from '../lib/characters.ts';
import { curl } from '../lib/quotes.ts';
import { isWebAddress, meantAddress, parseUrl } from '../lib/web-address.ts';
import { nearest } from '../problems/nearest.ts';
import type { Rule } from '../problems/problem.ts';
import { isMarkdown, type Reference, refersTo } from './references.ts';

/** What a field's own check adds to its issue, so that the report can name a rule and a cure. */
export interface FieldIssue {
  readonly rule: Rule;
  readonly message: string;
  readonly hint?: string;
  readonly suggestion?: string;
}

/** The most characters of a text outside Markdown, and of a headline or a name: more than any has, fewer than a paste gone astray. */
const longestText = 5000;
const longestTitle = 300;

/** Adds what is wrong with a value of several fields, at one of them. */
export function issueAt(context: z.RefinementCtx, path: string[], { message, ...params }: FieldIssue): void {
  context.addIssue({ code: 'custom', path, message, params });
}

/** A string field of at most `most` characters that people can see, which `check` accepts (`undefined`) or explains. */
function field(check: (value: string) => FieldIssue | undefined, most = longestText) {
  return z.string().superRefine((value, context) => {
    const issue = lengthIssue(value, most) ?? characterIssue(value) ?? check(value);
    if (issue) context.addIssue({ code: 'custom', message: issue.message, params: { ...issue } });
  });
}

function lengthIssue(value: string, most: number): FieldIssue | undefined {
  if (value.length <= most) return undefined;
  const count = (n: number) => n.toLocaleString('en-US');
  return {
    rule: 'too-large',
    message: `This text has ${count(value.length)} characters; the most here is ${count(most)}.`,
    hint: 'Say it in fewer words. Long texts belong in the Markdown of a page or post.',
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

/** What is wrong with the characters of a text. */
export function characterIssue(value: string): FieldIssue | undefined {
  const at = forbiddenAt(value);
  if (at === undefined) return undefined;
  const point = value.codePointAt(at) ?? 0;
  const isTag = point >= 0xe0000 && point <= 0xe007f;
  const code = `U+${point.toString(16).toUpperCase().padStart(4, '0')}`;
  const name = characterNames[code] ?? (isTag ? 'tag character' : undefined);
  return {
    rule: 'invalid-text',
    message: `This text holds the invisible character ${code}${name ? ` (${name})` : ''}, which must not be printed.`,
    hint: 'Delete it: retype the words around it, or paste them without formatting.',
  };
}

/** What is wrong with a text as a text: empty, or a character that cannot be printed. */
export function textIssue(value: string): FieldIssue | undefined {
  if (/\S/.test(value)) return characterIssue(value);
  return {
    rule: 'invalid-text',
    message: 'This text is empty.',
    hint: 'Write it, or take the key out where it may be left out.',
  };
}

/** Plain text, not empty, in characters that pages and feeds can carry; its quotation marks are set as print wants them. */
export const text = () => field(textIssue).overwrite(curl);

/** The same, short: a headline, a name, the words on a button. */
export const title = () => field(textIssue, longestTitle).overwrite(curl);

/** The same, and it may be empty. */
export const titleOrNothing = () => field(characterIssue, longestTitle).overwrite(curl);

/** A word for programs: an id, a provider's key, a permission. One line; it stays as it is written. */
export const word = () =>
  field((value) => {
    if (!/[\t\n\r\u2028\u2029]/.test(value)) return textIssue(value);
    return {
      rule: 'invalid-text',
      message: 'This is one word for programs, and a line break or tab stands in it.',
      hint: 'Write it on one line.',
    };
  }, longestTitle);

/** Markdown text; what is inside is checked when it is drawn. */
export const markdown = () => isMarkdown(field(textIssue, Number.POSITIVE_INFINITY));

/** An address of the paper's own: `/` or `/small-letters/digits-9`, no slash at the end. */
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
      hint: 'Start with `/`; then small letters, digits and single hyphens, with `/` between parts and none at the end.',
      ...(suggestion && suggestion !== value && { suggestion }),
    };
  }, longestTitle);

/** The longest part of an address; file systems take 255 bytes with the ending, and readers give up sooner. */
const longestPart = 120;

const tooLong = (value: string) => value.split('/').some((part) => part.length > longestPart);

const tooLongIssue = (value: string, rule: Rule): FieldIssue => ({
  rule,
  message: `\`${value.slice(0, 40)}…\` is too long for an address.`,
  hint: `Each part of an address holds at most ${longestPart} letters.`,
});

/** The address an editor probably meant, if any letters or digits are left of it: a host, an ending or `index` is none of it. */
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

/** A Latin word with a Cyrillic letter in it that looks like one of its own, as it was meant. */
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

/** A link that may leave the paper: an own address, with `#part` or without, or http, https, mailto, tel. */
export const link = () => field(linkIssue);

function linkIssue(value: string, shown = value): FieldIssue | undefined {
  // Browsers read `/\\` as they read `//`: as the start of another host.
  if (/^\/(?![/\\])[^\s\\]*$/.test(value)) return undefined;
  if (/^(?:mailto|tel):\S+$/i.test(value)) return contactIssue(value);
  const issue = urlIssue(value, shown);
  if (issue?.rule !== 'invalid-url' || issue.suggestion !== undefined || shown !== value) return issue;
  const hint =
    'A page of the paper starts with `/`, as `/about`; another site with `https://`; a mail with `mailto:`.';
  if (!emailIssue(value)) return { ...issue, hint, suggestion: `mailto:${value}` };
  const isPath = /^[\w./\\-]+$/.test(value) && !/^(?:\/\/|www\.)/.test(value);
  const bare = value.replaceAll('\\', '/').replace(/^[./]*(?:content\/)?(?:pages\/)?/, '');
  const suggestion = isPath ? toAddress(bare) : undefined;
  return { ...issue, hint, ...(suggestion && { suggestion }) };
}

/** What is wrong with whom a `mailto:` or `tel:` link reaches; nothing with any other address. */
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
    message: `\`${rest}\` is not a number that can be called.`,
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

/** Endings that no host has, and that are typed for others. https://data.iana.org/TLD/tlds-alpha-by-domain.txt */
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

/** What is wrong with the host of a web address that is one by its form: a host of readers has a dot in it, and an ending that exists. */
export function hostIssue(address: string): FieldIssue | undefined {
  const host = /^https?:\/\/([^/?#:]+)/i.exec(address)?.[1];
  if (host === undefined || host.toLowerCase() === 'localhost') return undefined;
  const ending = /\.([^.]+)$/.exec(host)?.[1]?.toLowerCase();
  if (ending === undefined) {
    return {
      rule: 'invalid-url',
      message: `\`${host}\` is no host that readers can reach: no dot stands in it.`,
      hint: 'Copy the address from the browser’s address bar.',
    };
  }
  if (/^www\.[^.]+$/i.test(host)) {
    return {
      rule: 'invalid-url',
      message: `\`${host}\` is no host that readers can reach: its ending is missing, such as \`.com\`.`,
      hint: 'Copy the address from the browser’s address bar.',
    };
  }
  const meant = mistypedEndings[ending];
  if (meant === undefined) return undefined;
  const right = `${host.slice(0, -ending.length)}${meant}`;
  return {
    rule: 'invalid-url',
    message: `No host ends with \`.${ending}\`.`,
    hint: `Was \`.${meant}\` meant?`,
    suggestion: address.replace(host, right),
  };
}

/** A full web address, http or https. */
export const url = () => field(urlIssue);

/**
 * A web address with `{placeholders}`, or an own address with them. Only `{feedUrl}`, which is a web address itself, may be all of it.
 */
export const urlTemplate = (...names: string[]) =>
  field((value) => templateIssue(value, names) ?? filledIssue(value, linkIssue));

/** The same for what a frame shows: over https, or the paper's own. */
export const frameTemplate = (...names: string[]) =>
  field((value) => templateIssue(value, names) ?? filledIssue(value, frameIssue));

function templateIssue(value: string, names: readonly string[]): FieldIssue | undefined {
  for (const [placeholder, name = ''] of value.matchAll(/\{([^}]*)\}/g)) {
    if (!names.includes(name)) {
      return {
        rule: 'unknown-value',
        message: `\`${placeholder}\` is not a placeholder that can be filled in here.`,
        hint: `These can: ${names.map((n) => `\`{${n}}\``).join(', ')}.`,
      };
    }
  }
  if (/^[a-z]+:\/\/[^/?#]*\{/i.test(value) || (value.startsWith('{') && value !== '{feedUrl}')) {
    return {
      rule: 'invalid-url',
      message: `The host of \`${value}\` cannot be filled in from content.`,
      hint: 'Placeholders stand after the host.',
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
    message: `\`${shown}\` cannot be shown in a frame: browsers ask for https there.`,
    hint: 'Use the address that starts with `https://`, if the service has one.',
  };
}

/** Where http may stand for https: on one's own machine, which browsers trust as well. https://www.w3.org/TR/secure-contexts/ */
const ownMachine = /^http:\/\/(?:localhost|127\.\d+\.\d+\.\d+)(?:[:/?#]|$)/i;

const isSecure = (value: string) => /^https:/i.test(value) || ownMachine.test(value);

function urlIssue(value: string, shown = value): FieldIssue | undefined {
  if (/\s/.test(value)) {
    return {
      rule: 'invalid-url',
      message: `\`${shown}\` has a space in it, so it is not a web address.`,
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
    hint: 'Copy it from the browser’s address bar: `https://`, then a host of letters, digits, dots and hyphens.',
    ...(suggestion && { suggestion }),
  };
}

/** The start of a web address: scheme and host, no path; over https, or on one's own machine. */
export const origin = () => field(originIssue);

function originIssue(value: string): FieldIssue | undefined {
  const issue = urlIssue(value);
  if (issue) return issue;
  const { origin } = new URL(value);
  if (origin !== value) {
    return {
      rule: 'invalid-url',
      message: `\`${value}\` must be the start of an address: scheme and host, nothing after.`,
      suggestion: origin,
    };
  }
  if (isSecure(value)) return undefined;
  return {
    rule: 'invalid-url',
    message: `\`${value}\` is not over https, and browsers refuse the rest on a secure page.`,
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

/** Before it lies no newspaper, and calendars differ; after it, years have five digits somewhere. */
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
      ? `there is no ${day} in the paper’s calendar`
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
      ? `Write it as \`${example}\`: year, month, day, \`T\`, the time on the 24-hour clock, and how far the zone is from Greenwich.`
      : `Write it as \`${example}\`: year, month, day.`,
    ...(isMeant && { suggestion: tidy }),
  };
}

/** A date with the year first, in the one way that is read: dashes of print, slashes, spaces and digits left out are put right. */
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
      message: `\`${value}\` does not say from when to when.`,
      hint: 'Write both times on the 24-hour clock, as `06:00-09:00` or `22:00-06:00`.',
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
    message: `\`${value}\` does not name a picture in content/media.`,
    hint: 'Write it as `media/name.jpg`: letters, digits, `-` and `_`, and the ending of a picture.',
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
    message: `\`${value}\` does not name a feed file in content/feeds.`,
    hint: 'Write it as `feeds/name.xml`: letters, digits, `-` and `_`.',
  };
}

/** Whether a path inside `content/` is that of a feed file. */
export const isFeedFile = (path: string): boolean => /^feeds\/[\w-]+\.xml$/.test(path);

/** Where a station's sound comes from: a stream's address, or a sound of `content/media/`, written `file:media/name.mp3`. */
export const source = () => refersTo(field(sourceIssue), { to: 'sound' });

function sourceIssue(value: string): FieldIssue | undefined {
  if (/^file:media(?!.*\/\.)(?:\/[\w.-]+)+\.mp3$/i.test(value)) return undefined;
  if (/^https?:\/\/[^\s/]/.test(value) && parseUrl(value)) return undefined;
  return {
    rule: 'invalid-value',
    message: `\`${value}\` names neither a stream nor a sound.`,
    hint: 'Write a stream as `http://host:8000/live`, and a sound of content/media as `file:media/name.mp3`.',
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
          hint: 'It looks like `(214) 555-0100`: ten digits, or a `+` and the country’s code before them.',
        },
  );

/** Digits in groups, up to fifteen (https://www.itu.int/rec/T-REC-E.164); ten where they stand as in North America. */
function isPhoneNumber(value: string): boolean {
  if (!/^\+?(?:[\d\s.-]|\(\d+\))+$/.test(value)) return false;
  const digits = value.replace(/\D/g, '');
  const isAmerican = /^[^+]*(?:\b|\))\d{3}[-.]\d{4}$|^\(\d{3}\)\s?\d{3}[-.]/.test(value);
  return isAmerican ? /^(?:1?\d{10}|\d{7})$/.test(digits) : digits.length >= 7 && digits.length <= 15;
}

/** A four-digit year as text; numbers are for counting. */
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

/** A word of the permissions policy of frames, and for which origins if not for the frame's own. */
export const permission = () =>
  field((value) => {
    const [, name = '', origins = ''] = /^(\S*)(.*)$/s.exec(value) ?? [];
    if (!permissions.some((known) => known === name)) {
      const suggestion = nearest(name, permissions);
      return {
        rule: 'unknown-value',
        message: `\`${name}\` is not one of the words that browsers know here.`,
        hint: 'Such are `autoplay`, `encrypted-media`, `fullscreen` and `picture-in-picture`, one entry of the list for each.',
        ...(suggestion && { suggestion }),
      };
    }
    if (/^(?:[ ]+(?:\*|'self'|'src'|'none'|https:\/\/[^\s;,"']+))*$/.test(origins)) return undefined;
    return {
      rule: 'invalid-value',
      message: `\`${origins.trim()}\` names no origins.`,
      hint: `Write \`${name}\` alone, or behind it \`*\`, \`'self'\`, or origins such as \`https://video.example\`.`,
    };
  });

/** The number of a book, ten or thirteen digits without hyphens, the last of which follows from the others. */
export const isbn = () =>
  field((value) => {
    if (!/^(?:\d{9}[\dX]|97[89]\d{10})$/.test(value)) {
      const bare = value.replace(/[\s-]/g, '').toUpperCase();
      return {
        rule: 'invalid-value',
        message: `\`${value}\` is not an ISBN.`,
        hint: 'An ISBN is 10 digits, or 13 that start with 978 or 979, without hyphens, in quotes.',
        ...(bare !== value && isIsbn(bare) && { suggestion: bare }),
      };
    }
    if (isIsbn(value)) return undefined;
    return {
      rule: 'invalid-value',
      message: `\`${value}\` is no book’s ISBN: its last digit does not follow from the others.`,
      hint: 'One digit is mistyped, or two have changed places. Compare it with the book.',
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
      message: `\`${value}\` is not a language with its region.`,
      hint: 'Write it as `en-us`.',
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
          message: `\`${value}\` is not the code of a country and its part.`,
          hint: 'Write it as `US-TX`.',
        },
  );

/** A whole number within bounds, both included. */
export const whole = (least: number, most: number) =>
  z.number().superRefine((value, context) => {
    if (Number.isInteger(value) && value >= least && value <= most) return;
    context.addIssue({
      code: 'custom',
      message: `${value} will not do: a whole number from ${least} to ${most} is wanted.`,
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

/** Degrees on the globe, up to `most` either way. */
export const degrees = (most: number) =>
  z.number().superRefine((value, context) => {
    if (Math.abs(value) <= most) return;
    context.addIssue({
      code: 'custom',
      message: `${value} is not a place on the globe: ${most} degrees are the most.`,
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
