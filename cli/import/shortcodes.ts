import { escapeXml } from '../lib/escape.ts';
import type { ArchiveKind } from './archive.ts';
import { escapeMarkdown } from './html-to-markdown.ts';
import type { Masks, ReportFinding } from './text-context.ts';

/** How shortcodes are written: `opening` has the groups `name` and `rest`, `slash` at an end, and `value` for a variable that is printed. */
interface Grammar {
  readonly opening: RegExp;
  readonly closing: (name: string) => RegExp;
  /** Whether any word may be one, or only the known ones, those with attributes, and ends: `[sic]` is none. */
  readonly isSure: boolean;
}

const hugo: Grammar = {
  opening:
    /\{\{[<%](?<literal>\/\*)?\s*(?<slash>\/?)\s*(?<name>[\w./-]+)(?<rest>[^{}]{0,2000}?)(?:\*\/)?\/?\s*[%>]\}\}/g,
  closing: (name) => new RegExp(String.raw`\{\{[<%]\s*/\s*${name}\s*[%>]\}\}`, 'g'),
  isSure: true,
};
const liquid: Grammar = {
  opening: /\{%-?\s*(?<name>[\w.-]+)(?<rest>[^%]{0,2000}?)-?%\}|\{\{-?\s*(?<value>[^{}]{1,1000}?)\s*-?\}\}/g,
  closing: (name) => new RegExp(String.raw`\{%-?\s*end_?${name}\s*-?%\}`, 'g'),
  isSure: true,
};
const wordpress: Grammar = {
  opening: /(?<!\\)\[(?<slash>\/?)(?<name>[a-z][\w-]*)(?<rest>[^[\]]{0,2000})\](?!\(|\[(?!\/))/gi,
  closing: (name) => new RegExp(String.raw`\[/${name}\]`, 'gi'),
  isSure: false,
};

/** Old posts have shortcodes of WordPress wherever the archive has moved to. */
const grammars: Readonly<Record<ArchiveKind, readonly Grammar[]>> = {
  hugo: [hugo, wordpress],
  jekyll: [liquid, wordpress],
  eleventy: [liquid, wordpress],
  wordpress: [wordpress],
};

/** What stands behind the name of a shortcode, and what its end encloses. */
interface Arguments {
  readonly named: Readonly<Record<string, string>>;
  readonly words: readonly string[];
  readonly inside: string | undefined;
}

const argument =
  /([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"',]+))|"([^"]*)"|'([^']*)'|`([^`]*)`|([^\s"'`,|]+)/g;

function argumentsIn(rest: string): Omit<Arguments, 'inside'> {
  const found = Array.from(rest.matchAll(argument), ([, name, ...values]) => ({
    name: name?.toLowerCase(),
    value: values.find((value) => value !== undefined) ?? '',
  }));
  return {
    named: Object.fromEntries(found.flatMap(({ name, value }) => (name ? [[name, value]] : []))),
    words: found.flatMap(({ name, value }) => (name ? [] : [value.replace(/^=/, '')])),
  };
}

const img = (src: string, alt = '') => `<img src="${escapeXml(src)}" alt="${escapeXml(alt)}">`;
const figure = (picture: string, caption = '') =>
  `<figure>${picture}${caption && `<figcaption>${caption}</figcaption>`}</figure>`;
const player = (element: string, address: string) =>
  address && `<${element} src="${escapeXml(address)}"></${element}>`;

/** A frame for the page that a service has for something, whose id or whole address is given. */
const service =
  (pageOf: (id: string, owner: string) => string) =>
  ({ named, words: [first = '', second], inside }: Arguments) => {
    const isPair = second !== undefined && !/[./]/.test(first + second);
    const id = named.id ?? named.url ?? (isPair ? second : inside?.trim() || first);
    return player(
      'iframe',
      /^(?:https?:)?\/\//.test(id) ? id : id && pageOf(id, named.user ?? (isPair ? first : '')),
    );
  };

/** The third word of a picture in Eleventy is its caption, or the widths at which it is shown. */
const isSizes = /^\S*$|\d(?:vw|px|em)\b/;

/** The HTML of the shortcodes that are known; empty if it cannot be known. */
const known: Readonly<Record<string, (given: Arguments) => string>> = {
  youtube: service((id) => `https://www.youtube.com/watch?v=${id}`),
  vimeo: service((id) => `https://vimeo.com/${id}`),
  tweet: service((id, owner) => `https://twitter.com/${owner || 'i/web'}/status/${id}`),
  instagram: service((id) => `https://www.instagram.com/p/${id}/`),
  gist: service((id, owner) => `https://gist.github.com/${owner && `${owner}/`}${id}`),
  embed: service((address) => address),
  audio: ({ named, words: [first = ''] }) => player('audio', named.src ?? named.mp3 ?? first),
  video: ({ named, words: [first = ''] }) => player('video', named.src ?? named.mp4 ?? first),
  figure({ named, words: [first = '', alt, third = ''] }) {
    const src = named.src ?? named.image_path ?? named.url ?? first;
    const caption = [named.title, named.caption ?? (isSizes.test(third) ? '' : third)]
      .filter(Boolean)
      .join('. ');
    const credit = named.attr ?? named.credit;
    const words = caption
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replace(/(\*\*?|\b__?)(?=\S)(.*?\S)\1/g, '$2');
    return src && figure(img(src, named.alt ?? alt), words + (credit ? ` | ${credit}` : ''));
  },
  caption({ named, inside = '' }) {
    const [, picture = '', words = ''] =
      /^(\s*(?:<a\b[^>]*>)?\s*<img\b[^>]*>(?:\s*<\/a>)?)([\s\S]*)$/i.exec(inside) ?? [];
    return picture && figure(picture, named.caption ?? words.trim());
  },
  // The address that WordPress itself gives an attachment.
  gallery: ({ named: { ids = '' } }) =>
    Array.from(ids.matchAll(/\d+/g), ([id]) => figure(img(`/?attachment_id=${id}`))).join('\n'),
  highlight({ named, words: [first = ''], inside }) {
    const language = escapeXml(named.lang ?? named.language ?? first);
    const code = inside && escapeXml(inside.replace(/^\n|\n[ \t]*$/g, ''));
    return code ? `<pre><code class="language-${language}">\n${code}\n</code></pre>` : '';
  },
  // Jekyll names posts by their file, without its folder and ending.
  ref: ({ named, words: [first = ''] }) =>
    (named.path ?? first).replace(/^(?=\d{4}-\d\d?-\d\d?-)/, '/_posts/'),
  raw: ({ inside = '' }) => inside,
  include: ({ words: [file = '', ...words], ...given }) =>
    known[meaningOf(/([a-z]+)[\w-]*(?:\.\w+)?$/i.exec(file)?.[1] ?? '')]?.({ ...given, words }) ?? '',
};

const synonyms: Readonly<Record<string, string>> = Object.fromEntries(
  [
    'tweet x twitter',
    'figure image img picture',
    'caption wp-caption',
    'highlight code sourcecode',
    'raw verbatim',
    'ref relref post_url link',
  ].flatMap((names) => names.split(' ').map((name, _, [meaning = name]) => [name, meaning])),
);
const meaningOf = (name: string): string => {
  const last = name.toLowerCase().replace(/^.*\//, '');
  return synonyms[last] ?? last;
};

/** What a variable of Liquid prints, if that is known without its program. */
function printed(value: string): string | undefined {
  if (/^(?:site\.(?:baseurl|url)|base_?url|metadata\.url)\b/i.test(value)) return '';
  return /^["']([^"']*)["']\s*\|\s*(?:relative_url|absolute_url|url|prepend)\b/.exec(value)?.[1];
}

const paired = /^(?:highlight|raw|comment|caption|embed)$/;

/** Replaces shortcodes by the HTML that they mean; any other stays visible as `[shortcode name …]`. In code they are text. */
export function withoutShortcodes(
  body: string,
  kind: ArchiveKind,
  codeIn: (text: string) => (offset: number) => boolean,
  { mask }: Masks,
  report: ReportFinding,
): string {
  const visible = (words: string, example: string) => {
    report('shortcode', words.replace(/^\/|\s.*/gs, ''), 'kept', example);
    return mask(
      `\\[shortcode ${escapeMarkdown(words.replace(/\s+/g, ' ').trim()).replace(/[<>{}|&]/g, '\\$&')}\\]`,
    );
  };

  function replaced(text: string, { opening, closing, isSure }: Grammar): string {
    if (text.search(opening) === -1) return text;
    const isCode = codeIn(text);
    const pattern = new RegExp(opening);
    const unclosed = new Set<string>();
    const pieces: string[] = [];
    let at = 0;
    for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
      const { 0: written, index, groups: { name = '', rest = '', slash, literal, value } = {} } = match;
      const meaning = meaningOf(name);
      if (isCode(index) && meaning !== 'raw' && !literal) continue;
      const end = closing(name);
      end.lastIndex = pattern.lastIndex;
      const canClose =
        !slash && (paired.test(meaning) || (!isSure && meaning in known)) && !unclosed.has(name);
      const close = canClose ? end.exec(text) : null;
      if (canClose && !close) unclosed.add(name);
      const inside = close ? text.slice(pattern.lastIndex, close.index) : undefined;
      const after = close ? end.lastIndex : pattern.lastIndex;
      const example = text.slice(index, Math.min(after, index + 200));
      const html = slash
        ? ''
        : value === undefined
          ? known[meaning]?.({ ...argumentsIn(rest), inside })
          : printed(value);
      let shown: string;
      if (literal) shown = written.replace('/*', '').replace('*/', '');
      else if (html || (html === '' && value !== undefined) || inside !== undefined) {
        report('shortcode', name || 'variable', meaning === 'comment' ? 'dropped' : 'changed', example);
        shown = apart(html ?? '', text, index, after);
      } else if (isSure || slash || /^\s+[\w-]+=/.test(rest) || (meaning === 'gallery' && rest.trim() === ''))
        shown = visible(value ?? `${slash ?? ''}${name} ${rest}`, example);
      else continue;
      pieces.push(text.slice(at, index), shown);
      at = after;
      pattern.lastIndex = after;
    }
    return pieces.join('') + text.slice(at);
  }
  return grammars[kind].reduce(replaced, body);
}

/** HTML at the start of a line with an empty line behind it, because Markdown would take what follows for a part of it. */
function apart(html: string, text: string, start: number, end: number): string {
  const isFirst = /(?:^|\n)[ \t]*$/.test(text.slice(Math.max(0, start - 100), start));
  const [rest = ''] = /^[ \t]*\n?/.exec(text.slice(end, end + 100)) ?? [];
  if (
    !html.startsWith('<') ||
    !isFirst ||
    /^(?:\n|$)/.test(text.slice(end + rest.length, end + rest.length + 1))
  )
    return html;
  return html + (rest.includes('\n') ? '\n' : '\n\n');
}
