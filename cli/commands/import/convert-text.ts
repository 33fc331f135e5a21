import { decodeHTML } from 'entities';
import type { Heading, Image, Link, Nodes, Parents, PhrasingContent, Text } from 'mdast';
import { type MdastNode, markdownToHtml, markdownToMdast } from 'satteri';
import { CONTINUE, SKIP, type VisitorResult, visit } from 'unist-util-visit';
import { addressFault, createIds, markdown } from '../../content/markdown/markdown.ts';
import { isTooLong, overLimit } from '../../content/markdown/text-limits.ts';
import { slugify } from '../../content/schema/slugs.ts';
import { isHtmlElement, textOfHtml } from '../../headlines/feed-text.ts';
import { withoutForbidden } from '../../lib/characters.ts';
import { decoded, parseUrl } from '../../lib/web-address.ts';
import { type Stretch, stretchOf as stretchOfMatch } from '../../problems/locate.ts';
import type { ArchiveKind, ReportFinding, TextContext } from './archive.ts';
import { markdownOf, TooIntricate, treeOf } from './html-to-markdown.ts';
import { withoutShortcodes } from './shortcodes.ts';

/** The cause of a finding in a text that no page can have. */
export const tooLarge = 'the text is too large';

/** What generators of archives understand as Markdown. */
const features = { gfm: { footnotes: true }, frontmatter: false } as const;

/** Pictures are only told from other files by their folder: whether they are there is known to the copier. */
const allOfMedia = { has: (path: string) => path.startsWith('media/'), get: () => undefined };

/**
 * The text of an archive as Markdown that Galley takes: as it is, if it needs no change; and the ids of its headings by those that they
 * had. What could not be converted is a finding.
 */
export function convertText(body: string, context: TextContext) {
  const findings: { readonly cause: string; readonly example: string }[] = [];
  const report: ReportFinding = (cause, example) => findings.push({ cause, example: example.slice(0, 200) });
  const written = withoutForbidden(body.replace(/\r\n?/g, '\n'));
  const isMarkdown = context.format === 'markdown';
  if (isMarkdown ? overLimit(written) : isTooLong(written)) {
    report(tooLarge, written);
    return { text: written, findings, parts: new Map<string, string>() };
  }
  const shown = withoutShortcodes(written, context, isMarkdown ? codeIn : codeInHtml, report);
  for (const [block, name] of shown.matchAll(/<!-- wp:([\w/-]+)[^<>]*\/-->/g))
    report(`the block \`${name}\`, of which the export has no text, dropped`, block);
  const text = isMarkdown ? replacedOutsideCode(shown, extensions, extensionInHtml) : shown;
  const html = isMarkdown
    ? rendered(text, (tag) => written.includes(tag), report)
    : withParagraphs(text, context.kind);
  const tree = treeOrWords(html, context, report);
  tidy(tree);
  const areLowered = lowerHeadings(tree);
  const parts = partsIn(tree);
  const areMoved = moveAddresses(tree, context, parts, report);
  const isGood =
    findings.length === 0 &&
    text === written &&
    !areLowered &&
    !areMoved &&
    markdown(written, allOfMedia).findings.length === 0;
  return { text: isMarkdown && isGood ? written : checked(markdownOf(tree), report), findings, parts };
}

/** The id of a heading, and digits above and below the line, as extensions of Markdown write them. */
const extensions =
  /(?<=^#{1,6} [^\n]*)[ \t]*\{#(?<id>[\w:.-]+)[^}\n]*\}[ \t]*$|(?<=[\p{L})])(?<mark>[~^])(?<digits>\d{1,3})\k<mark>(?![~^])/gmu;

function extensionInHtml(written: string): string {
  const [, mark = '', digits] = /^([~^])(\d+)/.exec(written) ?? [];
  const [, id] = /\{#([\w:.-]+)/.exec(written) ?? [];
  const name = mark === '~' ? 'sub' : 'sup';
  return digits ? `<${name}>${digits}</${name}>` : ` <a id="${id}"></a>`;
}

/** A title, an excerpt or a caption: without tags, its entities decoded, also those that were encoded twice. */
export const plainText = (html: string): string => decodeHTML(textOfHtml(html)).replace(/\s+/g, ' ').trim();

/** The HTML of a Markdown text. Tags that are no HTML are text. `isTheirs` tells the tags of the archive from those of shortcodes. */
function rendered(text: string, isTheirs: (html: string) => boolean, report: ReportFinding): string {
  const withoutMarks = replacedOutsideCode(
    text,
    /^[ \t]*(?:(?:[-*+]|1\.)[^\n]*\n)?[ \t]*\{:[ \t]*toc[^}\n]*\}[ \t]*$|\{::?[^}\n]*\}/gm,
    (mark) => {
      report('`{: }` dropped', mark.trim());
      return '';
    },
  );
  // kramdown reads Markdown in elements that say so.
  const apart = withoutMarks.replace(/<\w+[^<>]*\bmarkdown=[^<>]*>/g, '$&\n\n');
  const withSpaces = apart.replace(
    /(?<=\]\()((?:https?:|\/|\.|[\w-]+\/)[^\s()<>"]*(?: [^\s()<>"]+)+)(?=(?: "[^"\n]*")?\))/g,
    (address) => address.replaceAll(' ', '%20'),
  );
  const source = replacedOutsideCode(withSpaces, /^#{2,6}(?=[^\s#])/gm, (signs) => `${signs} `);
  const nodes = nodesOf(source);
  const marks = new Set(nodes.flatMap((node) => (node.type === 'footnoteReference' ? node.identifier : [])));
  // The second note of a mark has none either.
  for (const node of nodes)
    if (node.type === 'footnoteDefinition' && !marks.delete(node.identifier))
      report('a footnote that no mark leads to dropped', wordsIn(node));
  const strange = nodes.flatMap((node) => {
    if (node.type !== 'html' || node.value.startsWith('</')) return [];
    const [, name = ''] = /^<([a-z][\w:.-]*)/i.exec(node.value) ?? [];
    const isText = name !== '' && !isHtmlElement(name.toLowerCase());
    if ((isText || name === '') && isTheirs(node.value))
      report(isText ? 'a tag that is no HTML kept as text' : 'a comment dropped', node.value);
    return isText ? [stretchOf(node)] : [];
  });
  const escaped = edited(source, strange, (tag) => tag.replaceAll('<', '&lt;'));
  return markdownToHtml(escaped, { features }).html;
}

const stretchOf = ({ position }: MdastNode): Stretch => ({
  start: position?.start.offset ?? 0,
  end: position?.end.offset ?? 0,
});

/** A tree and all nodes in it, in order. */
function nodesIn(tree: Nodes): Nodes[] {
  const nodes: Nodes[] = [];
  visit(tree, (node) => void nodes.push(node));
  return nodes;
}

const nodesOf = (text: string): Nodes[] => nodesIn(markdownToMdast(text, { features }) as Nodes);

const codeIn = (text: string): Stretch[] =>
  nodesOf(text)
    .filter(({ type }) => type === 'code' || type === 'inlineCode')
    .map(stretchOf);

function codeInHtml(html: string): Stretch[] {
  const code: Stretch[] = [];
  let open: { readonly name: string; readonly start: number } | undefined;
  for (const { 0: tag, 1: slash, 2: written = '', index } of html.matchAll(/<(\/?)(pre|code)\b[^<>]*>?/gi)) {
    const name = written.toLowerCase();
    if (!slash) open ??= { name, start: index };
    else if (open?.name === name) {
      code.push({ start: open.start, end: index + tag.length });
      open = undefined;
    }
  }
  return code;
}

/** Replaces stretches of a text, which are in order and apart. */
function edited(text: string, stretches: readonly Stretch[], by: (written: string) => string): string {
  let at = 0;
  const pieces = stretches.flatMap(({ start, end }) => {
    const piece = [text.slice(at, start), by(text.slice(start, end))];
    at = end;
    return piece;
  });
  return [...pieces, text.slice(at)].join('');
}

function replacedOutsideCode(text: string, pattern: RegExp, by: (match: string) => string): string {
  const matches = Array.from(text.matchAll(pattern), stretchOfMatch);
  return edited(text, matches.length > 0 ? outside(codeIn(text), matches) : [], by);
}

/** The stretches that do not start in one of others; both are in order. */
function outside(others: readonly Stretch[], stretches: readonly Stretch[]): Stretch[] {
  let i = 0;
  return stretches.filter(({ start }) => {
    while ((others[i]?.end ?? start + 1) <= start) i += 1;
    return (others[i]?.start ?? start + 1) > start;
  });
}

const blocks =
  'address|article|aside|audio|blockquote|center|dd|details|div|dl|dt|fieldset|figure|footer|form|h[1-6]|header|hr|iframe|li|nav|ol|p|pre|script|section|style|table|tbody|td|tfoot|th|thead|tr|ul|video';
const opening = new RegExp(`(?=<(?:${blocks})[\\s/>])`, 'gi');
const closing = new RegExp(`</(?:${blocks})>|<hr\\s*/?>`, 'gi');
const startsBlock = new RegExp(`^</?(?:${blocks})[\\s/>]`, 'i');

/** Classic texts of WordPress: empty lines are between paragraphs, and line breaks count. */
function withParagraphs(html: string, kind: ArchiveKind): string {
  if (kind !== 'wordpress' || html.includes('<!-- wp:')) return html;
  return edited(html, codeInHtml(html), (code) => code.replaceAll('\n', '&#10;'))
    .replace(opening, '\n\n')
    .replace(closing, '$&\n\n')
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .map((paragraph) =>
      paragraph === '' || startsBlock.test(paragraph)
        ? paragraph
        : `<p>${paragraph.replace(/(?<!<br\s*\/?>)\n/gi, '<br>\n')}</p>`,
    )
    .join('\n');
}

function treeOrWords(html: string, context: TextContext, report: ReportFinding): Nodes {
  try {
    return treeOf(html, context, report);
  } catch (error) {
    if (!(error instanceof TooIntricate)) throw error;
    report('nested too deeply: only the words are kept', html);
    const value = textOfHtml(html).trim();
    return { type: 'root', children: [{ type: 'paragraph', children: [textNode(value)] }] };
  }
}

const textNode = (value: string): Text => ({ type: 'text', value });
const linkNode = (url: string, words: string): Link => ({ type: 'link', url, children: [textNode(words)] });

/** Whether nothing can be seen of a node. */
const isBlank = (tree: Nodes): boolean =>
  !nodesIn(tree).some((node) => node.type === 'image' || ('value' in node && node.value.trim() !== ''));

/** A web address without the signs behind it. */
const bareAddress =
  /((?:https?:\/\/|(?<![\w/.@:-])www\.)(?:(?!\]\()[^\s<>"\\])*(?!\]\()[^\s<>"\\.,;:!?)*”’'])/;

/** Drops empty paragraphs and tables, and line breaks at their ends, and makes links of web addresses. */
function tidy(tree: Nodes): void {
  visit(tree, (node, index, parent): VisitorResult => {
    if (index === undefined || !parent) return CONTINUE;
    if (/^(?:paragraph|table)$/.test(node.type) && isBlank(node)) {
      parent.children.splice(index, 1);
      return [SKIP, index];
    }
    // `~~~~` would start a block of code.
    if (node.type === 'delete' && parent.type === 'delete') {
      parent.children.splice(index, 1, ...node.children);
      return [SKIP, index];
    }
    if (node.type === 'paragraph' || node.type === 'heading')
      while (node.children.at(-1)?.type === 'break') node.children.pop();
    // With empty lines between its entries, a long list is no block that is too large.
    if (node.type === 'list' && node.children.length > 100) node.spread = true;
    if (node.type === 'link') return SKIP;
    if (node.type !== 'text') return CONTINUE;
    const pieces = node.value.split(bareAddress);
    if (pieces.length === 1) return CONTINUE;
    const nodes = pieces.map((value, i) =>
      i % 2 === 0 ? textNode(value) : linkNode(value.replace(/^(?=www\.)/, 'http://'), value),
    );
    (parent as Parents).children.splice(index, 1, ...nodes);
    return [SKIP, index + nodes.length];
  });
}

/** Moves headings one level down if there is a first level, and closes gaps between levels; gives whether any has another. */
function lowerHeadings(tree: Nodes): boolean {
  const headings = headingsIn(tree);
  const shift = headings.some(({ depth }) => depth === 1) ? 1 : 0;
  let before = 6;
  let areLowered = false;
  for (const heading of headings) {
    const depth = Math.min(6, heading.depth + shift, before + 1) as Heading['depth'];
    before = depth;
    areLowered ||= depth !== heading.depth;
    heading.depth = depth;
  }
  return areLowered;
}

const headingsIn = (tree: Nodes): Heading[] => nodesIn(tree).filter((node) => node.type === 'heading');

const wordsIn = (tree: Nodes): string =>
  nodesIn(tree)
    .map((node) => ('value' in node ? node.value : ''))
    .join('');

/** What is the same of the ids that generators make of the same words. */
const plainPart = (id: string) => slugify(id.replaceAll('&', ' ')).replace(/^[\d-]+/, '');

/** The ids that headings have in the paper, by those that they had. */
type Parts = ReadonlyMap<string, string>;

function partsIn(tree: Nodes): Parts {
  const idOf = createIds();
  const parts = new Map<string, string>();
  for (const heading of headingsIn(tree)) {
    const words = wordsIn(heading);
    const id = idOf(words);
    // Some leave apostrophes and letters outside English out.
    const forms = [words, words.replace(/['’]/g, ' '), words.replace(/[^ -~]/g, '')].map(plainPart);
    for (const old of [...(heading.data?.ids ?? []), ...forms]) if (!parts.has(old)) parts.set(old, id);
  }
  return parts;
}

/** What texts that were once in Jekyll have before an address, in HTML or in Markdown. */
const jekyllBase = /^(?:\{\{|%7B%7B)(?: |%20)*site\.(?:base)?url(?: |%20)*(?:\}\}|%7D%7D)/i;

/** Gives links and pictures their new addresses; gives whether any has another. A picture that is not there is a link. */
function moveAddresses(tree: Nodes, context: TextContext, parts: Parts, report: ReportFinding): boolean {
  let areMoved = false;
  visit(tree, (node, index, parent): VisitorResult => {
    if ((node.type !== 'link' && node.type !== 'image') || index === undefined || !parent) return CONTINUE;
    const put = (...nodes: PhrasingContent[]) => {
      (parent as Parents).children.splice(index, 1, ...nodes);
      return [SKIP, index] as [typeof SKIP, number];
    };
    node.url = node.url.trim().replace(jekyllBase, '').replace(/\s/g, '%20');
    if (node.type === 'image') {
      const file = context.pictureAt(node.url, 'picture');
      areMoved ||= file !== node.url;
      if (file !== undefined) node.url = file;
      else return put(...(parent.type === 'link' ? linkTo(node).children : [linkTo(node)]));
      return CONTINUE;
    }
    const url = newAddress(node.url, context, parts);
    const fault = addressFault(url);
    const isEmpty = isBlank(node);
    if (isEmpty || (fault && fault.suggestion === undefined)) {
      report(`a link ${isEmpty ? 'without words' : 'with a wrong address'} dropped`, node.url);
      const words = wordsIn(node);
      // Markdown would make a link of it again.
      if (/^(?:https?:|www\.)/.test(words)) return put({ type: 'inlineCode', value: words });
      return put(...node.children);
    }
    areMoved ||= url !== node.url || fault !== undefined;
    // A sound alone in its paragraph becomes a player.
    if (/^\/media\/.*\.mp3$/.test(url) && parent.type === 'paragraph' && parent.children.length === 1)
      return put(textNode(url.slice(1)));
    node.url = fault?.suggestion ?? url;
    return CONTINUE;
  });
  return areMoved;
}

function linkTo({ url, alt, title }: Image): Link {
  const words = [...new Set([alt, title])].filter(Boolean).join(': ');
  return linkNode(url, words || url.split('/').at(-1) || url);
}

/** The address of a link today. What was not imported keeps its former address. */
function newAddress(written: string, { address, linkTo, partsOf, pictureAt }: TextContext, own: Parts) {
  const url = written.replace(/^\/\//, 'https://');
  const [, path = url, query = '', fragment = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(url) ?? [];
  const partIn = (parts: Parts | undefined) => {
    const id = decoded(fragment.slice(1)) ?? '';
    const part = parts?.get(id) ?? parts?.get(plainPart(id) || id);
    return part ? `#${part}` : fragment;
  };
  if (path === '' && query === '') return partIn(own);
  const page = linkTo(path + query) ?? linkTo(path);
  if (page !== undefined) return page + (fragment && partIn(partsOf?.(page)));
  const file = /\.(?!md$|html?$|php$)\w{2,5}$/.test(path) ? pictureAt(url, 'link') : undefined;
  if (file !== undefined) return `/${file}`;
  const isRelative = !/^(?:[a-z][a-z0-9+.-]*:|\/|www\.)/i.test(url);
  const base = parseUrl(url, `https://archive.invalid${address}`);
  return isRelative && base ? base.href.slice(base.origin.length) : url;
}

/** Hides from Markdown what Galley’s own checks still find, and reports what it cannot. What is hidden may show another one. */
function checked(text: string, report: ReportFinding, rounds = 4): string {
  const { findings } = markdown(text, allOfMedia);
  // What begins with a backslash is hidden already.
  const shown = findings.filter(({ rule, start }) => rule !== 'shortcode' || text[start] !== '\\');
  const slips = shown.filter(({ rule }) => /^(?:markdown-slip|raw-html|shortcode)$/.test(rule));
  if (slips.length > 0 && rounds > 0) {
    const starts = slips.map(({ start }) => ({ start, end: start }));
    const hidden = edited(text, starts, () => '\\');
    return checked(hidden, report, rounds - 1);
  }
  for (const { rule, start, end, message } of shown)
    report(rule === 'too-large' ? tooLarge : message, text.slice(start, end));
  return text;
}
