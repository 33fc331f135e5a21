import { decodeHTMLStrict } from 'entities';
import { defineMdastPlugin, type MdastNode, markdownToHtml } from 'satteri';
import type { Html } from '../../templates/types.ts';
import type { PrintedMedia } from '../images/media.ts';
import { forbiddenAt } from '../lib/characters.ts';
import { isWebAddress, meantAddress } from '../lib/web-address.ts';
import type { Rule } from '../problems/problem.ts';
import { characterIssue, contactIssue, hostIssue, slugify } from './fields.ts';
import { addressOf } from './markdown-addresses.ts';
import { markdownSlips } from './markdown-slips.ts';
import { overLimit } from './text-limits.ts';
import { trialRender } from './trial-render.ts';

/** Something in a Markdown text that must not be printed; offsets are UTF-16 units into that text. */
export interface MarkdownFinding {
  readonly rule: Rule;
  readonly message: string;
  /** An error where it is not said. */
  readonly severity?: 'warning';
  readonly hint?: string;
  readonly suggestion?: string;
  readonly start: number;
  readonly end: number;
}

/** Addresses a reader may be led to; anything else with a scheme is refused. */
const safeSchemes = new Set(['http', 'https', 'mailto', 'tel']);

/** A Markdown text as HTML, and what was wrong with it. */
export interface Drawn {
  readonly html: Html;
  readonly findings: readonly MarkdownFinding[];
}

type Link = Readonly<Extract<MdastNode, { type: 'link' }>>;
type Definition = Readonly<Extract<MdastNode, { type: 'definition' }>>;

/** What is known of the pictures a text may show, by their path in `content/`. */
export type Pictures = PrintedMedia['pictures'];

/** What is Markdown here beyond CommonMark. */
export const features = {
  gfm: { footnotes: false },
  frontmatter: false,
  smartPunctuation: { quotes: true, dashes: false, ellipses: false },
};

/**
 * Markdown (CommonMark with GFM tables, strikethrough and bare links) as HTML, and what was wrong with it. Raw HTML comes out
 * as text, besides being a finding; headings get an id from their words; pictures of `media/` get their address. A text with
 * more in it than the renderer can take comes out empty, with one finding.
 */
export function markdown(text: string, pictures: Pictures, idOf = createIds()): Drawn {
  const tooLarge = overLimit(text) ?? trialRender(text, features);
  if (tooLarge) return { html: '' as Html, findings: [tooLarge] };
  const { html, findings } = drawPlain(text, idOf) ?? drawWithCare(text, pictures, idOf);
  const slips = markdownSlips(text, html, features);
  const drawn = { html, findings: slips.length > 0 ? together(findings, slips) : findings };
  if (!text.includes('&') || forbiddenAt(drawn.html) === undefined) return drawn;
  return { ...drawn, findings: [...drawn.findings, ...forbiddenReferences(text)] };
}

/** What was found in two ways, in the order of the text. The line of `=` in an unfinished merge makes no heading besides. */
function together(found: readonly MarkdownFinding[], slips: readonly MarkdownFinding[]): MarkdownFinding[] {
  const isUnfinished = slips.some(({ rule }) => rule === 'merge-conflict');
  const others = isUnfinished ? found.filter(({ rule }) => rule !== 'heading-level') : found;
  return [...others, ...slips].sort((a, b) => a.start - b.start);
}

/** References such as `&#x202E;` that stand for characters no text may hold. */
function forbiddenReferences(text: string): MarkdownFinding[] {
  return [...text.matchAll(/&(?:#\w{1,8}|[a-z]\w{1,40});/gi)].flatMap(({ 0: reference, index }) => {
    const issue = characterIssue(decodeHTMLStrict(reference));
    return issue ? [{ ...issue, hint: 'Delete it.', start: index, end: index + reference.length }] : [];
  });
}

/**
 * The same for texts in which nothing can be found: no HTML, no pictures, safe links, headings of plain words. Most articles are
 * such, and without a visit to every node they take a quarter of the time. `undefined` for all others.
 */
function drawPlain(text: string, idOf: (words: string) => string): Drawn | undefined {
  if (/<[a-z/!?]/i.test(text)) return undefined;
  const { html } = markdownToHtml(text, { features });
  if (/<(?:h1|img|input)\b|<(h[2-6])>[^<]*[&<](?!\/\1>)/.test(html)) return undefined;
  for (const [, address = ''] of html.matchAll(/<a href="([^"]*)"/g)) {
    const plain = /^(?:\/(?![/\\])|#)/.test(address);
    const outward =
      /^(?:https?|mailto|tel):/.test(address) && !addressFault(address.replaceAll('&amp;', '&'));
    if (!plain && !outward) return undefined;
  }
  const withIds = html.replace(
    /<(h[2-6])>([^<]*)/g,
    (_, tag: string, words: string) => `<${tag} id="${idOf(words)}">${words}`,
  );
  return { html: aligned(withIds), findings: [] };
}

/** Aligned columns come as style attributes, which the pages' Content-Security-Policy refuses. */
function aligned(html: string): Html {
  if (!html.includes('<table>')) return html as Html;
  return html.replace(/<(t[hd]) style="text-align: (left|right|center)">/g, '<$1 class="align-$2">') as Html;
}

/** The same HTML with its headings some levels lower, for a text that is printed under a heading of another page. */
export const shiftHeadings = (html: Html, levels: number): Html =>
  levels === 0
    ? html
    : (html.replace(
        /(<\/?h)([1-6])(?=[ >])/g,
        (_, start: string, level: string) => `${start}${Math.min(6, Number(level) + levels)}`,
      ) as Html);

/** Gives ids to the headings of one page, from their words, each once; never one that a template gives, which starts with a capital. */
export function createIds(): (words: string) => string {
  const uses = new Map<string, number>();
  return (words) => {
    const slug = slugify(words) || 'section';
    let number = uses.get(slug) ?? 0;
    let id = slug;
    // Another heading may already be called what this one would get with its number.
    for (number += 1; number > 1 && uses.has(`${slug}-${number}`); ) number++;
    if (number > 1) id = `${slug}-${number}`;
    uses.set(slug, number);
    if (id !== slug) uses.set(id, 1);
    return id;
  };
}

/** What is wrong with an address that a text links to, whatever stands there. */
function addressFault(
  address: string,
): Pick<MarkdownFinding, 'rule' | 'message' | 'hint' | 'suggestion'> | undefined {
  // Browsers pass over blanks and control characters before and inside a scheme, so they do not count here either.
  const bare = address.replace(/[\p{Cc} ]/gu, '');
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(bare)?.[1]?.toLowerCase();
  const suggestion = meantAddress(bare);
  const more = {
    hint: 'Links start with `https://`, `http://`, `mailto:`, `tel:`, or with `/` for the paper’s own pages.',
    ...(suggestion && { suggestion }),
  };
  if (scheme && !safeSchemes.has(scheme)) {
    return { rule: 'unsafe-link', message: `A link may not start with \`${scheme}:\`.`, ...more };
  }
  const leadsNowhere = bare === '' || bare === `${scheme}:` || /^[/\\]{2}/.test(bare.replace(/^\/\\/, '//'));
  const lacksScheme = scheme === undefined && suggestion !== undefined;
  if (leadsNowhere || lacksScheme || (scheme?.startsWith('http') && !isWebAddress(bare))) {
    return {
      rule: 'invalid-url',
      message:
        bare === ''
          ? 'This link has no address.'
          : `\`${address}\` is not an address that a link can lead to.`,
      ...more,
    };
  }
  return contactIssue(bare) ?? hostIssue(bare);
}

/** What `markdown` gives, by a visit to every node that matters. */
export function drawWithCare(text: string, pictures: Pictures, idOf = createIds()): Drawn {
  const findings: MarkdownFinding[] = [];
  type Node = {
    readonly position?:
      | { start: { offset?: number | undefined }; end: { offset?: number | undefined } }
      | undefined;
  };
  const find = (node: Node, rule: Rule, message: string, hint: string) =>
    findings.push({
      rule,
      message,
      hint,
      start: node.position?.start.offset ?? 0,
      end: node.position?.end.offset ?? 0,
    });

  function isFaulty(node: Link | Definition): boolean {
    const fault = addressFault(node.url);
    if (fault) findings.push({ ...fault, ...addressOf(node, text) });
    return fault !== undefined;
  }

  const press = defineMdastPlugin({
    name: 'galley',
    options: { position: true },
    html(node, context) {
      find(
        node,
        'raw-html',
        'HTML stands in the text here, and the press prints Markdown only.',
        'Say it in Markdown, or write `&lt;` where a `<` is meant.',
      );
      context.replaceNode(node, { type: 'text', value: node.value });
    },
    // An address with a fault is taken out, so that it is not also looked for among the pages.
    link(node, context) {
      if (isFaulty(node)) context.setProperty(node, 'url', '');
    },
    definition(node, context) {
      if (isFaulty(node)) context.setProperty(node, 'url', '');
    },
    imageReference(node) {
      find(
        node,
        'missing-media',
        'The press prints pictures only where their file is named in place.',
        'Write `![What it shows](media/name.jpg)`.',
      );
    },
    image(node, context) {
      if (node.alt?.trim() === '' || !node.alt) {
        find(
          node,
          'missing-alt',
          'This picture has no words for those who cannot see it.',
          'Say what it shows: `![Neon over Elm Street](media/elm-street.jpg)`.',
        );
      }
      const path = node.url.replace(/^\//, '');
      if (!pictures.has(path)) {
        find(
          node,
          'missing-media',
          `There is no picture \`${node.url}\`.`,
          'Put the file into content/media/ and write its name as `media/name.jpg`.',
        );
        context.replaceNode(node, { type: 'text', value: node.alt ?? '' });
        return;
      }
      context.setProperty(node, 'url', `/${path}`);
    },
    heading(node, context) {
      if (node.depth === 1) {
        find(
          node,
          'heading-level',
          'The title is the page’s one first heading; inside the text headings start at `##`.',
          'Put one more `#` before it.',
        );
      }
      context.setProperty(node, 'data', { hProperties: { id: idOf(context.textContent(node)) } });
    },
  });

  const { html } = markdownToHtml(text, { mdastPlugins: [press], features });
  return { html: aligned(withSources(html, pictures)), findings };
}

/** Gives the pictures in drawn Markdown their size and their other formats; none of them stands at the top, so all are lazy. */
const withSources = (html: string, pictures: Pictures): string =>
  html.replace(/<img src="\/([^"]+)"((?:[^">]|"[^"]*")*)>/g, (image, path: string, rest: string) => {
    const picture = pictures.get(path);
    if (!picture) return image;
    const { width, height, sources = [] } = picture;
    const sizes = 'sizes="auto, 100vw"';
    const drawnFrom = sources.length > 0 ? ` srcset="/${path} ${width}w" ${sizes}` : '';
    const newer = sources.map(({ type, srcset }) => `<source type="${type}" srcset="${srcset}" ${sizes}>`);
    const drawn = `<img src="/${path}"${drawnFrom}${rest} width="${width}" height="${height}" loading="lazy" decoding="async">`;
    return newer.length > 0 ? `<picture>${newer.join('')}${drawn}</picture>` : drawn;
  });
