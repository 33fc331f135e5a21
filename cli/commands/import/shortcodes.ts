import { markdownToHtml } from 'satteri';
import { escapeXml } from '../../lib/escape.ts';
import type { Stretch } from '../../problems/locate.ts';
import type { ArchiveKind } from './archive.ts';
import type { ReportFinding } from './text-context.ts';

/** How shortcodes are written: the groups are `name` and `rest`, `slash` at an end, `value` of a variable, `note` of a comment. */
interface Grammar {
  readonly opening: RegExp;
  readonly closing: (name: string) => RegExp;
}

const hugo: Grammar = {
  opening: /\{\{[<%]\s*(?<slash>\/?)\s*(?<name>[\w./-]+)(?<rest>[^{}]{0,2000}?)\/?\s*[%>]\}\}/g,
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

/** What stands behind the name of a shortcode: words with a name, and others. */
function argumentsIn(rest: string) {
  const named: Record<string, string> = {};
  const words: string[] = [];
  for (const [, name, ...values] of rest.matchAll(argument)) {
    const value = values.find((one) => one !== undefined) ?? '';
    if (name) named[name.toLowerCase()] = value;
    else words.push(value.replace(/^=/, ''));
  }
  return { named, words };
}

const figureOf = (pictures: string, caption = '') =>
  `<figure>${pictures}${caption && `<figcaption>${markdownToHtml(caption).html}</figcaption>`}</figure>`;
const image = (src: string, alt = '') => `<img src="${escapeXml(src)}" alt="${escapeXml(alt)}">`;

/** The HTML of what a shortcode with arguments shows; nothing if they do not say it. `inside` is what its end encloses. */
type Meaning = (given: ReturnType<typeof argumentsIn>, inside: string) => string | undefined;

/** A page of a service, whose address starts with `start`, or a sound or film. */
const frame =
  (start: string, element = 'iframe'): Meaning =>
  ({ named, words: [first = ''] }, inside) => {
    const id = named.id ?? named.src ?? named.url ?? named.mp3 ?? named.mp4 ?? (inside.trim() || first);
    const address = /^(?:https?:)?\/\//.test(id) ? id : start + id;
    return id && !/\s/.test(id) ? `<${element} src="${escapeXml(address)}"></${element}>` : undefined;
  };

/** By the names that programs have for them. */
const meanings: ReadonlyMap<string, Meaning> = new Map(
  Object.entries<Meaning>({
    youtube: frame('https://www.youtube.com/watch?v='),
    vimeo: frame('https://vimeo.com/'),
    'tweet x twitter': frame('https://twitter.com/i/web/status/'),
    instagram: frame('https://www.instagram.com/p/'),
    embed: frame(''),
    audio: frame('', 'audio'),
    video: frame('', 'video'),
    'figure image img picture': ({ named, words: [first = '', second, third = ''] }) => {
      const src = named.src ?? named.image_path ?? named.url ?? first;
      const words = /^\p{Lu}.* /u.test(third) ? third : undefined;
      const caption = [named.title, named.caption ?? words].filter(Boolean).join('. ');
      const credit = named.attr ?? named.credit;
      return src && figureOf(image(src, named.alt ?? second), caption + (credit ? ` | ${credit}` : ''));
    },
    'caption wp-caption': ({ named }, inside) => {
      const [, shown = '', words = ''] =
        /^(\s*(?:<a\b[^>]*>)?\s*<img\b[^>]*>(?:\s*<\/a>)?)([\s\S]*)$/i.exec(inside) ?? [];
      return shown && figureOf(shown, named.caption ?? words.trim());
    },
    // The address that WordPress itself gives an attachment.
    gallery: ({ named }) =>
      named.ids?.replace(/(\d+)[\s,]*/g, (_, id: string) => figureOf(image(`/?attachment_id=${id}`))),
    'highlight code sourcecode': ({ named, words: [first = ''] }, inside) => {
      const code = escapeXml(inside.replace(/^\n|\n[ \t]*$/g, ''));
      const language = escapeXml(named.lang ?? named.language ?? first);
      return inside && `<pre><code class="language-${language}">${code}\n</code></pre>`;
    },
    'raw verbatim': (_, inside) => inside,
    // A template of the archive, which is named for what it shows.
    include: ({ named, words: [file = '', ...words] }, inside) =>
      meanings.get(/([a-z]+)[\w-]*(?:\.\w+)?$/i.exec(file)?.[1] ?? '')?.({ named, words }, inside),
    // Jekyll names posts by their file, without its folder and ending.
    'ref relref post_url link': ({ named, words: [first = ''] }) =>
      (named.path ?? first).replace(/^(?=\d{4}-\d\d?-\d\d?-)/, '/_posts/'),
  }).flatMap(([names, meaning]) => names.split(' ').map((name): [string, Meaning] => [name, meaning])),
);

/** What a variable of Liquid prints, if that is known without its program. */
const printed = (value: string): string | undefined =>
  /^(?:site\.(?:baseurl|url)|base_?url|metadata\.url)\b/i.test(value)
    ? ''
    : /^["']([^"']*)["']\s*\|\s*(?:relative_url|absolute_url|url|prepend|htmlBaseUrl)\b/.exec(value)?.[1];

/** Words that neither Markdown nor HTML reads as anything else. */
const literally = (words: string): string =>
  words.replace(/[^\w\s./-]/g, (sign) => `&#${sign.codePointAt(0)};`).replaceAll('_', '&#95;');

/** Shortcodes with an end; in WordPress all that are known may have one. */
const paired = /^(?:highlight|code|sourcecode|raw|verbatim|comment|(?:wp-)?caption)$/;

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
  const unclosed = new Set<string>();
  const pieces: string[] = [];
  let at = 0;
  for (const match of text.matchAll(grammar.opening)) {
    const { 0: written, index, groups = {} } = match;
    const { name = groups.note === undefined ? '' : 'comment', rest = '', slash = '', value } = groups;
    const bare = name.replace(/^.*\//, '').toLowerCase();
    const meaning = meanings.get(bare);
    const isCode = code.some(({ start, end }) => start <= index && index < end);
    if (index < at || (isCode && !/^(?:raw|verbatim)$/.test(bare))) continue;
    const after = index + written.length;
    const closing = grammar.closing(bare);
    closing.lastIndex = after;
    const mayClose = paired.test(bare) || (grammar === wordpress && meaning !== undefined);
    const canClose = mayClose && !slash && !unclosed.has(bare) && groups.note === undefined;
    const close = canClose ? closing.exec(text) : null;
    if (!close) unclosed.add(bare);
    const inside = close ? text.slice(after, close.index) : '';
    const end = close ? close.index + close[0].length : after;
    const example = text.slice(index, end);
    const html = value !== undefined ? printed(value) : slash ? '' : meaning?.(argumentsIn(rest), inside);
    const isComment = bare === 'comment' && !slash;
    if (isComment || html || (html === '' && value !== undefined)) {
      if (isComment) report('a comment dropped', example);
      pieces.push(text.slice(at, index), apart(html ?? '', text, index, end));
      at = end;
    } else if (grammar !== wordpress || slash || /^\s+[\w-]+=/.test(rest) || written === '[gallery]') {
      const words = (value ?? `${slash}${name} ${rest}`).trim().replace(/\s+/g, ' ');
      report(`the shortcode \`${name || words}\` kept`, example);
      // What its end encloses are words.
      pieces.push(text.slice(at, index), `&#91;shortcode ${literally(words)}&#93;`);
      at = after;
    }
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
