import { extname } from 'node:path';
import { decodeHTML } from 'entities';
import { type MdastNode, markdownToMdast } from 'satteri';
import { isHtmlElement, textOfHtml } from '../feeds/feed-text.ts';
import { withoutForbidden } from '../lib/characters.ts';
import { mediaTypes } from '../pipeline/read.ts';
import { addressOf } from '../sources/markdown/addresses.ts';
import type { MarkdownFinding } from '../sources/markdown/finding.ts';
import { features, markdown } from '../sources/markdown/markdown.ts';
import { overLimit } from '../sources/markdown/text-limits.ts';
import { escapeMarkdown, htmlToMarkdown, startsBlock, withParagraphs } from './html-to-markdown.ts';
import { withoutShortcodes } from './shortcodes.ts';
import {
  createMasks,
  type Finding,
  type Masks,
  type ReportFinding,
  type TextContext,
} from './text-context.ts';

export type { Finding, TextContext } from './text-context.ts';

export interface ConvertedText {
  readonly text: string;
  readonly findings: readonly Finding[];
}

interface Conversion extends TextContext, Masks {
  readonly report: ReportFinding;
}

/** A replacement of a stretch of a text. */
interface Edit {
  readonly start: number;
  readonly end: number;
  readonly by: string;
}

/**
 * The text of an archive as Markdown that Galley takes. Markdown that needs no change is returned as it is; what could not be repaired is a
 * finding.
 */
export function convertText(body: string, context: TextContext): ConvertedText {
  const findings: Finding[] = [];
  const report: ReportFinding = (what, name, outcome, example) =>
    findings.push({ what, name, outcome, example });
  const conversion = { ...context, ...createMasks(), report };
  const text = withoutForbidden(body.replace(/\r\n?/g, '\n'));
  const convert = context.format === 'html' ? fromHtml : fromMarkdown;
  return { text: repaired(convert(text, conversion), conversion), findings };
}

/** A title, an excerpt or a caption: without tags, its entities decoded, also those that were encoded twice. */
export const plainText = (html: string): string => decodeHTML(textOfHtml(html)).replace(/\s+/g, ' ').trim();

function fromHtml(body: string, conversion: Conversion): string {
  const codeIn = (html: string) =>
    within(
      Array.from(html.matchAll(/<(pre|code)\b[\s\S]*?<\/\1>/gi), ({ index, 0: code }) => ({
        start: index,
        end: index + code.length,
      })),
    );
  const html = withoutShortcodes(body, conversion.kind, codeIn, conversion, conversion.report);
  const isClassic = conversion.kind === 'wordpress' && !/<!-- wp:/.test(html);
  const text = htmlToMarkdown(isClassic ? withParagraphs(html) : html, conversion).trim();
  return withNewAddresses(conversion.unmask(text), conversion);
}

function fromMarkdown(body: string, conversion: Conversion): string {
  if (overLimit(body)) return body;
  const html = withoutShortcodes(body, conversion.kind, isCodeIn, conversion, conversion.report);
  const steps = [withoutForeignMarks, withNotes, withoutTags, withNewAddresses, withLowerHeadings];
  const text = steps.reduce((text, step) => (overLimit(text) ? text : step(text, conversion)), html);
  return conversion.unmask(text);
}

/** All nodes of a text, each before what is in it. */
const nodesOf = (text: string): MdastNode[] =>
  overLimit(text) ? [] : nodesWithin([markdownToMdast(text, { features })]);

const nodesWithin = (nodes: readonly MdastNode[]): MdastNode[] =>
  nodes.flatMap((node) => ('children' in node ? [node, ...nodesWithin(node.children)] : node));

const stretchOf = ({ position }: MdastNode) => ({
  start: position?.start.offset ?? 0,
  end: position?.end.offset ?? 0,
});

/** Whether an offset is in one of some stretches, which are in order and apart. */
function within(
  stretches: readonly { readonly start: number; readonly end: number }[],
): (offset: number) => boolean {
  let next = 0;
  return (offset) => {
    while ((stretches[next]?.end ?? Number.POSITIVE_INFINITY) <= offset) next += 1;
    return offset >= (stretches[next]?.start ?? Number.POSITIVE_INFINITY);
  };
}

const isCodeIn = (text: string) =>
  within(
    nodesOf(text)
      .filter(({ type }) => type === 'code' || type === 'inlineCode')
      .map(stretchOf),
  );

const encodeSpaces = (address: string): string => address.replace(/\s/g, '%20');

/** Applies edits; of two that overlap, the one that starts first. */
function edited(text: string, edits: readonly Edit[]): string {
  const pieces: string[] = [];
  let at = 0;
  for (const { start, end, by } of edits.toSorted((a, b) => a.start - b.start)) {
    if (start < at) continue;
    pieces.push(text.slice(at, start), by);
    at = end;
  }
  return at === 0 && pieces.length === 0 ? text : pieces.join('') + text.slice(at);
}

/** Replaces what a pattern finds outside code. */
function replacedOutsideCode(
  text: string,
  pattern: RegExp,
  by: (...groups: string[]) => string | undefined,
): string {
  const found = [...text.matchAll(pattern)];
  if (found.length === 0) return text;
  const isCode = isCodeIn(text);
  const edits = found.flatMap((match) => {
    const replacement = isCode(match.index) ? undefined : by(...match);
    return replacement === undefined
      ? []
      : [{ start: match.index, end: match.index + match[0].length, by: replacement }];
  });
  return edited(text, edits);
}

/** The marks of kramdown and Goldmark for classes, ids and tables of contents; headings and addresses that older programs took. */
function withoutForeignMarks(text: string, { report }: Conversion): string {
  const dropped = (mark: string) => {
    report('markup', '{: }', 'dropped', mark.trim());
    return '';
  };
  // The pattern takes long where nothing fits.
  const withoutMarks = !/\{:|\{#/.test(text)
    ? text
    : replacedOutsideCode(
        text,
        /^[ \t]*(?:(?:[-*+]|1\.)[^\n]*\n)?[ \t]*\{:[ \t]*toc[^}\n]*\}[ \t]*\n?|^[ \t]*\{::?[^}\n]*\}[ \t]*\n?|(?<=\S)\{:[^}\n]*\}|(?<=^#{1,6} [^\n]*)[ \t]*\{#[\w-]+[^}\n]*\}[ \t]*$/gm,
        dropped,
      );
  const withHeadings = replacedOutsideCode(withoutMarks, /^#{2,6}(?=[^\s#])/gm, (signs) => {
    report('heading', 'without a space', 'changed', signs);
    return `${signs} `;
  });
  return replacedOutsideCode(
    withHeadings,
    /(?<=\]\()[ \t]*((?:https?:|\/|\.|[\w-]+\/)[^\s()<>"]*(?: [^\s()<>"]+)+)(?=(?: "[^"\n]*")?\))/g,
    (_, address = '') => {
      report('link', 'spaces', 'changed', address);
      return encodeSpaces(address);
    },
  );
}

/** Footnotes become a numbered list at the end. */
function withNotes(text: string, { report, mask }: Conversion): string {
  const notes = new Map<string, string>();
  const withoutNotes = replacedOutsideCode(
    text,
    /^ {0,3}\[\^([^\]\s]+)\]:[ \t]*(.*(?:\n(?:(?: {2,}|\t).*|(?=\n(?: {4}|\t)\S)))*)\n?/gm,
    (note, label = '', words = '') => {
      report('footnote', label, 'changed', note);
      notes.set(label, words);
      return '';
    },
  );
  if (notes.size === 0) return text;
  const labels: string[] = [];
  const numberOf = (label: string) =>
    labels.includes(label) ? labels.indexOf(label) + 1 : labels.push(label);
  const numbered = replacedOutsideCode(withoutNotes, /\[\^([^\]\s]+)\]/g, (_, label = '') =>
    notes.has(label) ? mask(`\\[${numberOf(label)}\\]`) : undefined,
  );
  for (const label of notes.keys()) numberOf(label);
  const list = labels.map(
    (label, i) =>
      `${i + 1}. ${notes
        .get(label)
        ?.trim()
        .replace(/\n[ \t]*(?=\S)/g, '\n   ')}`,
  );
  return `${numbered.trimEnd()}\n\n## Notes\n\n${list.join('\n')}\n`;
}

/** Tags of HTML, and indented HTML that Markdown would show as code. */
const isHtml = (node: MdastNode): boolean =>
  node.type === 'html' || (node.type === 'code' && !node.lang && /^<\/?[a-z][^<>]*>/i.test(node.value));

const isContainer = (node: MdastNode): boolean => ['list', 'listItem', 'blockquote'].includes(node.type);

/** Converts the HTML between Markdown, which is hidden meanwhile. */
function withoutTags(text: string, conversion: Conversion): string {
  if (!/<[a-z/!?]/i.test(text)) return text;
  return edited(text, tagEdits(text, markdownToMdast(text, { features }), conversion));
}

/** The edit of a document, quotation or list item with HTML in it; those in one another are edited from the inside. */
function tagEdits(text: string, parent: MdastNode, conversion: Conversion): Edit[] {
  const { mask, unmask } = conversion;
  const inside: readonly MdastNode[] = 'children' in parent ? parent.children : [];
  const edits = inside.flatMap((node) => (isContainer(node) ? tagEdits(text, node, conversion) : []));
  const tags = inside.flatMap((node) => (isContainer(node) ? [] : htmlIn(node)));
  const lines = nodesWithin(inside).filter(({ type }) => type === 'tableCell' || type === 'heading');
  const inLines = new Set(lines.flatMap(htmlIn));
  const [first, last] = [inside[0], inside.at(-1)];
  if (tags.length === 0 || !first || !last) return edits;
  const isRoot = parent.type === 'root';
  const start = isRoot ? 0 : stretchOf(first).start;
  const prefix = isRoot
    ? ''
    : text.slice(text.lastIndexOf('\n', start - 1) + 1, start).replace(/[^>\t]/g, ' ');
  let at = start;
  let isAfterBlock = false;
  const pieces = [...tags, undefined].map((tag) => {
    const stretch = tag ? stretchOf(tag) : { start: isRoot ? text.length : stretchOf(last).end, end: 0 };
    const isBlock =
      tag !== undefined && inside.includes(tag) && 'value' in tag && startsBlock.test(tag.value);
    const moved = edits
      .filter((edit) => edit.start >= at && edit.end <= stretch.start)
      .map((edit) => ({ ...edit, start: edit.start - at, end: edit.end - at }));
    const between = edited(text.slice(at, stretch.start), moved);
    const shown = isAfterBlock ? between.replace(isRoot ? /^(?:[ \t]*\n)+/ : /^[\s>]*/, '') : between;
    const words = isBlock ? shown.replace(/[\s>]*$/, '') : shown;
    const tagged = tag ? tagsOnly(tag, { isBlock, isInLine: inLines.has(tag) }, conversion) : '';
    // Turndown keeps the spaces beside emphasis out of it. Without its tags, `<b>[A]:</b> b` would be the definition of an address.
    const hidden = words.replace(/^(\[[^\]\n]*\]):$/, '$1\\:').replace(/[^ \t](?:[\s\S]*[^ \t])?/, mask);
    at = stretch.end;
    // Empty lines inside code are a part of it.
    isAfterBlock = isBlock && !/<pre\b(?![\s\S]*<\/pre)/i.test(tagged);
    return hidden + (isBlock ? '\n' : '') + tagged;
  });
  const by = htmlToMarkdown(pieces.join(''), conversion).replace(/\n(\n)?/g, (_, empty) =>
    empty ? `\n${prefix.trimEnd()}\n${prefix}` : `\n${prefix}`,
  );
  return [{ start, end: isRoot ? text.length : stretchOf(last).end, by: unmask(by) }];
}

const htmlIn = (node: MdastNode): MdastNode[] => {
  if (isHtml(node)) return [node];
  return 'children' in node ? node.children.flatMap(htmlIn) : [];
};

/** HTML without what has the name of no element, which is text; in an element with Markdown, that is hidden too. */
function tagsOnly(
  node: MdastNode,
  { isBlock, isInLine }: Record<'isBlock' | 'isInLine', boolean>,
  { mask }: Conversion,
): string {
  const html = 'value' in node ? node.value : '';
  if (html.startsWith('<!--')) return isBlock ? '<div></div>' : '';
  if (isInLine && /^<\/?(?:br|div|li|ol|p|ul)\b/i.test(html)) return ' ';
  const [, name = ''] = /^<\/?([a-z][\w:-]*)/i.exec(html) ?? [];
  if (name && !isHtmlElement(name.toLowerCase()) && !/[:-]/.test(name)) return mask(`\\${html}`);
  return /^<[^>]*\smarkdown=/.test(html)
    ? html.replace(/(?<=>)\n?([^<]*[^<\n])\n?/g, (_, words) => mask(words))
    : html;
}

/** Leads links to where pages and pictures are now. */
function withNewAddresses(text: string, conversion: Conversion): string {
  const nodes = nodesOf(text);
  const definitions = new Map(
    nodes.flatMap((node) => (node.type === 'definition' ? [[node.identifier, node.url]] : [])),
  );
  const edits = nodes.flatMap((node): Edit[] => {
    const stretch = stretchOf(node);
    if (node.type === 'imageReference') {
      const url = definitions.get(node.identifier) ?? '';
      return [{ ...stretch, by: `![${node.alt ?? ''}](${encodeSpaces(conversion.pictureAt(url) ?? url)})` }];
    }
    if (node.type !== 'link' && node.type !== 'definition' && node.type !== 'image') return [];
    const by = newAddress(node.url, node.type === 'image', conversion);
    if (by === undefined || by === node.url) return [];
    if (node.type === 'link' && text[stretch.start] !== '[') {
      const words = text.slice(stretch.start, stretch.end).replace(/^<|>$/g, '');
      return [{ ...stretch, by: `[${words}](${by})` }];
    }
    return [{ ...addressOf(node, text), by }];
  });
  return edited(text, edits);
}

function newAddress(url: string, isPicture: boolean, { linkTo, pictureAt }: TextContext): string | undefined {
  if (isPicture) return pictureAt(url);
  const [, path = url, query = '', fragment = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(url) ?? [];
  if (path === '' && query === '') return undefined;
  const address = linkTo(path + query) ?? linkTo(path);
  if (address !== undefined) return address + fragment;
  const file = extname(path).toLowerCase() in mediaTypes ? pictureAt(url, 'link') : undefined;
  return file && `/${file}`;
}

/** Moves headings one level down if there is a first level, and closes gaps between levels. */
function withLowerHeadings(text: string, { report }: Conversion): string {
  const headings = nodesOf(text).filter((node) => node.type === 'heading');
  const shift = headings.some(({ depth }) => depth === 1) ? 1 : 0;
  let before: number | undefined;
  const edits = headings.flatMap((node): Edit[] => {
    const { start, end } = stretchOf(node);
    const level: number = Math.min(6, node.depth + shift, (before ?? 6) + 1);
    before = level;
    const written = text.slice(start, end);
    const [, words = ''] = /^([\s\S]*?)\n[ >\t]*(?:-+|=+)[ \t]*$/.exec(written) ?? [];
    const isLong = words.length > 60 || words.includes('\n');
    if (level === node.depth && !(isLong && node.depth === 2)) return [];
    report('heading', `level ${node.depth}`, 'changed', written);
    const content = words ? words.replace(/\n[ \t>]*/g, ' ') : written.replace(/^#+[ \t]*/, '');
    return [{ start, end, by: `${'#'.repeat(level)} ${content}` }];
  });
  return edited(text, edits);
}

/** Pictures are only told from others by their folder: whether they are there is known to the copier. */
const allOfMedia = { has: (path: string) => path.startsWith('media/'), get: () => undefined };

/** Repairs what Galley's own checks still find, and reports what it cannot. */
function repaired(body: string, conversion: Conversion): string {
  let text = conversion.format === 'html' ? withLowerHeadings(body, conversion) : body;
  for (let round = 0; round < 4; round += 1) {
    const { findings } = markdown(text, allOfMedia);
    const nodes = findings.length > 0 ? nodesOf(text) : [];
    const edits = findings.flatMap((finding) => repair(finding, text, nodes, conversion));
    if (edits.length === 0) break;
    text = edited(text, edits);
  }
  for (const { rule, start, end, message } of markdown(text, allOfMedia).findings)
    conversion.report(
      rule === 'too-large' ? 'too-large' : rule === 'missing-alt' ? 'picture' : 'markup',
      message,
      'kept',
      text.slice(start, Math.min(end, start + 200)),
    );
  return text;
}

function repair(
  { rule, message, suggestion, start, end }: MarkdownFinding,
  text: string,
  nodes: readonly MdastNode[],
  { report }: Conversion,
): Edit[] {
  const written = text.slice(start, end);
  const nodeAt = (type: 'link' | 'image') =>
    nodes.find(
      (node) =>
        node.type === type && node.position && stretchOf(node).start <= start && stretchOf(node).end >= end,
    );
  if (rule === 'raw-html') {
    report('html', /^<\/?([\w-]*)/.exec(written)?.[1] || 'a sign', 'kept', written.slice(0, 200));
    return [{ start, end, by: written.replace(/<(?=[a-z/!?])/gi, '\\<') }];
  }
  if (rule === 'missing-media') {
    const node = nodeAt('image');
    if (node?.type !== 'image') return [];
    report('picture', 'not there', 'changed', written);
    const words =
      [...new Set([node.alt, node.title])].filter(Boolean).join(': ') ||
      node.url.split('/').at(-1) ||
      node.url;
    return [
      {
        start,
        end,
        by: node.url ? `[${escapeMarkdown(words)}](${encodeSpaces(node.url)})` : escapeMarkdown(words),
      },
    ];
  }
  if (rule === 'invalid-url' || rule === 'unsafe-link') {
    const node = nodeAt('link');
    if (suggestion !== undefined) return [{ start, end, by: suggestion }];
    if (node?.type !== 'link') return [];
    const [first, last] = [node.children[0], node.children.at(-1)];
    const stretch = stretchOf(node);
    report('link', 'address', 'dropped', text.slice(stretch.start, stretch.end));
    const words = first && last ? text.slice(stretchOf(first).start, stretchOf(last).end) : '';
    return [
      { ...stretch, by: text[stretch.start] === '[' ? words : escapeMarkdown(words).replace(':', '\\:') },
    ];
  }
  if (rule !== 'markdown-slip' || message.startsWith('This row')) return [];
  if (/^This link has no words/.test(message)) {
    report('link', 'without words', 'dropped', written);
    return [{ start, end, by: '' }];
  }
  if (/^Everything from here on/.test(message))
    return [{ start: text.length, end: text.length, by: `${text.endsWith('\n') ? '' : '\n'}${written}` }];
  report('markup', written.slice(0, 40), 'kept', written.slice(0, 200));
  const at = /^[!-/:-@[-`{-~]/.test(written) ? start : text.lastIndexOf('(', start);
  return at === -1 ? [] : [{ start: at, end: at, by: '\\' }];
}
