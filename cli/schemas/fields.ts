import * as z from 'zod';
import { forbiddenAt } from '../characters.ts';
import type { Rule } from '../problems/problem.ts';
import { isWebAddress, parseUrl } from '../web-address.ts';
import { curl } from './quotes.ts';

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
export const markdown = () => field(textIssue, Number.POSITIVE_INFINITY);

/** An address of the paper's own: `/` or `/small-letters/digits-9`, no slash at the end. */
export const address = () =>
  field((value) => {
    if (tooLong(value)) return tooLongIssue(value, 'invalid-address');
    if (value === '/' || (/^(?:\/[a-z0-9]+(?:-[a-z0-9]+)*)+$/.test(value) && !value.endsWith('/index')))
      return undefined;
    return {
      rule: 'invalid-address',
      message: `\`${value}\` is not an address the paper can use.`,
      hint: 'Start with `/`; then small letters, digits and single hyphens, with `/` between parts and none at the end.',
      suggestion: toAddress(value),
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

/** The address an editor probably meant, if any letters or digits are left of it. */
export function toAddress(value: string): string | undefined {
  const parts = value.split('/').map(slugify).filter(Boolean);
  return parts.length > 0 ? `/${parts.join('/')}` : undefined;
}

/** The slug that `words` become: small ASCII letters, digits and single hyphens; empty when nothing is left. */
export function slugify(words: string): string {
  return words
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

/** The same, or a part of the same page: `#part`. */
export const linkOrPart = () => field((value) => (/^#\S+$/.test(value) ? undefined : linkIssue(value)));

function linkIssue(value: string, shown = value): FieldIssue | undefined {
  // Browsers read `/\\` as they read `//`: as the start of another host.
  if (/^\/(?![/\\])[^\s\\]*$/.test(value) || /^(?:mailto|tel):\S+$/i.test(value)) return undefined;
  return urlIssue(value, shown);
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
      hint: 'Links start with `https://`, `http://`, `mailto:`, `tel:`, or with `/` for the paper’s own pages.',
    };
  }
  if (isWebAddress(value)) return undefined;
  return {
    rule: 'invalid-url',
    message: `\`${shown}\` is not a full web address.`,
    hint: 'Copy it from the browser’s address bar: `https://`, then a host of letters, digits, dots and hyphens.',
    ...(/^[\w-]+(\.[\w-]+)+(\/|$)/.test(value) && { suggestion: `https://${shown}` }),
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
  field((value) => {
    const match = /^(\d{4}-\d\d-\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?(?:Z|[+-](\d\d):(\d\d))$/.exec(
      value,
    );
    const [, day = '', hour, minute, second = '0', offsetHour = '0', offsetMinute = '0'] = match ?? [];
    const inRange =
      Number(hour) < 24 &&
      Number(minute) < 60 &&
      Number(second) < 60 &&
      Number(offsetHour) < 15 &&
      Number(offsetMinute) < 60;
    return match && isDay(day) && inRange
      ? undefined
      : dateIssue(value, 'a moment with its zone', '2026-11-19T06:30:00-06:00');
  });

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
  const shape = day && !isDay(day) ? `there is no ${day} in the paper’s calendar` : `it is not ${kind}`;
  return {
    rule: 'invalid-date',
    message: `\`${value}\` cannot be read as a date: ${shape}.`,
    hint: `Write it as \`${example}\`.`,
  };
}

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
export const picturePath = () =>
  field((value) => {
    if (/^media(?!.*\/\.)(?:\/[\w.-]+)+\.(?:avif|gif|jpe?g|png|svg|webp)$/i.test(value)) return undefined;
    return {
      rule: 'invalid-value',
      message: `\`${value}\` does not name a picture in content/media.`,
      hint: 'Write it as `media/name.jpg`: letters, digits, `-` and `_`, and the ending of a picture.',
    };
  });

/** The path of a feed file in `content/feeds/`, written `feeds/name.xml`. */
export const feedFile = () =>
  field((value) => {
    if (isFeedFile(value)) return undefined;
    return {
      rule: 'invalid-value',
      message: `\`${value}\` does not name a feed file in content/feeds.`,
      hint: 'Write it as `feeds/name.xml`: letters, digits, `-` and `_`.',
    };
  });

/** Whether a path inside `content/` is that of a feed file. */
export const isFeedFile = (path: string): boolean => /^feeds\/[\w-]+\.xml$/.test(path);

/** Where a station's sound comes from: a stream's address, or a sound of `content/media/`, written `file:media/name.mp3`. */
export const source = () =>
  field((value) => {
    if (/^file:media(?!.*\/\.)(?:\/[\w.-]+)+\.mp3$/i.test(value)) return undefined;
    if (/^https?:\/\/[^\s/]/.test(value) && parseUrl(value)) return undefined;
    return {
      rule: 'invalid-value',
      message: `\`${value}\` names neither a stream nor a sound.`,
      hint: 'Write a stream as `http://host:8000/live`, and a sound of content/media as `file:media/name.mp3`.',
    };
  });

/** An e-mail address. */
export const email = () =>
  field((value) =>
    /^[\w.+'-]+@[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(value)
      ? undefined
      : {
          rule: 'invalid-value',
          message: `\`${value}\` is not an e-mail address.`,
          hint: 'It looks like `newsroom@example.com`.',
        },
  );

/** A phone number as people read it. */
export const phone = () =>
  field((value) =>
    /^\+?[\d\s().-]{7,}$/.test(value)
      ? undefined
      : {
          rule: 'invalid-value',
          message: `\`${value}\` is not a phone number.`,
          hint: 'It looks like `(214) 555-0100`.',
        },
  );

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
    if (value > 0 && value < 100_000 && Math.abs(Math.round(value * 100) - value * 100) < 1e-6) return;
    context.addIssue({
      code: 'custom',
      message: `${value} is not a price.`,
      params: { rule: 'invalid-value', hint: 'A price is dollars and cents: `8.99`.' },
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
