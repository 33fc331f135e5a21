import { decodeHTML } from 'entities';
import type { Heading, Image, Link, Nodes, Parents, PhrasingContent, Text } from 'mdast';
import { type MdastNode, markdownToHtml, markdownToMdast } from 'satteri';
import { CONTINUE, SKIP, type VisitorResult, visit } from 'unist-util-visit';
import { addressFault, markdown } from '../../content/markdown/markdown.ts';
import { overLimit } from '../../content/markdown/text-limits.ts';
import { isHtmlElement, textOfHtml } from '../../headlines/feed-text.ts';
import { tagsOf } from '../../headlines/markup.ts';
import { withoutForbidden } from '../../lib/characters.ts';
import { parseUrl } from '../../lib/web-address.ts';
import type { Stretch } from '../../problems/locate.ts';
import type { ArchiveKind } from './archive.ts';
import { markdownOf, treeOf } from './html-to-markdown.ts';
import { withoutShortcodes } from './shortcodes.ts';
import {
  type ConvertedText,
  type Finding,
  type ReportFinding,
  type TextContext,
  tooLarge,
} from './text-context.ts';

/** Elements in one another beyond which only the words of a text are taken: the converter is recursive. */
const maxDepth = 200;

/** What generators of archives understand as Markdown. */
const features = { gfm: { footnotes: true }, frontmatter: false } as const;

/** Pictures are only told from other files by their folder: whether they are there is known to the copier. */
const allOfMedia = { has: (path: string) => path.startsWith('media/'), get: () => undefined };

/**
 * The text of an archive as Markdown that Galley takes. Markdown that needs no change is returned as it is; any other text is made to HTML, as
 * its generator does, and written anew. What could not be converted is a finding.
 */
export function convertText(body: string, context: TextContext): ConvertedText {
  const findings: Finding[] = [];
  const report: ReportFinding = (cause, example) => findings.push({ cause, example: example.slice(0, 200) });
  const written = withoutForbidden(body.replace(/\r\n?/g, '\n'));
  const isMarkdown = context.format === 'markdown';
  if (overLimit(written) && isMarkdown) {
    report(tooLarge, written);
    return { text: written, findings };
  }
  const text = withoutShortcodes(written, context.kind, isMarkdown ? codeIn : codeInHtml, report);
  const html = isMarkdown
    ? rendered(text, (tag) => written.includes(tag), report)
    : withParagraphs(text, context.kind);
  if (isTooDeep(html)) {
    report('nested too deeply: only the words are kept', html);
    return { text: markdownOf({ type: 'text', value: textOfHtml(html).trim() }), findings };
  }
  const tree = treeOf(html, report);
  tidy(tree);
  const areLowered = lowerHeadings(tree);
  const areMoved = moveAddresses(tree, context, report);
  const isGood =
    findings.length === 0 &&
    text === written &&
    !areLowered &&
    !areMoved &&
    markdown(written, allOfMedia).findings.length === 0;
  return { text: isMarkdown && isGood ? written : checked(markdownOf(tree), report), findings };
}

/** A title, an excerpt or a caption: without tags, its entities decoded, also those that were encoded twice. */
export const plainText = (html: string): string => decodeHTML(textOfHtml(html)).replace(/\s+/g, ' ').trim();

/**
 * The HTML of a Markdown text. Tags that are no HTML are text, and the marks of kramdown and Goldmark for classes and ids are dropped.
 * `isTheirs` tells the tags of the archive from those of shortcodes.
 */
function rendered(text: string, isTheirs: (html: string) => boolean, report: ReportFinding): string {
  const withoutMarks = replacedOutsideCode(
    text,
    /^[ \t]*(?:(?:[-*+]|1\.)[^\n]*\n)?[ \t]*\{:[ \t]*toc[^}\n]*\}[ \t]*$|\{::?[^}\n]*\}|(?<=^#{1,6} [^\n]*)[ \t]*\{#[^}\n]*\}[ \t]*$/gm,
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
  const strange = nodesOf(source).flatMap((node) => {
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

/** All nodes of a Markdown text, in order. */
function nodesOf(text: string): MdastNode[] {
  const nodes: MdastNode[] = [];
  const todo: MdastNode[] = [markdownToMdast(text, { features })];
  for (let node = todo.pop(); node; node = todo.pop()) {
    nodes.push(node);
    if ('children' in node) todo.push(...node.children.toReversed());
  }
  return nodes;
}

/** The code in a Markdown text, in order. */
const codeIn = (text: string): Stretch[] =>
  nodesOf(text)
    .filter(({ type }) => type === 'code' || type === 'inlineCode')
    .map(stretchOf);

const matchesIn = (text: string, pattern: RegExp): Stretch[] =>
  Array.from(text.matchAll(pattern), ({ index, 0: match }) => ({ start: index, end: index + match.length }));

const codeInHtml = (html: string): Stretch[] => matchesIn(html, /<(pre|code)\b[\s\S]*?<\/\1>/gi);

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
  const matches = matchesIn(text, pattern);
  const code = matches.length > 0 ? codeIn(text) : [];
  const isCode = ({ start }: Stretch) => code.some((part) => part.start <= start && start < part.end);
  return edited(
    text,
    matches.filter((match) => !isCode(match)),
    by,
  );
}

const blocks =
  'address|article|aside|audio|blockquote|center|details|div|dl|fieldset|figure|footer|form|h[1-6]|header|hr|iframe|nav|ol|p|pre|script|section|style|table|ul|video';
const opening = new RegExp(`(?=<(?:${blocks})[\\s/>])`, 'gi');
const closing = new RegExp(`</(?:${blocks})>|<hr\\s*/?>`, 'gi');
const startsBlock = new RegExp(`^</?(?:${blocks})[\\s/>]`, 'i');

/** Classic texts of WordPress: empty lines are between paragraphs, and line breaks count. */
function withParagraphs(html: string, kind: ArchiveKind): string {
  if (kind !== 'wordpress' || html.includes('<!-- wp:')) return html;
  const paragraphsOf = (piece: string) =>
    piece
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
  // Of three pieces, one is between such elements, one is an element, and one is its name.
  const pieces = html.split(/(<(pre|script|style|table|ul|ol|dl)\b[\s\S]*?<\/\2>)/i);
  return pieces.map((piece, i) => [paragraphsOf(piece), piece, ''][i % 3]).join('\n');
}

function isTooDeep(html: string): boolean {
  const alone =
    /^(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr|p|li|td|th|tr|dt|dd|option)$/;
  let depth = 0;
  for (const { kind, name } of tagsOf(html)) {
    if (alone.test(name)) continue;
    depth = kind === 'open' ? depth + 1 : Math.max(0, depth - 1);
    if (depth > maxDepth) return true;
  }
  return false;
}

/** Whether nothing can be seen of a node. */
function isBlank(tree: Nodes): boolean {
  let isSeen = false;
  visit(tree, (node) => {
    isSeen ||= node.type === 'image' || ('value' in node && node.value.trim() !== '');
  });
  return !isSeen;
}

/** Drops empty paragraphs, and makes links of web addresses. */
function tidy(tree: Nodes): void {
  visit(tree, (node, index, parent): VisitorResult => {
    if (index === undefined || !parent) return CONTINUE;
    if (node.type === 'paragraph' && isBlank(node)) {
      parent.children.splice(index, 1);
      return [SKIP, index];
    }
    if (node.type === 'link') return SKIP;
    if (node.type !== 'text') return CONTINUE;
    const pieces = node.value.split(/(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)”’'])/);
    if (pieces.length === 1) return CONTINUE;
    const nodes = pieces.map((value, i): Text | Link =>
      i % 2 === 0
        ? { type: 'text', value }
        : { type: 'link', url: value, children: [{ type: 'text', value }] },
    );
    (parent as Parents).children.splice(index, 1, ...nodes);
    return [SKIP, index + nodes.length];
  });
}

/** Moves headings one level down if there is a first level, and closes gaps between levels; gives whether any has another. */
function lowerHeadings(tree: Nodes): boolean {
  const headings: Heading[] = [];
  visit(tree, 'heading', (heading) => {
    headings.push(heading);
  });
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

/** Gives links and pictures their new addresses; gives whether any has another. A picture that is not there is a link. */
function moveAddresses(tree: Nodes, context: TextContext, report: ReportFinding): boolean {
  let areMoved = false;
  visit(tree, (node, index, parent): VisitorResult => {
    if ((node.type !== 'link' && node.type !== 'image') || index === undefined || !parent) return CONTINUE;
    const put = (...nodes: PhrasingContent[]) => {
      (parent as Parents).children.splice(index, 1, ...nodes);
      return [SKIP, index] as [typeof SKIP, number];
    };
    node.url = node.url.trim().replace(/\s/g, '%20');
    if (node.type === 'image') {
      const file = context.pictureAt(node.url, 'picture');
      areMoved ||= file !== node.url;
      if (file !== undefined) node.url = file;
      else {
        const link = linkTo(node);
        return put(parent.type === 'link' ? (link.children[0] as Text) : link);
      }
      return CONTINUE;
    }
    const url = newAddress(node.url, context);
    const fault = addressFault(url);
    const isEmpty = isBlank(node);
    if (isEmpty || (fault && fault.suggestion === undefined)) {
      report(`a link ${isEmpty ? 'without words' : 'with a wrong address'} dropped`, node.url);
      return put(...node.children);
    }
    areMoved ||= url !== node.url || fault !== undefined;
    // A sound alone in its paragraph becomes a player.
    if (/^\/media\/.*\.mp3$/.test(url) && parent.type === 'paragraph' && parent.children.length === 1)
      return put({ type: 'text', value: url.slice(1) });
    node.url = fault?.suggestion ?? url;
    return CONTINUE;
  });
  return areMoved;
}

function linkTo({ url, alt, title }: Image): Link {
  const value = [...new Set([alt, title])].filter(Boolean).join(': ') || url.split('/').at(-1) || url;
  return { type: 'link', url, children: [{ type: 'text', value }] };
}

/** The address of a link today. What was not imported keeps its former address. */
function newAddress(written: string, { address, linkTo, pictureAt }: TextContext): string {
  const url = written.replace(/^\/\//, 'https://');
  const [, path = url, query = '', fragment = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(url) ?? [];
  if (path === '' && query === '') return url;
  const page = linkTo(path + query) ?? linkTo(path);
  if (page !== undefined) return page + fragment;
  const file = /\.\w{2,5}$/.test(path) ? pictureAt(url, 'link') : undefined;
  if (file !== undefined) return `/${file}`;
  const isRelative = !/^(?:[a-z][a-z0-9+.-]*:|\/|www\.)/i.test(url);
  const base = parseUrl(url, `https://archive.invalid${address}`);
  return isRelative && base ? base.href.slice(base.origin.length) : url;
}

/** Hides from Markdown what Galley’s own checks still find, and reports what it cannot. What is hidden may show another one. */
function checked(text: string, report: ReportFinding, rounds = 4): string {
  const { findings } = markdown(text, allOfMedia);
  const slips = findings.filter(({ rule }) => rule === 'markdown-slip' || rule === 'raw-html');
  if (slips.length > 0 && rounds > 0) {
    const starts = slips.map(({ start }) => ({ start, end: start }));
    return checked(
      edited(text, starts, () => '\\'),
      report,
      rounds - 1,
    );
  }
  for (const { rule, start, end, message } of findings)
    report(rule === 'too-large' ? tooLarge : message, text.slice(start, end));
  return text;
}
