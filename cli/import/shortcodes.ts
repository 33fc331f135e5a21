import { escapeXml } from '../lib/escape.ts';
import type { ArchiveKind } from './archive.ts';
import type { Masks, ReportFinding } from './text-context.ts';

/** What stands behind the name of a shortcode. */
interface Arguments {
  readonly named: Readonly<Record<string, string>>;
  readonly words: readonly string[];
}

/** How shortcodes are written, with the groups `name`, `rest`, and `slash` at an end; `literal` shows one and `value` prints a variable. */
interface Grammar {
  readonly opening: RegExp;
  readonly closing: (name: string) => RegExp;
}

const grammars: Readonly<Record<'hugo' | 'liquid' | 'wordpress', Grammar>> = {
  hugo: {
    opening:
      /\{\{[<%](?<literal>\/\*)?\s*(?<slash>\/?)\s*(?<name>[\w./-]+)(?<rest>[^{}]{0,2000}?)(?:\*\/)?\/?\s*[%>]\}\}/g,
    closing: (name) => new RegExp(String.raw`\{\{[<%]\s*/\s*${name}\s*[%>]\}\}`, 'g'),
  },
  liquid: {
    opening:
      /\{%-?\s*(?<name>[\w.-]+)(?<rest>[^%]{0,2000}?)-?%\}|\{\{-?\s*(?<value>[^{}]{1,1000}?)\s*-?\}\}/g,
    closing: (name) => new RegExp(String.raw`\{%-?\s*end_?${name}\s*-?%\}`, 'g'),
  },
  wordpress: {
    opening: /(?<!\\)\[(?<slash>\/?)(?<name>[a-z][\w-]*)(?<rest>[^[\]]{0,2000})\](?!\(|\[(?!\/))/gi,
    closing: (name) => new RegExp(String.raw`\[/${name}\]`, 'gi'),
  },
};

/** Old posts have shortcodes of WordPress wherever the archive has moved to. */
const grammarsOf: Readonly<Record<ArchiveKind, readonly (keyof typeof grammars)[]>> = {
  hugo: ['hugo', 'wordpress'],
  jekyll: ['liquid', 'wordpress'],
  eleventy: ['liquid', 'wordpress'],
  wordpress: ['wordpress'],
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
const pages: Readonly<Record<string, (id: string, owner?: string) => string>> = {
  youtube: (id) => `https://www.youtube.com/watch?v=${id}`,
  vimeo: (id) => `https://vimeo.com/${id}`,
  tweet: (id, owner = 'i/web') => `https://twitter.com/${owner}/status/${id}`,
  instagram: (id) => `https://www.instagram.com/p/${id}/`,
  gist: (id, owner) => `https://gist.github.com/${owner ? `${owner}/` : ''}${id}`,
  embed: (address) => address,
};

/** Names with one meaning. */
const synonyms: Readonly<Record<string, string>> = {
  ...{
    x: 'tweet',
    twitter: 'tweet',
    image: 'figure',
    img: 'figure',
    picture: 'figure',
    'wp-caption': 'caption',
  },
  ...{
    code: 'highlight',
    sourcecode: 'highlight',
    verbatim: 'raw',
    relref: 'ref',
    post_url: 'ref',
    link: 'ref',
  },
};

const figure = (pictures: string, caption = '') =>
  `<figure>${pictures}${caption && `<figcaption>${caption}</figcaption>`}</figure>`;
const img = (src: string, alt = '') => `<img src="${escapeXml(src)}" alt="${escapeXml(alt)}">`;

/** The HTML of a shortcode; `undefined` if nobody knows what it shows. `inside` is what its end encloses. */
function htmlOf(name: string, { named, words }: Arguments, inside = ''): string | undefined {
  const [first = '', second] = words;
  const page = pages[name];
  const address = named.src ?? named.url ?? named.mp3 ?? named.mp4 ?? (inside.trim() || first);
  if (page) {
    const owner = named.user ?? (named.id || /^$|\./.test(second ?? '') ? undefined : first);
    const id = named.id ?? (owner && second ? second : address);
    return (
      id &&
      `<iframe src="${escapeXml(/^(?:https?:)?\/\//.test(id) ? id : page(id, owner === id ? undefined : owner))}"></iframe>`
    );
  }
  switch (name) {
    case 'figure': {
      const src = named.src ?? named.image_path ?? named.url ?? first;
      const caption = [named.title, named.caption].filter(Boolean).join('. ');
      const credit = named.attr ?? named.credit;
      return src && figure(img(src, named.alt ?? second), caption + (credit ? ` | ${credit}` : ''));
    }
    case 'caption': {
      const [, shown = '', said = ''] =
        /^(\s*(?:<a\b[^>]*>)?\s*<img\b[^>]*>(?:\s*<\/a>)?)([\s\S]*)$/i.exec(inside) ?? [];
      return shown && figure(shown, named.caption ?? said.trim());
    }
    case 'gallery':
      // The address that WordPress itself gives an attachment.
      return (
        named.ids &&
        named.ids
          .split(/[\s,]+/)
          .map((id) => figure(img(`/?attachment_id=${id}`)))
          .join('\n')
      );
    case 'audio':
    case 'video':
      return address && `<${name} src="${escapeXml(address)}"></${name}>`;
    case 'highlight': {
      const language = named.lang ?? named.language ?? first;
      return (
        inside &&
        `<pre><code class="language-${escapeXml(language)}">\n${escapeXml(inside.replace(/^\n|\n[ \t]*$/g, ''))}\n</code></pre>`
      );
    }
    case 'ref':
      // Jekyll names posts by their file, without its folder and ending.
      return (named.path ?? first).replace(/^(?=\d{4}-\d\d?-\d\d?-)/, '/_posts/');
    default:
      return undefined;
  }
}

/** What a variable of Liquid prints, if that is known without its program. */
function valueOf(value: string): string | undefined {
  if (/^(?:site\.(?:baseurl|url)|base_?url|metadata\.url)\b/i.test(value)) return '';
  return /^["']([^"']*)["']\s*\|\s*(?:relative_url|absolute_url|url|prepend|htmlBaseUrl)\b/.exec(value)?.[1];
}

/**
 * Replaces shortcodes by the HTML that they mean; any other stays visible as `[shortcode name …]`. In `isCode` they are text.
 */
export function withoutShortcodes(
  text: string,
  kind: ArchiveKind,
  codeIn: (text: string) => (offset: number) => boolean,
  { mask }: Masks,
  report: ReportFinding,
): string {
  return grammarsOf[kind].reduce((before, name) => {
    const { opening, closing } = grammars[name];
    if (before.search(opening) === -1) return before;
    return replaced(before, name, new RegExp(opening), closing, codeIn(before));
  }, text);

  function replaced(
    text: string,
    grammar: string,
    opening: RegExp,
    closing: Grammar['closing'],
    isCode: (offset: number) => boolean,
  ) {
    const pieces: string[] = [];
    const unclosed = new Set<string>();
    let at = 0;
    for (let match = opening.exec(text); match; match = opening.exec(text)) {
      const { 0: written, index, groups: { name = '', rest = '', slash, literal, value } = {} } = match;
      const lower = name.toLowerCase().replace(/^.*\//, '');
      const known = synonyms[lower] ?? lower;
      if (isCode(index) && known !== 'raw' && !literal) continue;
      let end = index + written.length;
      let inside: string | undefined;
      if (!slash && name && !unclosed.has(lower)) {
        const pattern = closing(lower);
        pattern.lastIndex = end;
        const close = isPaired(known, grammar) ? pattern.exec(text) : null;
        if (close) [inside, end] = [text.slice(end, close.index), close.index + close[0].length];
        else unclosed.add(lower);
      }
      const shown = literal ? written.replace('/*', '').replace('*/', '') : shownAs();
      if (shown === undefined) continue;
      pieces.push(text.slice(at, index), shown);
      at = end;
      opening.lastIndex = end;

      function shownAs(): string | undefined {
        const example = text.slice(index, Math.min(end, index + 200));
        const changed = (result: string) => {
          report('shortcode', name || 'variable', 'changed', example);
          return result;
        };
        if (value !== undefined) return valueOf(value) ?? visible(value);
        if (known === 'raw' && inside !== undefined) return changed(inside);
        if (known === 'comment' && inside !== undefined) {
          report('shortcode', name, 'dropped', example);
          return '';
        }
        const given = argumentsIn(rest);
        const included =
          known === 'include' ? /([a-z]+)[\w-]*(?:\.\w+)?$/i.exec(given.words[0] ?? '')?.[1] : undefined;
        const meant = included === undefined ? known : (synonyms[included] ?? included);
        const words = included === undefined ? given.words : given.words.slice(1);
        const html = slash ? undefined : htmlOf(meant, { ...given, words }, inside);
        if (html) return changed(isBlock(html, text, index, end) ? `${html}\n` : html);
        if (inside !== undefined) end = index + written.length;
        const isShortcode =
          grammar !== 'wordpress' ||
          slash ||
          /^\s+[\w-]+=/.test(rest) ||
          (meant === 'gallery' && !rest.trim());
        return isShortcode
          ? visible([`${slash ?? ''}${name}`, rest.trim()].filter(Boolean).join(' '))
          : undefined;

        function visible(words: string): string {
          report('shortcode', name || words, 'kept', example);
          return mask(`\\[shortcode ${words.replace(/\s+/g, ' ').replace(/[\\`*_[\]{}<>&|~]/g, '\\$&')}\\]`);
        }
      }
    }
    return pieces.join('') + text.slice(at);
  }
}

const isPaired = (name: string, grammar: string): boolean =>
  ['highlight', 'raw', 'comment', 'caption', 'embed'].includes(name) ||
  (grammar === 'wordpress' && (name in pages || name === 'audio' || name === 'video'));

/** Whether HTML alone on its line is followed by text that Markdown would take for a part of it. */
const isBlock = (html: string, text: string, start: number, end: number): boolean =>
  html.startsWith('<') &&
  /(?:^|\n)[ \t]*$/.test(text.slice(Math.max(0, start - 100), start)) &&
  /^[ \t]*\n(?!\n)/.test(text.slice(end, end + 100));
