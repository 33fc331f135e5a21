/**
 * Characters that no text may have: those that XML 1.0 (https://www.w3.org/TR/xml/#charsets) or HTML does not allow, and invisible ones
 * that reverse, join or hide words (https://www.unicode.org/reports/tr36/#Bidirectional_Text_Spoofing). U+200C and U+200D are allowed,
 * because Persian and emoji need them, and so are the marks of right-to-left scripts.
 */
const forbidden =
  /[[\p{Cc}\p{Cs}\uFFFE\uFFFF]--[\t\n\r]]|[\u115F\u1160\u180E\u200B\u2028-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0\uFFF9-\uFFFC]|[\u{1BCA0}-\u{1BCA3}\u{E0000}-\u{E007F}]/v;

/** The flag of a region, such as Scotland's: the only use of tag characters. https://www.unicode.org/reports/tr51/#flag-emoji-tag-sequences */
const flag = /\u{1F3F4}[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{1,6}\u{E007F}/gu;

// Twenty times faster on a long text, because it tests code units; it also finds allowed characters beyond U+FFFF.
const suspiciousUnit =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u115F\u1160\u180E\u200B\u2028-\u202E\u2060-\u206F\u3164\uD800-\uDFFF\uFEFF\uFFA0\uFFF9-\uFFFC\uFFFE\uFFFF]/;

/** The offset, in UTF-16 units, of the first character that no text may have. */
export function forbiddenAt(text: string): number | undefined {
  return suspiciousUnit.test(text) ? forbidden.exec(withMaskedFlags(text))?.index : undefined;
}

export const withoutForbidden = (text: string): string =>
  suspiciousUnit.test(text)
    ? text.replace(flagOrForbidden, (_, flag: string | undefined) => flag ?? '')
    : text;

const flagOrForbidden = new RegExp(`(${flag.source})|${forbidden.source}`, 'gv');

/** Replaces flags by letters; offsets stay the same. */
const withMaskedFlags = (text: string) => text.replace(flag, (letters) => 'x'.repeat(letters.length));
