import * as z from 'zod';
import { languages } from '../../../templates/words/words.ts';
import { curl } from '../../lib/quotes.ts';
import { parseUrl, withScheme } from '../../lib/web-address.ts';
import { nearest } from '../../problems/nearest.ts';
import type { Details, Rule } from '../../problems/problem.ts';
import {
  emailIssue,
  frameIssue,
  isPhoneNumber,
  linkIssue,
  originIssue,
  printedAddress,
  templateIssue,
  urlIssue,
} from './address-issues.ts';
import { dayIssue, isBefore, momentIssue, tidyMoment } from './date-issues.ts';
import type { Widget } from './desk-fields.ts';
import { formerIssue, redirectTargetIssue } from './former-address.ts';
import { isMarkdown, type Reference, refersTo } from './references.ts';
import { slugify, toAddress } from './slugs.ts';
import { characterIssue, lengthIssue, textIssue } from './text-issues.ts';

/** Characters of a text outside Markdown, and of a headline or a name. */
const maxText = 5000;
const maxTitle = 300;

/** Adds an issue that concerns several fields, at one of them. */
export function issueAt(context: z.RefinementCtx, path: PropertyKey[], issue: Details): void {
  context.addIssue({ code: 'custom', path, message: issue.message, params: { ...issue } });
}

/** A string of at most `max` visible characters. `check` gives what else is wrong with it. */
function field(check: (value: string) => Details | undefined, max = maxText) {
  return z.string().superRefine((value, context) => {
    const issue = lengthIssue(value, max) ?? characterIssue(value) ?? check(value);
    if (issue) issueAt(context, [], issue);
  });
}

/** A string that `fits`. Messages say that it is not `what`; `meant` gives what was probably meant. */
export const fieldOf = (
  what: string,
  fits: (value: string) => boolean,
  hint: string,
  meant: (value: string) => string | undefined = () => undefined,
) =>
  field((value) => {
    if (fits(value)) return undefined;
    return { rule: 'invalid-value', message: `\`${value}\` is not ${what}.`, hint, suggestion: meant(value) };
  });

/** Metadata for the JSON Schema: a pattern no stricter than our own check, and the form in words; and how the desk asks for it. */
const inForm = (pattern: RegExp, form: string, widget?: Widget) => ({
  pattern: pattern.source,
  patternErrorMessage: form,
  'x-form': form,
  ...(widget && { 'x-widget': widget }),
});

/** A string that a pattern fits, in this program and in text editors. */
const formed = (what: string, pattern: RegExp, form: string, meant?: (value: string) => string | undefined) =>
  fieldOf(what, (value) => pattern.test(value), form, meant).meta(inForm(pattern, form));

/** A text with more than spaces in it. */
const filled = { pattern: /\S/.source, patternErrorMessage: 'This text is empty.' };

/** Completions that text editors offer; other values are allowed too. */
const offering = (suggests: 'author' | 'page') => ({ 'x-suggests': suggests });

// Making a schema takes long, and a hundred fields use these two.
const anyText = field(textIssue)
  .overwrite(curl)
  .meta({ ...filled, 'x-widget': 'text' });
const anyTitle = field(textIssue, maxTitle).overwrite(curl).meta(filled);

/** A text that is not empty; its straight quotation marks become curly. */
export const text = () => anyText;

/** The same, short: a headline, a name, the words on a button. */
export const title = () => anyTitle;

/** The same, and it may be empty. */
export const titleOrNothing = () => field(characterIssue, maxTitle).overwrite(curl);

/** A word for programs on one line, unchanged: an id, a provider's key, a permission. */
export const word = () =>
  field((value) => {
    if (!/[\t\n\r\u2028\u2029]/.test(value)) return textIssue(value);
    const message = 'There is a line break or a tab in this word.';
    return { rule: 'invalid-text', message, hint: 'Write it on one line.' };
  }, maxTitle).meta(filled);

/** Markdown; its content is checked when it is rendered. */
export const markdown = () =>
  isMarkdown(field(textIssue, Infinity).meta({ ...filled, 'x-form': 'Markdown.', 'x-widget': 'markdown' }));

/** The address of a page of the paper: `/` or `/small-letters/digits-9`, no slash at the end. */
export const address = () =>
  field((value) => {
    const tooLong = partIssue(value, 'invalid-address');
    const isAddress = value === '/' || /^(?:\/[a-z0-9]+(?:-[a-z0-9]+)*)+$/.test(value);
    if (tooLong || (isAddress && !value.endsWith('/index'))) return tooLong;
    return {
      rule: 'invalid-address',
      message: `\`${value}\` is not an address the paper can use.`,
      hint: 'Start with `/`, then use small letters, digits and single hyphens. Put `/` between parts, but not at the end.',
      suggestion: toAddress(value),
    };
  }, maxTitle).meta(
    inForm(/^(?:\/|(?:\/[a-z0-9]+(?:-[a-z0-9]+)*)+)$/, 'An address of the paper, such as `/local-news`.'),
  );

/** The tags of a post. Each may be a page of its own, so that a flood of them would take long. */
export const tags = () => z.array(text()).max(100);

/** The last part of a post's address. */
export const slug = () =>
  field((value) => {
    const tooLong = partIssue(value, 'invalid-slug');
    if (tooLong || (/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(value) && value !== 'index')) return tooLong;
    return {
      rule: 'invalid-slug',
      message: `\`${value}\` cannot be a slug.`,
      hint: 'A slug is small letters, digits and single hyphens, such as `deep-ellum-lights`.',
      suggestion: value === 'index' ? undefined : slugify(value) || undefined,
    };
  }).meta(inForm(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'Small letters, digits and single hyphens.'));

/** Letters in one part of an address; file systems allow 255 bytes with the ending. */
const maxPart = 120;

function partIssue(value: string, rule: Rule): Details | undefined {
  if (value.split('/').every((part) => part.length <= maxPart)) return undefined;
  const message = `\`${value.slice(0, 40)}…\` is too long for an address.`;
  return { rule, message, hint: `Each part of an address may have at most ${maxPart} letters.` };
}

/** A former address of a page, in this program's form or another's: `/2019/story.html`, `/old/`, `/caf%C3%A9`. */
export const formerAddress = () =>
  field(formerIssue).meta(inForm(/^\/\S*$/, 'An address that the page had, such as `/2019/story.html`.'));

/** The former addresses of a page. Each is a page of its own, so that a flood of them would take long. */
export const formerAddresses = () => z.array(formerAddress()).max(10_000);

/** A field for an address, kept as pages print it. */
const printed = (check: (value: string) => Details | undefined) => field(check).overwrite(printedAddress);

/** Where readers of a former address are sent: an address of the paper, with `#part` or without, or https. */
export const redirectTarget = () =>
  refersTo(printed(redirectTargetIssue).meta(offering('page')), { to: 'page' });

/** A link: an address of the paper, with `#part` or without, or http, https, mailto, sms, tel. */
export const link = () =>
  refersTo(
    printed(linkIssue).meta({
      ...inForm(
        /^(?:\/|[Hh][Tt][Tt][Pp][Ss]?:\/\/|[Mm][Aa][Ii][Ll][Tt][Oo]:|[Ss][Mm][Ss]:|[Tt][Ee][Ll]:)\S*$/,
        'An address of the paper such as `/about`, or one that starts with `https://`, `mailto:`, `sms:` or `tel:`.',
      ),
      ...offering('page'),
    }),
    { to: 'link' },
  );

/** A full web address, http or https. */
export const url = (check = urlIssue) =>
  refersTo(
    printed(check).meta(
      inForm(/^(?:[Hh][Tt][Tt][Pp][Ss]?:)?\/\/\S+$/, 'A whole web address, with `https://`.'),
    ),
    { to: 'link' },
  );

const template = (check: (filled: string) => Details | undefined, names: readonly string[]) =>
  refersTo(
    field((value) => templateIssue(value, names, check))
      .overwrite(withScheme)
      .meta({
        'x-form': `An address; it may have ${names.map((name) => `\`{${name}}\``).join(', ')} in it.`,
      }),
    { to: 'link' },
  );

/** A web address or an address of the paper with `{placeholders}`. `{feedUrl}`, which is an address itself, may be all of it. */
export const urlTemplate = (...names: string[]) => template(linkIssue, names);

/** The same for a frame: https, or an address of the paper. */
export const frameTemplate = (...names: string[]) => template(frameIssue, names);

/** The start of a web address: scheme and host, no path; https, or one's own machine. */
export const origin = () =>
  field(originIssue).meta(
    inForm(/^[Hh][Tt][Tt][Pp][Ss]?:\/\/[^\s/]+$/, '`https://` and a host, and nothing after it.'),
  );

/** A calendar day, `2026-11-19`. */
export const date = () =>
  field(dayIssue).meta(
    inForm(/^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/, 'A day, such as `2026-11-19`.', 'day'),
  );

/** A moment, ISO 8601 with `Z` or an offset: `2026-11-19T06:30:00-06:00`. */
export const moment = () =>
  field(momentIssue)
    .overwrite(tidyMoment)
    .meta(
      inForm(
        /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?:[Tt]| +)[0-2]\d:[0-5]\d(?::\d\d(?:\.\d+)?)? *(?:[Zz]|[+-]\d\d:\d\d)$/,
        'A day, a time and its zone, such as `2026-11-19T06:30:00-06:00`.',
        'moment',
      ),
    );

/** A calendar day, or a moment: `2026-11-19`, `2026-11-19T06:30:00-06:00`. */
export const dayOrMoment = () =>
  field((value) => (value.length > '2026-11-19'.length ? momentIssue : dayIssue)(value))
    .overwrite(tidyMoment)
    .meta({
      'x-form': 'A day such as `2026-11-19`, or a moment such as `2026-11-19T06:30:00-06:00`.',
      'x-widget': 'day',
    });

/** From when to when in a day, on the 24-hour clock, past midnight or not: `22:00-06:00`. */
export const hours = () =>
  formed(
    'a start and an end',
    /^(?!(.*)-\1$)(?:[01]\d|2[0-3]):[0-5]\d-(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/,
    'Both times on the 24-hour clock, such as `06:00-09:00` or `22:00-06:00`.',
  );

/** A time of day, or from when to when: `18:00`, `18:00-20:00`, `22:00-02:00`. */
export const timeOrHours = () =>
  formed(
    'a time of day',
    /^(?!(.*)-\1$)(?:[01]\d|2[0-3]):[0-5]\d(?:-(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00))?$/,
    'A time on the 24-hour clock, such as `18:00`, or a start and an end, such as `18:00-20:00`.',
    (value) => (/^\d:\d\d$/.test(value) ? `0${value}` : undefined),
  );

/** A time of day on the 24-hour clock: `06:00`. */
export const timeOfDay = () =>
  formed(
    'a time of day',
    /^(?:[01]\d|2[0-3]):[0-5]\d$/,
    'A time on the 24-hour clock, such as `06:00` or `18:30`.',
    (value) => (/^\d:\d\d$/.test(value) ? `0${value}` : undefined),
  );

const months = 'january february march april may june july august september october november december'.split(
  ' ',
);

/** The number of a month by its name, from 1; 0 for anything else. */
export const monthOf = (value: string): number => months.indexOf(value.toLowerCase()) + 1;
export const isMonth = (value: string): boolean => monthOf(value) > 0;

/** A calendar day, or a month of each year by its name: `2026-03-05`, `march`. */
export const dayOrMonth = () =>
  field((value) => {
    if (isMonth(value)) return undefined;
    if (/\d/.test(value)) return dayIssue(value);
    const message = `\`${value}\` is neither a day nor a month.`;
    const hint = 'Write a day as `2026-03-05`, and a month of each year as `march`.';
    return { rule: 'invalid-date', message, hint, suggestion: nearest(value, months) };
  }).meta({ 'x-form': 'A day such as `2026-03-05`, or a month of each year such as `march`.' });

/** The path of a picture in `content/media/`, written `media/name.jpg`. */
export const picture = (more: Omit<Extract<Reference, { to: 'picture' }>, 'to'> = {}) =>
  refersTo(
    fieldOf(
      'the name of a picture in content/media',
      (value) => isPicturePath(withoutSlash(value)),
      'Write it as `media/name.jpg`. Use letters, digits, `-` and `_` only.',
      pictureMeant,
    )
      .overwrite(withoutSlash)
      .meta(
        inForm(
          /^\/?[Mm][Ee][Dd][Ii][Aa](?:\/[\w-][\w.-]*)+\.\w+$/,
          'A picture of content/media, such as `media/bridge.jpg`.',
        ),
      ),
    { to: 'picture', ...more },
  );

/** The path of an SVG in `content/media/`, written `media/name.svg`. */
export const drawing = () =>
  refersTo(
    fieldOf(
      'the name of an SVG in content/media',
      (value) => isPicturePath(value) && /\.svg$/i.test(value),
      'Write it as `media/name.svg`. A picture of another kind has to be drawn again as SVG.',
      (value) => [pictureMeant(value)].find((meant) => meant?.toLowerCase().endsWith('.svg')),
    ).meta(inForm(/^media\/.+\.[sS][vV][gG]$/, 'An SVG of content/media, such as `media/name.svg`.')),
    { to: 'picture' },
  );

/** The desk writes `/media/name.jpg`, as links in texts may. */
const withoutSlash = (value: string): string => value.replace(/^\/(?=media\/)/, '');

const isPicturePath = (value: string): boolean =>
  /^media(?!.*\/\.)(?:\/[\w.-]+)+\.(?:avif|gif|jpe?g|png|svg|webp)$/i.test(value);

function pictureMeant(value: string): string | undefined {
  const bare = value
    .replaceAll('\\', '/')
    .replace(/[?#].*$/, '')
    .replace(/[\u2010-\u2015]/g, '-')
    .replace(/\/{2,}/g, '/');
  const meant = `media/${/(?:^|\/)media\/(.*)$/i.exec(bare)?.[1] ?? bare.replace(/^.*[/:]/, '')}`;
  return isPicturePath(meant) ? meant : undefined;
}

/** The path of a feed file in `content/feeds/`, written `feeds/name.xml`. */
export const feedFile = () =>
  refersTo(
    formed('the name of a feed file', feedPath, 'A file of content/feeds, such as `feeds/wire.xml`.'),
    { to: 'feed-file' },
  );

const feedPath = /^feeds\/[\w-]+\.xml$/;

export const isFeedFile = (path: string): boolean => feedPath.test(path);

/** The sound of a station: the address of a stream, or a file of `content/media/`, written `file:media/name.mp3`. */
export const source = () =>
  refersTo(
    fieldOf(
      'a stream or a sound file',
      (value) =>
        /^file:media(?!.*\/\.)(?:\/[\w.-]+)+\.mp3$/i.test(value) ||
        (/^https?:\/\/[^\s/]/.test(value) && parseUrl(value) !== undefined),
      'Write a stream as `http://host:8000/live`, and a file of content/media as `file:media/name.mp3`.',
    ).meta({
      'x-form': 'A stream such as `http://host:8000/live`, or a file such as `file:media/name.mp3`.',
    }),
    { to: 'sound' },
  );

export const email = () => field(emailIssue).meta(inForm(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'An e-mail address.'));

export const phone = () =>
  fieldOf(
    'a phone number',
    isPhoneNumber,
    'It looks like `(214) 555-0100`: ten digits, or more after a `+` and the country’s code. An extension is `ext. 12`.',
  ).meta(inForm(/^[+\w\s().,:;=ó-]+$/, 'A phone number, such as `(214) 555-0100`.'));

export const color = () =>
  formed(
    'a color',
    /^#(?:[\da-fA-F]{3}|[\da-fA-F]{6})$/,
    'A color in quotes, such as `"#0a5a68"`.',
    colorMeant,
  );

const colorMeant = (value: string): string | undefined =>
  /^#?(?:[\da-f]{6}|[\da-f]{3})$/i.test(value.trim()) ? `#${value.trim().replace('#', '')}` : undefined;

/** The name of a family of fonts, as its package has it. Whether it is installed, the theme finds out. */
export const fontName = () =>
  fieldOf(
    'the name of a font',
    (value) => /^[a-z\d][a-z\d -]*$/i.test(value) && value.length <= 100,
    'Write one name, such as `Libre Franklin`; what replaces letters that it lacks follows by itself.',
    (value) => /^["']?([a-z\d][a-z\d -]*)["']?(?:,|$)/i.exec(value)?.[1]?.trim(),
  ).meta(inForm(/^[a-zA-Z\d][a-zA-Z\d -]*$/, 'The name of a font, such as `Libre Franklin`.'));

/** A four-digit year as text. */
export const year = () => formed('a year', /^\d{4}$/, 'Four digits in quotes, such as `"2024"`.');

/** A word of the permissions policy of frames, and the origins it is for, if these are not the frame's own. Browsers skip words that they do not know. */
export const permission = () =>
  formed(
    'a permission of frames',
    /^[a-z][a-z-]*(?: +(?:\*|'self'|'src'|'none'|https:\/\/[^\s;,"']+))*$/,
    'One word such as `autoplay` or `fullscreen` in each entry; after it, if you need them, sites such as `https://video.example`.',
  );

/** The number of a book: ten or thirteen digits without hyphens; the last is a check digit. */
export const isbn = () =>
  fieldOf(
    'an ISBN',
    isIsbn,
    'Compare its digits with the book: 10, or 13 that start with 978 or 979. Write it without hyphens, in quotes.',
    (value) => [value.replace(/[\s-]/g, '').toUpperCase()].find(isIsbn),
  ).meta(inForm(/^(?:\d{9}[\dX]|97[89]\d{10})$/, '10 or 13 digits without hyphens, in quotes.'));

/** https://www.isbn-international.org/content/isbn-users-manual */
function isIsbn(value: string): boolean {
  if (!/^(?:\d{9}[\dX]|97[89]\d{10})$/.test(value)) return false;
  const digits = [...value].map((digit) => (digit === 'X' ? 10 : Number(digit)));
  const isTen = digits.length === 10;
  const sum = digits.reduce((before, digit, i) => before + digit * (isTen ? 10 - i : i % 2 ? 3 : 1), 0);
  return sum % (isTen ? 11 : 10) === 0;
}

/** A language that Galley has words in, alone or with a region, small letters: `es`, `en-us`. */
export const language = () =>
  fieldOf(
    'a language of the pages that Galley makes',
    isLanguage,
    'There are two, English (`en`) and Spanish (`es`). Write one of them, or add a region, as in `en-us` and `es-mx`.',
    (value) => [slugify(value), slugify(value).slice(0, 2)].find(isLanguage),
  ).meta({ 'x-form': 'English (`en`) or Spanish (`es`), alone or with a region, such as `en-us`.' });

function isLanguage(value: string): boolean {
  const [, language = '', region] = /^([a-z]{2})(?:-([a-z]{2}|\d{3}))?$/.exec(value) ?? [];
  return languages.includes(language) && (region === undefined || isRegion(value, region.toUpperCase()));
}

/** The names of all regions and currencies take long to load, so that the usual ones are looked for elsewhere. */
const hasName = (type: 'region' | 'currency', code: string): boolean =>
  new Intl.DisplayNames('en', { type, fallback: 'none' }).of(code) !== undefined;

const isRegion = (tag: string, code: string): boolean =>
  new Intl.DateTimeFormat(tag).resolvedOptions().locale.endsWith(`-${code}`) || hasName('region', code);

/** The code of a currency, as ISO 4217 has it. */
export const currency = () =>
  fieldOf('the code of a currency', isCurrency, 'Write its three letters, such as `USD` or `MXN`.', (value) =>
    [value.trim().toUpperCase()].find(isCurrency),
  ).meta({ pattern: '^[A-Z]{3}$', 'x-form': 'Three letters, such as `USD`.' });

const isCurrency = (value: string): boolean =>
  /^[A-Z]{3}$/.test(value) &&
  (Intl.supportedValuesOf('currency').includes(value) || hasName('currency', value));

/** A part of a country, by the code of ISO 3166-2. */
export const region = () =>
  formed(
    'the code of a country or state',
    /^[A-Z]{2}(?:-[A-Z0-9]{1,3})?$/,
    'The code of a country or state, such as `US-TX`.',
  );

const numberThat = (fits: (value: number) => boolean, hint: string) =>
  z.number().superRefine((value, context) => {
    if (!fits(value))
      issueAt(context, [], { rule: 'invalid-value', message: `${value} is not allowed here.`, hint });
  });

/** A whole number within bounds, both included. */
export const whole = (min: number, max: number) =>
  numberThat(
    (value) => Number.isInteger(value) && value >= min && value <= max,
    `Write a whole number from ${min} to ${max}.`,
  ).meta({ type: 'integer', minimum: min, maximum: max });

export const price = () =>
  numberThat(
    (value) => value >= 0 && value < 100_000 && Math.abs(Math.round(value * 100) - value * 100) < 1e-6,
    'A price is a number with at most two decimals, such as `8.99`; `0` is free.',
  ).meta({ minimum: 0, exclusiveMaximum: 100_000, 'x-form': 'A number such as `8.99`; `0` is free.' });

/** Degrees of latitude or longitude, from `-max` to `max`. */
export const degrees = (max: number) =>
  numberThat((value) => Math.abs(value) <= max, `Write a number of degrees from -${max} to ${max}.`).meta({
    minimum: -max,
    maximum: max,
  });

export const categoryName = () => refersTo(title(), { to: 'category' });

export const noticeKind = () => refersTo(word(), { to: 'notice-kind' });

/** Checks that a date is not earlier than another, whose key is `name`. */
export function checkOrder(
  context: z.RefinementCtx,
  at: PropertyKey[],
  later: unknown,
  earlier: unknown,
  name: string,
): void {
  if (!isBefore(later, earlier)) return;
  const message = `This is earlier than \`${name}\`.`;
  issueAt(context, at, { rule: 'invalid-date', message, hint: 'Correct one of the two.' });
}

/** A check of dates that belong together: in each pair, the first must not be earlier than the second. */
export const inOrder =
  <Key extends string>(...pairs: readonly (readonly [later: Key, earlier: Key])[]) =>
  (dates: Readonly<Partial<Record<Key, unknown>>>, context: z.RefinementCtx): void => {
    for (const [later, earlier] of pairs) checkOrder(context, [later], dates[later], dates[earlier], earlier);
  };

/** The part of a picture that stays where it is cropped. */
export const focus = () => z.enum(['top', 'center', 'bottom', 'left', 'right']);

/** The name of an author; not only of the team. */
export const authorName = () => title().meta(offering('author'));

export const departmentName = () => refersTo(title(), { to: 'department' });

export const stationPort = () => refersTo(whole(1, 65_535), { to: 'station' });

export const postSlug = () => refersTo(word(), { to: 'post' });

/** The slug of a post that nobody paid for. */
export const newsSlug = () => refersTo(word(), { to: 'post', isNews: true });

/** Slugs of such posts; those to come are left out until then. */
export const newsSlugs = (most = 100) =>
  z.array(refersTo(word(), { to: 'post', isNews: true, mayWait: true })).max(most);

export const provider = () => refersTo(word(), { to: 'provider' });

/** The address of a page that must exist, linked from a page or not. */
export const pageAddress = () => refersTo(address(), { to: 'page' });
