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

/** How shortcodes are written: the groups are `name` and `rest`, `slash` at an end, `literal` where one is shown, `value` of a variable. */
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
  opening: /\{%-?\s*(?<name>[\w.-]+)(?<rest>[^%]{0,2000}?)-?%\}|\{\{-?\s*(?<value>[^{}]{1,1000}?)\s*-?\}\}/g,
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

/** Names with the meaning of another. */
const synonyms: Readonly<Record<string, string>> = {
  ...{ x: 'tweet', twitter: 'tweet', 'wp-caption': 'caption', verbatim: 'raw' },
  ...{ image: 'figure', img: 'figure', picture: 'figure', code: 'highlight', sourcecode: 'highlight' },
  ...{ relref: 'ref', post_url: 'ref', link: 'ref' },
};

const figure = (pictures: string, caption = '') =>
  `<figure>${pictures}${caption && `<figcaption>${markdownToHtml(caption).html}</figcaption>`}</figure>`;
const image = (src: string, alt = '') => `<img src="${escapeXml(src)}" alt="${escapeXml(alt)}">`;

/** The HTML that shows the page of a service. */
function frameOf(name: string, { named, words }: Arguments, inside: string): string | undefined {
  const [first = '', second = ''] = words;
  const hasOwner = named.id === undefined && second !== '' && !second.includes('.');
  const id = named.id ?? named.src ?? named.url ?? (inside.trim() || (hasOwner ? second : first));
  const owner = named.user ?? (hasOwner ? first : '');
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
    return src && `<${name} src="${escapeXml(src)}"></${name}>`;
  }
  if (name === 'highlight') {
    const code = escapeXml(inside.replace(/^\n|\n[ \t]*$/g, ''));
    const language = escapeXml(named.lang ?? named.language ?? first);
    return inside && `<pre><code class="language-${language}">${code}\n</code></pre>`;
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
export const withoutShortcodes = (
  text: string,
  kind: ArchiveKind,
  codeIn: (text: string) => readonly Stretch[],
  report: ReportFinding,
): string =>
  grammarsOf[kind].reduce(
    (source, grammar) =>
      source.search(grammar.opening) === -1 ? source : replaced(source, grammar, codeIn(source), report),
    text,
  );

function replaced(text: string, grammar: Grammar, code: readonly Stretch[], report: ReportFinding): string {
  const isWordPress = grammar === wordpress;
  const withEnd = isWordPress ? pairedInWordPress : paired;
  const unclosed = new Set<string>();
  const pieces: string[] = [];
  let at = 0;
  for (const match of text.matchAll(grammar.opening)) {
    const { 0: written, index, groups: { name = '', rest = '', slash = '', literal, value } = {} } = match;
    const bare = name.toLowerCase().replace(/^.*\//, '');
    const known = synonyms[bare] ?? bare;
    const isCode = code.some(({ start, end }) => start <= index && index < end);
    if (index < at || (isCode && known !== 'raw' && !literal)) continue;
    const after = index + written.length;
    const closing = grammar.closing(bare);
    closing.lastIndex = after;
    const close = withEnd.has(known) && !slash && !unclosed.has(bare) ? closing.exec(text) : null;
    if (!close) unclosed.add(bare);
    const inside = close ? text.slice(after, close.index) : '';
    const end = close ? close.index + close[0].length : after;
    const example = text.slice(index, end);
    const given = argumentsIn(rest);
    const [file = '', ...words] = given.words;
    const included = known === 'include' ? (/([a-z]+)[\w-]*(?:\.\w+)?$/i.exec(file)?.[1] ?? '') : undefined;
    const meant = included === undefined ? known : (synonyms[included] ?? included);
    const html =
      value !== undefined
        ? printed(value)
        : known === 'raw'
          ? inside
          : slash
            ? undefined
            : htmlOf(meant, included === undefined ? given : { ...given, words }, inside);
    const isPlain =
      isWordPress && !slash && !/^\s+[\w-]+=/.test(rest) && !(known === 'gallery' && !rest.trim());
    if (literal) pieces.push(text.slice(at, index), written.replace('/*', '').replace('*/', ''));
    else if (html || (html === '' && value !== undefined) || known === 'comment') {
      if (value === undefined)
        report('shortcode', name, known === 'comment' ? 'dropped' : 'changed', example);
      pieces.push(text.slice(at, index), known === 'comment' ? '' : apart(html ?? '', text, index, end));
    } else if (isPlain) continue;
    else {
      const visible = (value ?? `${slash}${name} ${rest.trim()}`).trim().replace(/\s+/g, ' ');
      report('shortcode', name || visible, 'kept', example);
      pieces.push(text.slice(at, index), `&#91;shortcode ${literally(visible)}&#93;`);
      at = after;
      continue;
    }
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
