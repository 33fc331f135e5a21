import { markdownToHtml } from 'satteri';
import { escapeXml } from '../../lib/escape.ts';
import type { Stretch } from '../../problems/locate.ts';
import type { ArchiveKind, ReportFinding, ShortcodeKind, TextContext } from './archive.ts';
import type { Fields } from './fields.ts';

// How shortcodes are written: the groups are `slash` at an end, `name` and `rest`, `value` of a variable, `note` of a comment.
const hugo = /\{\{[<%]\s*(?<slash>\/?)\s*(?<name>[\w./-]+)(?<rest>[^{}]{0,2000}?)\/?\s*[%>]\}\}/g;
const liquid =
  /\{%-?\s*(?<slash>end_?)?(?<name>[\w.-]+)(?<rest>[^%]{0,2000}?)-?%\}|\{\{-?\s*(?<value>[^{}]{1,1000}?)\s*-?\}\}|\{#(?<note>[^}#][^#]{0,5000})#\}/g;
const wordpress = /(?<!\\)\[(?<slash>\/?)(?<name>[a-z][\w-]*)(?<rest>[^[\]]{0,2000})\](?!\()/gi;
/** Beside the links of Markdown, such as `[words][label]`. */
const besideLinks = new RegExp(`${wordpress.source}(?!\\[(?!/))`, 'gi');

/** Old posts have shortcodes of WordPress wherever the archive has moved to. */
const grammarsOf: Readonly<Record<ArchiveKind, readonly RegExp[]>> = {
  hugo: [hugo, besideLinks],
  jekyll: [liquid, besideLinks],
  eleventy: [liquid, besideLinks],
  wordpress: [wordpress],
  ghost: [],
};

const argument =
  /([\w-]+)(?:\s*=|:(?=\s*["']))\s*(?:"([^"]*)"|'([^']*)'|([^\s"',]+))|"([^"]*)"|'([^']*)'|`([^`]*)`|([^\s"'`,|]+)/g;

/** What a shortcode is given: words with a name, and others, and the ids of the pictures of its post. */
interface Given {
  readonly named: Readonly<Record<string, string>>;
  readonly words: readonly string[];
  readonly attached?: readonly string[];
}

function argumentsIn(rest: string): Given {
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

/** The HTML of what a shortcode shows; nothing if what it is given does not say it. `inside` is what its end encloses. */
type Meaning = (given: Given, inside: string) => string | undefined;

/** A page of a service, whose address starts with `start`, or a sound or film. */
const frame =
  (start: string, element = 'iframe'): Meaning =>
  ({ named, words: [first = ''] }, inside) => {
    const id = named.id ?? named.src ?? named.url ?? named.mp3 ?? named.mp4 ?? (inside.trim() || first);
    const address = /^(?:https?:)?\/\//.test(id) ? id : start + id;
    return id && !/\s/.test(id) ? `<${element} src="${escapeXml(address)}"></${element}>` : undefined;
  };

const picture: Meaning = ({ named, words: [first = '', second, third = ''] }) => {
  const src = named.src ?? named.image_path ?? named.image ?? named.url ?? named.path ?? first;
  const words = /^\p{Lu}.* /u.test(third) ? third : undefined;
  const caption = [named.title, named.caption ?? words].filter(Boolean).join('. ');
  const credit = named.attr ?? named.credit;
  return src && figureOf(image(src, named.alt ?? second), caption + (credit ? ` | ${credit}` : ''));
};

const kinds: Readonly<Record<ShortcodeKind, Meaning>> = {
  picture,
  video: frame(''),
  quote: ({ named, words: [first] }, inside) => {
    const source = named.author ?? named.source ?? named.cite ?? named.by;
    const words = inside.trim() || named.text || named.quote || first;
    return (
      words && `<blockquote>\n\n${words}\n\n${source ? `<p>${escapeXml(source)}</p>` : ''}</blockquote>\n\n`
    );
  },
  note: ({ named, words: [first] }, inside) => {
    const words = inside.trim() || named.text || first;
    return words && `<blockquote><p>[!note]</p>\n\n${words}\n\n</blockquote>\n\n`;
  },
  text: ({ named, words }, inside) =>
    inside || escapeXml(named.text ?? named.title ?? named.name ?? words.join(' ')),
  drop: () => '',
};

/** A service of films or sounds, or a file of one. */
const playable =
  /^(?:https?:)?\/\/(?:[\w-]+\.)*(?:youtube(?:-nocookie)?\.com|youtu\.be|vimeo\.com|dailymotion\.com|soundcloud\.com|spotify\.com|bandcamp\.com|ted\.com|tiktok\.com|peertube\.\w+)\/|\.(?:mp3|mp4|m4a|ogg|webm)$/i;

/** What the arguments of a shortcode say, whatever its name. */
const general: Meaning = (given, inside) => {
  const { url, src, link, id, image, alt, caption } = given.named;
  const [word = ''] = given.words;
  const address = [url, src, link, id, word].find((one) => one && playable.test(one));
  if (address) return frame('')({ named: {}, words: [address] }, '');
  const isPicture = /\.(?:avif|gif|jpe?g|png|svg|webp)$/i.test(src ?? image ?? url ?? word);
  return isPicture || (src && (alt ?? caption) !== undefined) ? picture(given, inside) : undefined;
};

/** By the names that programs have for them. */
const meanings: ReadonlyMap<string, Meaning> = new Map(
  Object.entries<Meaning>({
    youtube: frame('https://www.youtube.com/watch?v='),
    vimeo: frame('https://vimeo.com/'),
    'tweet x twitter': frame('https://twitter.com/i/web/status/'),
    instagram: frame('https://www.instagram.com/p/'),
    'embed oembed': frame(''),
    audio: frame('', 'audio'),
    video: frame('', 'video'),
    'figure image img picture': picture,
    'caption wp-caption': ({ named }, inside) => {
      const [, shown = '', words = ''] =
        /^(\s*(?:<a\b[^>]*>)?\s*<img\b[^>]*>(?:\s*<\/a>)?)([\s\S]*)$/i.exec(inside) ?? [];
      return shown && figureOf(shown, named.caption ?? words.trim());
    },
    // Attachments of WordPress, by the address that it gives them itself, which their description and caption belong to.
    'gallery playlist': ({ named, attached = [] }) =>
      (named.ids?.match(/\d+/g) ?? attached).map((id) => figureOf(image(`/?attachment_id=${id}`))).join('') ||
      undefined,
    'highlight code sourcecode': ({ named, words: [first = ''] }, inside) => {
      const code = escapeXml(inside.replace(/^\n|\n[ \t]*$/g, ''));
      const language = escapeXml(named.lang ?? named.language ?? first);
      return inside && `<pre><code class="language-${language}">${code}\n</code></pre>`;
    },
    'raw verbatim': (_, inside) => inside,
    'markdown markdownify': (_, inside) => inside && `\n\n${inside}\n\n`,
    // A template of the archive, which is named for what it shows.
    'include render': ({ words: [file = '', ...words], ...given }, inside) =>
      meanings.get(/([a-z]+)[\w-]*(?:\.\w+)?$/i.exec(file)?.[1] ?? '')?.({ ...given, words }, inside),
    // Jekyll names posts by their file, without its folder and ending.
    'ref relref post_url link': ({ named, words: [first = ''] }) =>
      (named.path ?? first).replace(/^(?=\d{4}-\d\d?-\d\d?-)/, '/_posts/'),
  }).flatMap(([names, meaning]) => names.split(' ').map((name): [string, Meaning] => [name, meaning])),
);

/** What a variable of Liquid prints, if that is known without its program. */
const printed = (value: string, fields: Fields): string | undefined =>
  /^(?:site\.(?:baseurl|url)|base_?url|metadata\.url)\b/i.test(value)
    ? ''
    : (/^["']([^"']*)["']\s*\|\s*(?:relative_url|absolute_url|url|prepend|htmlBaseUrl)\b/.exec(value)?.[1] ??
      fieldIn(value, fields));

/** What the front matter has at a variable, such as `page.title`, as words. */
function fieldIn(value: string, fields: Fields): string | undefined {
  const [, name = ''] =
    /^(?:page\.)?([\w-]+)\s*(?:\|\s*(?:escape|xml_escape|safe|strip)\s*)?$/.exec(value) ?? [];
  const words = fields[name];
  return typeof words === 'string' ? literally(words) : undefined;
}

/** A text with a filter of the archive's own is a shortcode of that name: `{{ "ann" | photo }}`. */
const filtered = /^(?<word>"[^"]*"|'[^']*')\s*\|\s*(?<name>[\w-]+)(?<more>.*)$/s;

/** Words that neither Markdown nor HTML reads as anything else. */
const literally = (words: string): string =>
  words.replace(/[^\w\s./-]/g, (sign) => `&#${sign.codePointAt(0)};`).replaceAll('_', '&#95;');

/** Shortcodes of which readers never saw anything: places for advertisements, contents, and the frames of page builders. */
const unseen =
  /^(?:toc|ads?|adsense|ad_?unit|no_?toc|clear|clearfix|divider|spacer|separator|(?:vc|wpb|et_pb|fusion|av|siteorigin|elementor|mk|fl|x|cs|tatsu|thrive)_[\w-]+|(?:row|column|col|section|container|one|two|three|half|third|fourth)(?:[_-]\w+)*)$/;

/** What is logic rather than a frame: which of the texts in it readers saw is not known. */
const logic =
  /^(?:if|elsif|else|elif|unless|case|when|for|tablerow|capture|assign|set|macro|cycle|increment|decrement|block|extends|import|from|with|async\w+)$/;

/** What transcripts and quotations have in brackets. */
const spoken =
  /^(?:sic|laugh\w*|applause|music|pause\w*|cross-?talk|inaudible|unintelligible|noise|silence|cheer\w*|singing|crying|audience|speaker|edit\w*|note|update\w*|redacted|translation|emphasis|my|the|an?|his|her|their|our|its|and|or|to|of|in|is|was|are|were|he|she|they|we|you|it|that|this|who|not|citation)$/i;

/** Whether brackets without such are a shortcode of WordPress rather than words: by what follows the name, or because they are alone on their line. */
function isShortcode(name: string, rest: string, written: string, text: string, index: number): boolean {
  if (/^(?:gallery|playlist|embed|audio|video|caption)$/.test(name)) return true;
  if (spoken.test(name) || name.length < 2 || /^\[[A-Z]/.test(written)) return false;
  const before = text.slice(Math.max(0, index - 200), index);
  const after = text.slice(index + written.length, index + written.length + 200);
  // Parts of a program, such as `$_FILES[tmp_name]` and `[a-z0-9]+`, and of a word, such as `[semi-]automatic`.
  if (/[\w$\])'"]$/.test(before) || /^[\w+*?{^]/.test(after) || /^(?:\w-\w)+/.test(name)) return false;
  if (/[_-]/.test(name) && rest.trim() === '') return true;
  const isAlone =
    /(?:^|\n|<(?:p|div|li|td|center)\b[^<>]*>|-->)[ \t]*$/.test(before) &&
    /^[ \t]*(?:$|\n|<(?:\/(?:p|div|li|td|center)>|!--))/.test(after);
  return isAlone ? /^(?:\s+\S+)?\s*\/?$/.test(rest) : /^\s+["']?\d+["']?\s*\/?$/.test(rest);
}

/** A text with the HTML that its shortcodes mean; any other shortcode stays visible as `[shortcode name …]`. In code they are text. */
export function withoutShortcodes(
  text: string,
  context: TextContext,
  codeIn: (text: string) => readonly Stretch[],
  report: ReportFinding,
): string {
  return grammarsOf[context.kind].reduce(
    (source, grammar) =>
      source.search(grammar) === -1 ? source : replaced(source, grammar, context, codeIn(source), report),
    text,
  );
}

function replaced(
  text: string,
  grammar: RegExp,
  { shortcodes, attached, fields = {} }: TextContext,
  code: readonly Stretch[],
  report: ReportFinding,
): string {
  const found = tokensIn(text, grammar);
  const pieces: string[] = [];
  // Brackets of Markdown are links, whose addresses stand below.
  const mayBeUnseen = grammar === besideLinks ? /^toc$/ : unseen;
  /** The names whose ends are taken out with their starts. */
  const open = new Set<string>();
  let at = 0;
  let nextCode = 0;
  for (const { written, index, after, name, rest, isEnd, value, isNote, end } of found) {
    while ((code[nextCode]?.end ?? index + 1) <= index) nextCode += 1;
    const isCode = (code[nextCode]?.start ?? index + 1) <= index;
    if (index < at || (isCode && !/^(?:raw|verbatim)$/.test(name))) continue;
    const put = (html: string, to: number) => {
      pieces.push(text.slice(at, index), apart(html, text, index, to));
      at = to;
    };
    const inside = end ? text.slice(after, end.start) : '';
    const to = end?.end ?? after;
    const isComment = isNote || (name === 'comment' && end);
    if (isComment) report('a comment dropped', text.slice(index, to));
    if (isComment || (isEnd && open.has(name))) {
      put('', to);
      continue;
    }
    const rule = shortcodes.get(name);
    const meaning = rule ? kinds[rule] : (meanings.get(name) ?? general);
    const isNamed = !isEnd && (rule !== undefined || value === undefined || rest !== '');
    const known = value === undefined ? undefined : printed(value, fields);
    const html = known ?? (isNamed ? meaning({ ...argumentsIn(rest), attached }, inside) : undefined);
    if (html || (html === '' && (known !== undefined || rule === 'drop'))) {
      if (rule === 'drop') report(`the shortcode \`${name}\` dropped`, text.slice(index, to));
      put(html, to);
    } else if (value === undefined && !isEnd && !logic.test(name) && (end || mayBeUnseen.test(name))) {
      open.add(name);
      report(`the shortcode \`${name}\` dropped${end ? ', the text in it kept' : ''}`, written);
      put('', after);
    } else if (isEnd && mayBeUnseen.test(name)) put('', after);
    else if (
      [hugo, liquid].includes(grammar) ||
      isEnd ||
      /^\s+[\w-]+=|^=/.test(rest) ||
      (grammar === wordpress && isShortcode(name, rest, written, text, index))
    ) {
      const words = (value ?? `${isEnd ? '/' : ''}${name} ${rest}`).trim().replace(/\s+/g, ' ');
      report(`the shortcode \`${name || 'variable'}\` kept`, written);
      // What its end encloses are words.
      put(`&#91;shortcode ${literally(words)}&#93;`, after);
    }
  }
  return pieces.join('') + text.slice(at);
}

/** The shortcodes of a text in order, a start with the next end of its name. */
function tokensIn(text: string, grammar: RegExp) {
  const ends = new Map<string, Stretch>();
  const backward = [...text.matchAll(grammar)].reverse().map(({ 0: written, index, groups = {} }) => {
    const after = index + written.length;
    const { value, note } = groups;
    const { word = '', name: filter, more = '' } = filtered.exec(value ?? '')?.groups ?? {};
    const rest = groups.rest ?? `${word}${more}`;
    const full = groups.name ?? filter ?? /^[\w.-]+/.exec(value ?? '')?.[0] ?? '';
    const name = full.replace(/^.*\//, '').toLowerCase();
    const isEnd = Boolean(groups.slash) && name !== '';
    const end = isEnd || !groups.name || /\/\s*$/.test(rest) ? undefined : ends.get(name);
    if (isEnd) ends.set(name, { start: index, end: after });
    return { written, index, after, name, rest, isEnd, value, isNote: note !== undefined, end };
  });
  return backward.reverse();
}

/** HTML that starts a line has empty lines around it, because Markdown would take the text beside it for a part of it. */
function apart(html: string, text: string, start: number, end: number): string {
  const startsLine = /(?:^|\n)[ \t]*$/.test(text.slice(Math.max(0, start - 100), start));
  return html.startsWith('<') && startsLine
    ? `\n${html}\n${/^[ \t]*(?:\n|$)/.test(text.slice(end, end + 100)) ? '' : '\n'}`
    : html;
}
