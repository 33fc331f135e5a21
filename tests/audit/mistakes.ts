import { parse } from 'yaml';
import { yamlIn } from '../../cli/problems/locate.ts';

/** A content file, and what is changed in it by mistake. */
export interface Mistake {
  readonly file: string;
  readonly text: string;
  /** The lines at which a report of it is in its place, counted from 1. */
  readonly lines: readonly number[];
}

/** Makes one kind of mistake somewhere in a file; `undefined` where the file has no place for it. */
export type Family = (file: string, text: string, random: () => number) => Mistake | undefined;

const pick = <T>(items: readonly T[], random: () => number): T | undefined =>
  items[Math.floor(random() * items.length)];

/** A line of YAML outside block texts and comments. */
interface Line {
  readonly index: number;
  readonly text: string;
  readonly indent: number;
  /** Where it has one. */
  readonly key: string | undefined;
  /** What stands behind the key, or behind the dash. */
  readonly value: string;
  readonly isItem: boolean;
}

/** The lines of a file's YAML that hold keys or items. */
function linesOf(file: string, text: string): Line[] {
  let blockFrom: number | undefined;
  return yamlIn({ file, text })
    .split('\n')
    .flatMap((line, i) => {
      const indent = /^ */.exec(line)?.[0].length ?? 0;
      if (line.trim() === '') return [];
      if (blockFrom !== undefined && indent > blockFrom) return [];
      blockFrom = undefined;
      const found = /^ *(- +)?(?:([A-Za-z][\w-]*):(?: +|$))?(.*)$/.exec(line);
      if (!found || line.trim().startsWith('#')) return [];
      const [, dash, key, value = ''] = found;
      if (dash === undefined && key === undefined) return [];
      if (/^[|>][-+]?$/.test(value)) blockFrom = indent + (dash?.length ?? 0);
      return [{ index: i, text: line, indent, key, value, isItem: dash !== undefined }];
    });
}

/** Changes one line, or replaces it by several, where the YAML then means something else or nothing. */
const inLine =
  (
    fits: (line: Line) => boolean,
    change: (line: Line, random: () => number) => string | undefined,
    where: (line: Line) => readonly number[] = ({ index }) => [index + 1],
  ): Family =>
  (file, text, random) => {
    const line = pick(linesOf(file, text).filter(fits), random);
    const changed = line && change(line, random);
    if (!line || changed === undefined || changed === line.text) return undefined;
    const lines = text.split('\n');
    lines.splice(line.index, 1, ...(changed === '' ? [] : [changed]));
    const spoiled = lines.join('\n');
    return meansTheSame(file, text, spoiled) ? undefined : { file, text: spoiled, lines: where(line) };
  };

function meansTheSame(file: string, before: string, after: string): boolean {
  const read = (text: string) => JSON.stringify(parse(yamlIn({ file, text }), { logLevel: 'silent' }));
  try {
    return read(before) === read(after);
  } catch {
    return false;
  }
}

const isPlain = ({ value }: Line) => /^[A-Za-z][^"'#{}[\]|>]*$/.test(value);
const isProse = (line: Line) => isPlain(line) && line.value.includes(' ') && line.value.length > 12;
const isNumber = ({ value }: Line) => /^-?\d+(?:\.\d+)?$/.test(value);
const isQuoted = ({ value }: Line) => /^"[^"]+"$/.test(value) || /^'[^']+'$/.test(value);
const hasKey = ({ key, text }: Line) => key !== undefined && !/[{[]/.test(text);

/** The line itself, and the one that its break shows at. */
const nearby = ({ index }: Line) => [index + 1, index, index + 2];

const at = (text: string, index: number, taken: number, put: string) =>
  text.slice(0, index) + put + text.slice(index + taken);

/** Gives a value in place of what a key has. */
const value =
  (name: RegExp, change: (value: string, random: () => number) => string): Family =>
  (file, text, random) =>
    inLine(
      (line) =>
        line.key !== undefined && name.test(line.key) && line.value !== '' && !/^[|>]/.test(line.value),
      ({ text, value }, random) => text.slice(0, text.length - value.length) + change(value, random),
    )(file, text, random);

/** One letter of a word left out. */
const lose = (word: string, random: () => number): string => {
  const letters = [...word.matchAll(/[a-z]/gi)].map(({ index }) => index);
  const index = pick(letters, random);
  return index === undefined ? word : at(word, index, 1, '');
};

/** Puts something into a key, away from its first letter. */
const spoilKey = (change: (key: string, random: () => number) => string): Family =>
  inLine(hasKey, ({ text, key = '' }, random) => text.replace(`${key}:`, `${change(key, random)}:`));

const hasText = (line: Line) => hasKey(line) && line.value !== '' && !/^[|>[]/.test(line.value);

/** What stands in place of the colon and its space. */
const colon = (by: string, fits: (line: Line) => boolean = hasText): Family =>
  inLine(fits, ({ text, key }) => text.replace(`${key}: `, `${key}${by}`));

const inBraces = ({ text }: Line) => /^ *- \{ .*, .* \}$/.test(text);

/** Letters that look alike and are others. */
const cyrillic = (text: string, from = 0) =>
  text.slice(0, from) +
  text
    .slice(from)
    .replace(/[aeo]/, (letter) => ({ a: '\u0430', e: '\u0435', o: '\u043e' })[letter] ?? letter);

const isItem = (line: Line) => line.isItem;
const isDeep = ({ indent }: Line) => indent > 1;
const isField = (line: Line) => hasKey(line) && !line.isItem;
const hasLine = (line: Line) => hasKey(line) && line.value !== '' && !/^[|>]/.test(line.value);

/** Puts one text in place of another in a line. */
const swap = (fits: (line: Line) => boolean, from: string | RegExp, to: string): Family =>
  inLine(fits, ({ text }) => text.replace(from, to));

const prefix = (fits: (line: Line) => boolean, words: string): Family => swap(fits, /^/, words);

/** Changes what stands behind a key or a dash. */
const inValue = (fits: (line: Line) => boolean, change: (value: string) => string): Family =>
  inLine(fits, ({ text, value }) => text.replace(value, change(value)));

/** Kinds of mistakes in YAML, by name. */
export const inYaml: Readonly<Record<string, Family>> = {
  'one space too many': inLine(hasKey, ({ text, isItem }) => (isItem ? undefined : ` ${text}`)),
  'two spaces too many': inLine(hasKey, ({ text, isItem }) => (isItem ? undefined : `  ${text}`)),
  'one space too few': swap((line) => hasKey(line) && line.indent > 0, ' ', ''),
  'two spaces too few': swap((line) => hasKey(line) && isDeep(line), '  ', ''),
  'an item one space too far': prefix(isItem, ' '),
  'an item two spaces too far': prefix(isItem, '  '),
  'an item one space short': swap(({ isItem, indent }) => isItem && indent > 0, ' ', ''),
  'a tab for indentation': swap(isDeep, /^ +/, '\t'),
  'a no-break space for indentation': swap(isDeep, / (?=[^ ].*)/, '\u00a0'),
  'no space behind the colon': colon(':', (line) => hasText(line) && !isQuoted(line)),
  'no colon': inLine(hasKey, ({ text, key }) => text.replace(`${key}:`, `${key}`)),
  'an equals sign for the colon': colon(' = '),
  'no dash': swap(isItem, '- ', ''),
  'no space behind the dash': swap(isItem, '- ', '-'),
  'a letter of a key lost': spoilKey((key, random) =>
    key.length > 3 ? key[0] + lose(key.slice(1), random) : key,
  ),
  'a letter of a key twice': spoilKey((key, random) => {
    const index = Math.floor(random() * key.length);
    return at(key, index, 0, key[index] ?? '');
  }),
  'a key with a capital': spoilKey((key) => key.replace(/^./, (first) => first.toUpperCase())),
  'a key in another style': spoilKey((key) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)),
  'another word for a key': spoilKey(
    (key) =>
      ({
        publishedDate: 'date',
        imageUrl: 'image',
        imageAlt: 'alt',
        author: 'byline',
        excerpt: 'summary',
        title: 'headline',
        category: 'section',
        tags: 'keywords',
      })[key] ?? key,
  ),
  'a line twice': inLine(
    (line) => hasKey(line) && line.value !== '' && !line.isItem && !/^[|>]/.test(line.value),
    ({ text }) => `${text}\n${text}`,
    ({ index }) => [index + 1, index + 2],
  ),
  'a value lost': inLine(hasLine, ({ text, value }) => text.slice(0, text.length - value.length).trimEnd()),
  'a quotation mark never closed': swap(isQuoted, /.$/, ''),
  'a quotation mark never opened': inLine(
    (line) => isQuoted(line) && !/^.https?:/.test(line.value),
    ({ text, value }) => at(text, text.length - value.length, 1, ''),
  ),
  'words behind the quotation mark': swap(isQuoted, /$/, ' and more'),
  'typographic quotation marks': inValue(
    (line) => isQuoted(line) && line.key !== undefined,
    (value) => `“${value.slice(1, -1)}”`,
  ),
  'a colon in a text': inValue(isProse, (value) => value.replace(' ', ': ')),
  'a number sign in a text': inValue(isProse, (value) => value.replace(' ', ' #9 ')),
  'a star before a text': inValue(isProse, (value) => `*${value}`),
  'an at sign before a text': inValue(isProse, (value) => `@${value}`),
  'a percent sign before a text': inValue(isProse, (value) => `%${value}`),
  'an ampersand before a text': inValue(isProse, (value) => `& ${value}`),
  'an exclamation mark before a text': inValue(isProse, (value) => `!${value}`),
  'a bracket before a text': inValue(isProse, (value) => `[Update] ${value}`),
  'quoted words first': inValue(isProse, (value) => `"${value.replace(' ', '" ')}`),
  'a number with a decimal comma': swap(
    (line) => isNumber(line) && line.value.includes('.'),
    /\.(?=\d+$)/,
    ',',
  ),
  'a number with a dollar sign': inValue(isNumber, (value) => `$${value}`),
  'a number in quotes': inValue(isNumber, (value) => `"${value}"`),
  'a number in words': inValue(isNumber, () => 'ten'),
  'no number': inValue(isNumber, () => '.nan'),
  'yes for true': value(/^(?:popular|draft|noindex)$/, () => 'yes'),
  'half of a line': inLine(
    (line) => hasKey(line) && (line.key?.length ?? 0) > 4,
    ({ text, key = '' }) => text.slice(0, text.indexOf(key) + 3),
    nearby,
  ),
  'an entry without its first key': inLine(
    (line) => line.isItem && isProse(line) && line.key !== undefined,
    ({ text, key }) => text.replace(`${key}: `, ''),
  ),
  'a plus sign copied along': prefix(isField, '+'),
  'a line number copied along': inLine(isField, ({ text, index }) => `${index + 1}${text}`),
  'two colons': colon(':: '),
  'a no-break space behind the colon': colon(':\u00a0'),
  'a no-break space behind the dash': swap(isItem, '- ', '-\u00a0'),
  'a Cyrillic letter in a key': spoilKey((key) => cyrillic(key, 1)),
  'a character that nobody sees in a key': spoilKey((key) => at(key, 2, 0, '\u200b')),
  'a key in capitals': spoilKey((key) => key.toUpperCase()),
  'a key in words': spoilKey((key) => key.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)),
  'a key in curly quotation marks': spoilKey((key) => `“${key}”`),
  'a full-width colon': colon('：'),
  'a comma at the end of a line': swap(isQuoted, /$/, ','),
  'a text broken in two': inLine(
    (line) => isProse(line) && line.key !== undefined,
    ({ text, value }) => text.replace(value, value.replace(/ (\S+)$/, '\n$1')),
    ({ index }) => [index + 1, index + 2],
  ),
  'a bullet for a dash': swap(isItem, '- ', '• '),
  'an en dash for a dash': swap(isItem, '- ', '– '),
  'a star for a dash': swap(isItem, '- ', '* '),
  'a semicolon in braces': swap(inBraces, ', ', '; '),
  'no comma in braces': swap(inBraces, ', ', ' '),
  'a brace never closed': swap(inBraces, / \}$/, ''),
  'a brace never opened': swap(inBraces, '{ ', ''),
  'a brace closed by a bracket': swap(inBraces, /\}$/, ']'),
  'parentheses for braces': inLine(inBraces, ({ text }) => text.replace('{', '(').replace(/\}$/, ')')),
  'a key in braces without its space': swap(inBraces, /: (?=\S+ \}$)/, ':'),
  'a key in braces lost': swap(inBraces, /\{ [a-z]+: /, '{ '),
  'a quotation mark in braces never closed': swap(
    (line) => inBraces(line) && line.text.endsWith('" }'),
    /" \}$/,
    ' }',
  ),
  'a note of a program': prefix(hasKey, '// see above\n'),
  'a fence of a program': prefix(hasKey, '```yaml\n'),
  'the signs of a long text the wrong way round': swap(({ value }) => value === '>-', '>-', '->'),
  'merge markers': swap(hasLine, /^.*$/, '<<<<<<< HEAD\n$&\n=======\n$&x\n>>>>>>> feature'),
  'a merge marker left over': prefix(hasKey, '>>>>>>> feature\n'),
  'a word of Latin-1 read as UTF-8': inValue(isProse, (value) =>
    value.replace(' ', ' it\u00e2\u20ac\u2122s '),
  ),
  'a letter nobody can read': inValue(isProse, (value) => value.replace(' ', ' \ufffd')),
};

const picture = /^(?:imageUrl|poster|picture|image|src)$/;
const address = /^(?:url|baseUrl|donateUrl|mapUrl)$/;
const misspelt = (name: RegExp): Family =>
  value(name, (word, random) => word[0] + lose(word.slice(1), random));

/** Kinds of mistakes in what a key may hold. */
export const inValues: Readonly<Record<string, Family>> = {
  'a picture misspelt': value(/^(?:imageUrl|poster|icon|image|src|cover|picture)$/, (v, random) =>
    v.startsWith('media/')
      ? `media/${lose(v.slice(6).replace(/\.\w+$/, ''), random)}${/\.\w+$/.exec(v)?.[0] ?? ''}`
      : v,
  ),
  'a picture with another ending': value(/^(?:imageUrl|poster|image)$/, (v) => v.replace(/\.webp$/, '.jpg')),
  'a path misspelt': value(/^path$/, (v, random) =>
    /^\/\w{4}/.test(v) ? `/${lose(v.slice(1), random)}` : v,
  ),
  'a path with a slash at its end': value(/^path$/, (v) => (v === '/' ? v : `${v}/`)),
  'a path without its slash': value(/^path$/, (v) => v.slice(1)),
  'an address without its scheme': value(address, (v) => v.replace(/https:\/\//, '')),
  'an address with one slash': value(address, (v) => v.replace('https://', 'https:/')),
  'an address with a space': value(/^(?:url|donateUrl|mapUrl)$/, (v) => v.replace('https://', 'https:// ')),
  'a slash behind the host': value(/^baseUrl$/, (v) => `${v}/`),
  'a template misspelt': misspelt(/^template$/),
  'a category misspelt': misspelt(/^category$/),
  'a provider misspelt': misspelt(/^provider$/),
  'a lead misspelt': misspelt(/^lead$/),
  'a day that is none': value(/^publishedDate$/, (v) =>
    v.replace(/-\d\dT/, '-31T').replace(/-\d\d-31/, '-02-31'),
  ),
  'an American date': value(/^publishedDate$/, () => '11/20/2026'),
  'a date without zone': value(/^publishedDate$/, (v) => v.replace(/[-+]\d\d:\d\d$/, '')),
  'an e-mail without its sign': value(/^email$/, (v) => v.replace('@', ' at ')),
  'a time zone misspelt': value(/^timeZone$/, () => 'America/Chicgo'),
  'a date without its time': value(/^(?:publishedDate|starts|ends)$/, (v) => v.replace(/T.*/, '')),
  'a date with dashes of print': value(/^(?:publishedDate|starts|ends)$/, (v) => v.replace('-', '–')),
  'a date with slashes': value(/^publishedDate$/, (v) => v.replace('-', '/').replace('-', '/')),
  'a zone without its colon': value(/^(?:publishedDate|starts|ends)$/, (v) => v.replace(/:(\d\d)$/, '$1')),
  'a time on the 12-hour clock': value(/^publishedDate$/, (v) => v.replace(/T.*/, ' 6:30 a.m.')),
  'hours with a dash of print': value(/^hours$/, (v) => v.replace('-', '–')),
  'a picture from here': value(picture, (v) => `./${v}`),
  'a picture with backslashes': value(picture, (v) => v.replace('/', '\\')),
  'a picture with its folder’s folder': value(picture, (v) => `content/${v}`),
  'a picture without its folder': value(picture, (v) => v.replace('media/', '')),
  'a picture with capitals': value(picture, (v) => v.replace(/\/(.)/, (start) => start.toUpperCase())),
  'a picture with a Cyrillic letter': value(picture, (v) => cyrillic(v, 6)),
  'words for no picture': inLine(
    ({ key }) => /^(?:imageUrl|picture)$/.test(key ?? ''),
    () => '',
    ({ index }) => [index, index + 1, index + 2],
  ),
  'a path with a capital': value(/^path$/, (v) => v.replace(/\/(\w)/, (start) => start.toUpperCase())),
  'a path with a backslash': value(/^path$/, (v) => v.replace('/', '\\')),
  'a path with a space': value(/^path$/, (v) => v.replace('/', '/ ')),
  'a path with a dash of print': value(/^path$/, (v) => v.replace('-', '–')),
  'a path with a Cyrillic letter': value(/^path$/, (v) => cyrillic(v, 2)),
  'a path with a character that nobody sees': value(/^path$/, (v) => `${v}\u200b`),
  'a path of a file': value(/^path$/, (v) => (v.length > 1 ? `content/pages${v}.yaml` : v)),
  'an e-mail with a comma': value(/^email$/, (v) => v.replace(/\.(?=\w+$)/, ',')),
  'an e-mail with its scheme': value(/^email$/, (v) => `mailto:${v}`),
  'a phone number with a letter': value(/^phone$/, (v) => v.replace('0', 'O')),
  'a number with its unit': value(/^(?:items|port|price|postsPerPage)$/, (v) => `${v} pcs`),
  'on for true': value(/^(?:popular|draft|noindex|message)$/, () => 'on'),
  'a category in small letters': value(/^category$/, (v) => v.toLowerCase()),
  'a category with a no-break space': value(/^category$/, (v) => v.replace(' ', '\u00a0')),
  'an author with By': value(/^author$/, (v) => `By ${v}`),
  'tags with semicolons': value(/^tags$/, (v) => v.replace(', ', '; ')),
  'tags with hash signs': value(/^tags$/, (v) => v.replace(/(?<=\[|, )/g, '#')),
  'tags with two commas': value(/^tags$/, (v) => v.replace(',', ', ,')),
  'tags in parentheses': value(/^tags$/, (v) => v.replace('[', '(').replace(']', ')')),
  'tags with an open quotation mark': value(/^tags$/, (v) => v.replace('[', '["')),
  'a text for a list': value(/^tags$/, () => 'Dallas, Oak Cliff'),
  'an author with one letter lost': value(/^author$/, (v) => at(v, 2, 1, '')),
  'an author with an exchanged letter': value(/^author$/, (v) => at(v, v.length - 2, 1, 'o')),
  'an author as a group': value(/^author$/, (v) => `{ name: ${v} }`),
  'a series with a letter lost': value(/^series$/, (v) => v.replace('Trinity', 'Trinty')),
  'a day with points': value(/^publishedDate$/, () => '21.11.2026'),
  'Markdown in a caption': value(/^imageCaption$/, (v) => `**${v.slice(0, 8)}**${v.slice(8)}`),
  'a link in a credit': value(/^imageCredit$/, (v) => `[${v}](https://photos.example)`),
  'a tag twice': value(/^tags$/, (v) => v.replace(/^\[([^,\]]+)/, '[$1, $1')),
  'a bracket never closed': value(/^tags$/, (v) => v.replace(/\]$/, '')),
};

/** Changes the Markdown of a file; the line is that at which the change stands. */
const inBody =
  (
    change: (line: string, random: () => number) => string | undefined,
    linesFrom: (line: number) => readonly number[] = (line) => [line],
  ): Family =>
  (file, text, random) => {
    if (!file.endsWith('.md')) return undefined;
    const start = text.indexOf('\n---\n', 4) + 5;
    const first = text.slice(0, start).split('\n').length - 1;
    const lines = text.split('\n');
    const prose = lines.flatMap((line, i) => (i >= first && /^[A-Z"][^#|]{60,}/.test(line) ? [i] : []));
    const index = pick(prose, random);
    const changed = index === undefined ? undefined : change(lines[index] ?? '', random);
    if (index === undefined || changed === undefined) return undefined;
    lines.splice(index, 1, ...changed.split('\n'));
    return { file, text: lines.join('\n'), lines: linesFrom(index + 1) };
  };

/** Puts words into the middle of a line. */
const insert = (words: string, linesFrom?: (line: number) => readonly number[]): Family =>
  inBody((line) => line.replace(/ (?=\S+ \S+$)/, ` ${words} `), linesFrom);

/** Puts lines before one. */
const before = (words: string, offset = 0): Family =>
  inBody(
    (line) => `${words}\n\n${line}`,
    (line) => [line + offset],
  );

/** Kinds of mistakes in Markdown. */
export const inText: Readonly<Record<string, Family>> = {
  'a dead link': insert('[the board](/blgo)'),
  'a dead link to a post': insert('[the story](/blog/there-is-no-such-story)'),
  'a dead fragment': insert('[the question](/faq#nothing-of-this-name)'),
  'a link never closed': insert('[the board](/about'),
  'a space within a link': insert('[the board] (/about)'),
  'a link the wrong way round': insert('(the board)[/about]'),
  'a link without its definition': insert('[the board][nowhere]'),
  'a link without words': insert('[](/about)'),
  'a link without address': insert('[the board]()'),
  'an address with one slash': insert('[the board](https:/www.dart.org)'),
  'an address without its scheme': insert('[the board](www.dart.org)'),
  'a mail to nobody': insert('[write](mailto:foo)'),
  'a call to nobody': insert('[call](tel:call-me)'),
  'an address with a space in it': insert('[the board](/about us)'),
  'a script for an address': insert('[the board](javascript:alert(1))'),
  'a link to a file': insert('[the board](/about.md)'),
  'a link to a file of content': insert('[the board](content/pages/about.yaml)'),
  'a link with capitals': insert('[the board](/About)'),
  'a link without its slash': insert('[the board](pages/about)'),
  'a link with a backslash': insert('[the board](\\about)'),
  'a link with a character that nobody sees': insert('[the board](/about\u200b)'),
  'a link with a Cyrillic letter': insert('[the board](/ab\u043eut)'),
  'a link to one’s own machine': insert('[the board](http://localhost:3000/about)'),
  'a link to where the paper is tried': insert('[the board](https://staging.trinitycourier.example/about)'),
  'a link to the paper by http': insert('[the board](http://trinitycourier.example/about)'),
  'a link to a host without its ending': insert('[DART](https://www.dart)'),
  'a mail without its scheme': insert('[write](newsroom@trinitycourier.example)'),
  'a fragment with capitals': insert('[billing](/faq#Billing)'),
  'a mark of another program': insert('【4†source】'),
  'a line break of HTML': insert('so<br>that'),
  'signs of a forum': insert('[b]so[/b]'),
  'a character that nobody sees': insert('so\u200bthat'),
  'a picture with a space': before('![The lake] (media/white-rock-lake.webp)'),
  'a picture with capitals in its path': before('![The lake](media/White-Rock-Lake.webp)'),
  'a picture of another site': before('![The lake](https://lake.example/a.jpg)'),
  'front matter pasted twice': (file, text) => {
    const [front] = /^---\n[\s\S]*?\n---\n/.exec(file.endsWith('.md') ? text : '') ?? [];
    return front === undefined ? undefined : { file, text: front + text, lines: [front.split('\n').length] };
  },
  'a fence never closed': before('```\nSome words'),
  'a box without its sign': before('> [note] Some words'),
  'a box with a space': before('> [! tip] Some words'),
  'a box never closed': before('> [!note Some words'),
  'a box of another program': before(':::note\nSome words\n:::'),
  'a box with nothing in it': before('> [!note]'),
  'a comment of YAML': insert('**so # meant: markdown-slip', (line) => [line]),
  'a sound with capitals': before('media/Courier-Radio.mp3'),
  'a link to a sound with capitals': insert('[hear it](media/Courier-Radio.mp3)'),
  'a heading without space': before('##The numbers'),
  'a heading of the first level': before('# The numbers'),
  'a short code': before('{{< figure src="x.jpg" >}}'),
  'a short code of another kind': before('{% include x %}'),
  'a wiki picture': before('![[lake.jpg]]'),
  'a wiki link': insert('[[White Rock Lake]]'),
  'a picture that is not there': before('![The lake](media/no-lake.webp)'),
  'a picture without words': before('![](media/white-rock-lake.webp)'),
  'raw HTML': before('<div class="box">Words</div>'),
  'a script': before('<script>alert(1)</script>'),
  'merge markers': before('<<<<<<< HEAD\nSome words.\n=======\nOther words.\n>>>>>>> feature'),
  'a merge marker left over': before('>>>>>>> feature'),
  'a first merge marker left over': before('<<<<<<< HEAD'),
  'a letter nobody can read': insert('na\ufffdve'),
  'words of another encoding': insert('it\u00e2\u20ac\u2122s'),
  'a footnote': insert('noted[^1]'),
};
