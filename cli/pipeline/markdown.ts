import { defineMdastPlugin, markdownToHtml } from 'satteri';
import type { Html } from '../../templates/types.ts';
import type { Rule } from '../problems/problem.ts';
import { slugify } from '../schemas/fields.ts';

/** Something in a Markdown text that must not be printed; offsets are UTF-16 units into that text. */
export interface MarkdownFinding {
  readonly rule: Rule;
  readonly message: string;
  readonly hint?: string;
  readonly start: number;
  readonly end: number;
}

/** Addresses a reader may be led to; anything else with a scheme is refused. */
const safeSchemes = new Set(['http', 'https', 'mailto', 'tel']);

/** The ids templates give to parts that are linked to; no heading may take one. */
const reservedIds = ['main', 'newsletter', 'support'];

/** A Markdown text as HTML, and what was wrong with it. */
export interface Drawn {
  readonly html: Html;
  readonly findings: readonly MarkdownFinding[];
}

const features = { gfm: { footnotes: false }, frontmatter: false };

/**
 * Markdown (CommonMark with GFM tables, strikethrough and bare links) as HTML, and what was wrong with it. Raw HTML comes out
 * as text, besides being a finding; headings get an id from their words; pictures of `media/` get their address.
 */
export function markdown(text: string, media: ReadonlySet<string>): Drawn {
  return drawPlain(text) ?? drawWithCare(text, media);
}

/**
 * The same for texts in which nothing can be found: no HTML, no pictures, safe links, headings of plain words. Most articles are
 * such, and without a visit to every node they take a quarter of the time. `undefined` for all others.
 */
function drawPlain(text: string): Drawn | undefined {
  if (/<[a-z/!?]/i.test(text)) return undefined;
  const { html } = markdownToHtml(text, { features });
  if (/<(?:h1|img|input)\b|<a href="(?!https?:|mailto:|tel:|[/#])|<(h[2-6])>[^<]*[&<](?!\/\1>)/.test(html))
    return undefined;
  const idOf = createIds();
  const withIds = html.replace(
    /<(h[2-6])>([^<]*)/g,
    (_, tag: string, words: string) => `<${tag} id="${idOf(words)}">${words}`,
  );
  return { html: aligned(withIds), findings: [] };
}

/** Aligned columns come as style attributes, which the pages' Content-Security-Policy refuses. */
const aligned = (html: string): Html =>
  html.replace(/<(t[hd]) style="text-align: (left|right|center)">/g, '<$1 class="align-$2">') as Html;

/** Ids for the headings of one text, from their words, each once. */
function createIds(): (words: string) => string {
  const ids = new Set(reservedIds);
  return (words) => {
    const slug = slugify(words) || 'section';
    let id = slug;
    for (let n = 2; ids.has(id); n++) id = `${slug}-${n}`;
    ids.add(id);
    return id;
  };
}

/** What `markdown` gives, by a visit to every node that matters. */
export function drawWithCare(text: string, media: ReadonlySet<string>): Drawn {
  const findings: MarkdownFinding[] = [];
  const idOf = createIds();
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

  function checkAddress(node: Node & { readonly url: string }) {
    // Browsers pass over blanks and control characters before and inside a scheme, so they do not count here either.
    const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(node.url.replace(/[\p{Cc} ]/gu, ''))?.[1]?.toLowerCase();
    if (scheme && !safeSchemes.has(scheme)) {
      find(
        node,
        'unsafe-link',
        `A link may not start with \`${scheme}:\`.`,
        'Links start with `https://`, `http://`, `mailto:`, `tel:`, or with `/` for the paper’s own pages.',
      );
    }
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
    link: (node) => checkAddress(node),
    definition: (node) => checkAddress(node),
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
      if (!path.startsWith('media/') || !media.has(path)) {
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
      context.setProperty(node, 'data', { hProperties: { loading: 'lazy', decoding: 'async' } });
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
  return { html: aligned(html), findings };
}
