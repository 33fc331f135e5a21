import { markdownToHtml } from 'satteri';
import { escapeXml } from '../lib/escape.ts';
import type { Stretch } from '../problems/locate.ts';
import type { ArchiveKind } from './archive.ts';
import type { ReportFinding } from './text-context.ts';

/** What stands behind the name of a shortcode. */
interface Arguments {
  readonly named: Readonly<Record<string, string>>;
  readonly words: readonly string[];
}

/** How shortcodes are written: the groups are `name` and `rest`, `slash` at an end, `literal` where one is shown, `value` of a variable, `note` of a comment. */
interface Grammar {
  readonly opening: RegExp;
  readonly closing: (name: string) => RegExp;
}

const hugo: Grammar = {
  opening:
    /\{\{[<%](?<literal>\/\*)?\s*(?<slash>\/?)\s*(?<name>[\w./-]+)(?<rest>[^{}]{0,2000}?)(?:\*\/)?\/?\s*[%>]\}\}/g,
  closing: (name) => new RegExp(String.raw`\{\{[<%]\s*/\s*${name}\s*[%>]\}\}`, 'g'),
};
const liquid: Grammar = {
  opening:
    /\{%-?\s*(?<name>[\w.-]+)(?<rest>[^%]{0,2000}?)-?%\}|\{\{-?\s*(?<value>[^{}]{1,1000}?)\s*-?\}\}|\{#(?<note>[^}][\s\S]{0,5000}?)#\}/g,
  closing: (name) => new RegExp(String.raw`\{%-?\s*end_?${name}\s*-?%\}`, 'g'),
};
const wordpress: Grammar = {
  opening: /(?<!\\)\[(?<slash>\/?)(?<name>[a-z][\w-]*)(?<rest>[^[\]]{0,2000})\](?!\(|\[(?!\/))/gi,
  closing: (name) => new RegExp(String.raw`\[/${name}\]`, 'gi'),
};

/** Old posts have shortcodes of WordPress wherever the archive has moved to. */
const grammarsOf: Readonly<Record<ArchiveKind, readonly Grammar[]>> = {
  hugo: [hugo, wordpress],
  jekyll: [liquid, wordpress],
  eleventy: [liquid, wordpress],
  wordpress: [wordpress],
};

const argument =
  /([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"',]+))|"([^"]*)"|'([^']*)'|`([^`]*)`|([^\s"'`,|]+)/g;

function argumentsIn(rest: string): Arguments {
  const found = Array.from(rest.matchAll(argument), ([, name, ...values]) => ({
    name: name?.toLowerCase(),
    value: values.find((value) => value !== undefined) ?? '',
  }));
  return {
    named: Object.fromEntries(found.flatMap(({ name, value }) => (name ? [[name, value]] : []))),
    words: found.flatMap(({ name, value }) => (name ? [] : [value.replace(/^=/, '')])),
  };
}

/** The pages that services have for what their shortcodes show. */
const pages: Readonly<Record<string, (id: string, owner: string) => string>> = {
  youtube: (id) => `https://www.youtube.com/watch?v=${id}`,
  vimeo: (id) => `https://vimeo.com/${id}`,
  tweet: (id, owner) => `https://twitter.com/${owner || 'i/web'}/status/${id}`,
  instagram: (id) => `https://www.instagram.com/p/${id}/`,
  gist: (id, owner) => `https://gist.github.com/${owner && `${owner}/`}${id}`,
  embed: (address) => address,
};

/** Names with the meaning of the first of their line. */
const synonyms = new Map(
  [
    'tweet x twitter',
    'caption wp-caption',
    'raw verbatim',
    'figure image img picture',
    'highlight code sourcecode',
    'ref relref post_url link',
  ].flatMap((line) => line.split(' ').map((name, _, [meaning = name]) => [name, meaning] as const)),
);

const figure = (pictures: string, caption = '') =>
  `<figure>${pictures}${caption && `<figcaption>${markdownToHtml(caption).html}</figcaption>`}</figure>`;
const image = (src: string, alt = '') => `<img src="${escapeXml(src)}" alt="${escapeXml(alt)}">`;

/** The HTML that shows the page of a service. */
function frameOf(name: string, { named, words }: Arguments, inside: string): string | undefined {
  const [first = '', second = ''] = words;
  const hasOwner = named.id === undefined && second !== '' && !second.includes('.');
  const id = named.id ?? named.src ?? named.url ?? (inside.trim() || (hasOwner ? second : first));
  const owner = named.user ?? (hasOwner ? first : '');
  if (/\s/.test(id)) return undefined;
  const address = /^(?:https?:)?\/\//.test(id) ? id : pages[name]?.(id, owner);
  return id && address && `<iframe src="${escapeXml(address)}"></iframe>`;
}

/** The HTML of a shortcode; nothing if nobody knows what it shows. `inside` is what its end encloses. */
function htmlOf(name: string, given: Arguments, inside: string): string | undefined {
  const { named, words } = given;
  const [first = '', second, third = ''] = words;
  if (Object.hasOwn(pages, name)) return frameOf(name, given, inside);
  if (name === 'figure') {
    const src = named.src ?? named.image_path ?? named.url ?? first;
    const said = /^\p{Lu}.* /u.test(third) ? third : undefined;
    const caption = [named.title, named.caption ?? said].filter(Boolean).join('. ');
    const credit = named.attr ?? named.credit;
    return src && figure(image(src, named.alt ?? second), caption + (credit ? ` | ${credit}` : ''));
  }
  if (name === 'caption') {
    const [, shown = '', said = ''] =
      /^(\s*(?:<a\b[^>]*>)?\s*<img\b[^>]*>(?:\s*<\/a>)?)([\s\S]*)$/i.exec(inside) ?? [];
    return shown && figure(shown, named.caption ?? said.trim());
  }
  if (name === 'gallery')
    // The address that WordPress itself gives an attachment.
    return named.ids?.replace(/(\d+)[\s,]*/g, (_, id: string) => figure(image(`/?attachment_id=${id}`)));
  if (name === 'audio' || name === 'video') {
    const src = named.src ?? named.mp3 ?? named.mp4 ?? (inside.trim() || first);
    return src && `<${name} src="${escapeXml(src)}"></${name}>${inside.includes(src) ? '' : inside}`;
  }
  if (name === 'highlight') {
    const code = escapeXml(inside.replace(/^\n|\n[ \t]*$/g, ''));
    const language = escapeXml(named.lang ?? named.language ?? first);
    return inside && `<pre><code class="language-${language}">${code}\n</code></pre>`;
  }
  if (name === 'raw') return inside;
  if (name === 'include') {
    const included = /([a-z]+)[\w-]*(?:\.\w+)?$/i.exec(first)?.[1]?.toLowerCase() ?? '';
    return htmlOf(synonyms.get(included) ?? included, { named, words: words.slice(1) }, inside);
  }
  // Jekyll names posts by their file, without its folder and ending.
  return name === 'ref' ? (named.path ?? first).replace(/^(?=\d{4}-\d\d?-\d\d?-)/, '/_posts/') : undefined;
}

/** What a variable of Liquid prints, if that is known without its program. */
const printed = (value: string): string | undefined =>
  /^(?:site\.(?:baseurl|url)|base_?url|metadata\.url)\b/i.test(value)
    ? ''
    : /^["']([^"']*)["']\s*\|\s*(?:relative_url|absolute_url|url|prepend|htmlBaseUrl)\b/.exec(value)?.[1];

/** Words that neither Markdown nor HTML reads as anything else. */
const literally = (words: string): string =>
  words.replace(/[^\w\s./-]/g, (sign) => `&#${sign.codePointAt(0)};`).replaceAll('_', '&#95;');

/** Shortcodes with an end. */
const paired = new Set(['highlight', 'raw', 'comment', 'caption']);
const pairedInWordPress = new Set([...paired, ...Object.keys(pages), 'audio', 'video']);

/** A text with the HTML that its shortcodes mean; any other shortcode stays visible as `[shortcode name …]`. In code they are text. */
export function withoutShortcodes(
  text: string,
  kind: ArchiveKind,
  codeIn: (text: string) => readonly Stretch[],
  report: ReportFinding,
): string {
  return grammarsOf[kind].reduce(
    (source, grammar) =>
      source.search(grammar.opening) === -1 ? source : replaced(source, grammar, codeIn(source), report),
    text,
  );
}

function replaced(text: string, grammar: Grammar, code: readonly Stretch[], report: ReportFinding): string {
  const withEnd = grammar === wordpress ? pairedInWordPress : paired;
  const unclosed = new Set<string>();
  const pieces: string[] = [];
  let at = 0;
  for (const match of text.matchAll(grammar.opening)) {
    const { 0: written, index, groups = {} } = match;
    const {
      name = groups.note === undefined ? '' : 'comment',
      rest = '',
      slash = '',
      literal,
      value,
    } = groups;
    const bare = name.toLowerCase().replace(/^.*\//, '');
    const meaning = synonyms.get(bare) ?? bare;
    const isCode = code.some(({ start, end }) => start <= index && index < end);
    if (index < at || (isCode && meaning !== 'raw' && !literal)) continue;
    const after = index + written.length;
    const closing = grammar.closing(bare);
    closing.lastIndex = after;
    const canClose = withEnd.has(meaning) && !slash && !unclosed.has(bare) && groups.note === undefined;
    const close = canClose ? closing.exec(text) : null;
    if (!close) unclosed.add(bare);
    const inside = close ? text.slice(after, close.index) : '';
    const end = close ? close.index + close[0].length : after;
    const example = text.slice(index, end);
    const html = value === undefined ? !slash && htmlOf(meaning, argumentsIn(rest), inside) : printed(value);
    let shown: string;
    if (literal) shown = written.replace('/*', '').replace('*/', '');
    else if (meaning === 'comment' && !slash) {
      report('shortcode', name, 'dropped', example);
      shown = '';
    } else if (html || (html === '' && value !== undefined)) {
      if (value === undefined) report('shortcode', name, 'changed', example);
      shown = apart(html, text, index, end);
    } else if (grammar !== wordpress || slash || /^\s+[\w-]+=/.test(rest) || written === '[gallery]') {
      const words = (value ?? `${slash}${name} ${rest}`).trim().replace(/\s+/g, ' ');
      report('shortcode', name || words, 'kept', example);
      // What its end encloses are words.
      pieces.push(text.slice(at, index), `&#91;shortcode ${literally(words)}&#93;`);
      at = after;
      continue;
    } else continue;
    pieces.push(text.slice(at, index), shown);
    at = end;
  }
  return pieces.join('') + text.slice(at);
}

/** HTML that starts a line has empty lines around it, because Markdown would take the text beside it for a part of it. */
function apart(html: string, text: string, start: number, end: number): string {
  const startsLine = /(?:^|\n)[ \t]*$/.test(text.slice(Math.max(0, start - 100), start));
  return html.startsWith('<') && startsLine
    ? `\n${html}\n${/^[ \t]*(?:\n|$)/.test(text.slice(end, end + 100)) ? '' : '\n'}`
    : html;
}
