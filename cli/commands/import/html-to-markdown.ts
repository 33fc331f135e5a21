import type { Element, Root } from 'hast';
import { fromParse5 } from 'hast-util-from-parse5';
import { defaultHandlers, type Handle, type State, toMdast } from 'hast-util-to-mdast';
import { toText } from 'hast-util-to-text';
import type { Image, Nodes, Paragraph, PhrasingContent } from 'mdast';
import { gfmStrikethroughToMarkdown } from 'mdast-util-gfm-strikethrough';
import { gfmTableToMarkdown } from 'mdast-util-gfm-table';
import { gfmTaskListItemToMarkdown } from 'mdast-util-gfm-task-list-item';
import { toMarkdown } from 'mdast-util-to-markdown';
import { type DefaultTreeAdapterMap, defaultTreeAdapter, parseFragment, type TreeAdapter } from 'parse5';
import { CONTINUE, SKIP, visit } from 'unist-util-visit';
import { videoAt } from '../../content/videos.ts';
import type { ReportFinding, TextContext } from './archive.ts';

/** Elements in one another, because the converter is recursive, and elements in all, because emphasis that is not closed is repeated in each paragraph. */
const max = { depth: 150, elements: 18_000 };

/** HTML whose tree has more than these. */
export class TooIntricate extends Error {}

declare module 'mdast' {
  interface HeadingData {
    /** The ids that links to the heading had. */
    ids?: readonly string[];
  }
}

/** HTML as the tree of a Markdown text. Reports what is not shown as the text that it is. @throws {TooIntricate} */
export function treeOf(html: string, { attachmentOf }: TextContext, report: ReportFinding): Nodes {
  const root = parsed(html.replace(poem, asStanzas));
  markHeadings(root);
  dropTraces(root);
  findUploads(root, attachmentOf);
  prepare(root, report);
  return toMdast(root, { handlers, document: true });
}

/** A poem as WordPress writes it, whose lines are kept. */
const poem = /<pre\b[^<>]*\bwp-block-verse\b[^<>]*>((?:(?!<\/?pre\b)[\s\S])*)<\/pre>/gi;

const asStanzas = (_: string, words: string): string =>
  `<p>${words
    .trim()
    .replace(/\n\s*\n/g, '</p><p>')
    .replaceAll('\n', '<br>')}</p>`;

function parsed(html: string): Root {
  let depth = 0;
  let elements = 0;
  const treeAdapter: TreeAdapter<DefaultTreeAdapterMap> = {
    ...defaultTreeAdapter,
    createElement(...given) {
      elements += 1;
      if (elements > max.elements) throw new TooIntricate();
      return defaultTreeAdapter.createElement(...given);
    },
    onItemPush() {
      depth += 1;
      if (depth > max.depth) throw new TooIntricate();
    },
    onItemPop() {
      depth -= 1;
    },
  };
  return fromParse5(parseFragment(html, { treeAdapter, scriptingEnabled: false })) as Root;
}

export const markdownOf = (tree: Nodes): string =>
  // A box stays one.
  toMarkdown(tree, {
    extensions: [
      gfmStrikethroughToMarkdown(),
      gfmTableToMarkdown({ tablePipeAlign: false }),
      gfmTaskListItemToMarkdown(),
    ],
    bullet: '-',
    emphasis: '*',
    rule: '-',
    listItemIndent: 'one',
  }).replace(/^((?:> ?)+)\\\[!note\]$/gm, '$1[!note]');

const attributeOf = ({ properties }: Element, ...names: readonly string[]): string =>
  String(names.map((name) => properties[name]).find(Boolean) ?? '');
const hasClass = ({ properties }: Element, pattern: RegExp): boolean =>
  Array.isArray(properties.className) && properties.className.some((name) => pattern.test(String(name)));

/** All elements in one, and it too, that a test accepts, or whose names fit a pattern. */
function elementsIn(node: Element | Root, accepted: RegExp | ((element: Element) => boolean)): Element[] {
  const elements: Element[] = [];
  visit(node, 'element', (element) => {
    const isOne = accepted instanceof RegExp ? accepted.test(element.tagName) : accepted(element);
    if (isOne) elements.push(element);
  });
  return elements;
}

const isFigure = (element: Element) => element.tagName === 'figure' || hasClass(element, /^wp-caption$/);
const isCaption = (element: Element) =>
  element.tagName === 'figcaption' || hasClass(element, /^wp-caption-text$/);
const unseen = /^(?:script|style|noscript|template|svg|dialog)$/;

const ofForms = /^(?:button|input|label|select|textarea)$/;

const phrases =
  /^(?:a|abbr|b|cite|code|del|em|font|i|ins|kbd|mark|nobr|s|small|span|strike|strong|sub|sup|tt|u)$/;
const blocks =
  /^(?:audio|blockquote|center|details|div|dl|embed|figure|h[1-6]|hr|iframe|ol|p|pre|table|ul|video)$/;

const large = /^(?:table|pre|ul|ol|blockquote|h\d)$/;
const ofTables = /^(?:table|thead|tbody|tfoot|tr|td|th|caption)$/;

const idsOf = (node: Element): string[] =>
  [node.properties.id, node.tagName === 'a' && node.properties.name].flatMap((id) => (id ? String(id) : []));

/** Gives each heading the ids in it, and those of what stands directly above it. */
function markHeadings(root: Root): void {
  let above: string[] = [];
  visit(root, (node) => {
    if (node.type === 'text' && node.value.trim() !== '') above = [];
    if (node.type !== 'element') return CONTINUE;
    if (!/^h[1-6]$/.test(node.tagName)) {
      above.push(...idsOf(node));
      return CONTINUE;
    }
    node.properties.dataIds = [...above, ...elementsIn(node, /(?:)/).flatMap(idsOf)];
    above = [];
    return SKIP;
  });
}

/** Takes out comments and emphasis of nothing: the converter looks behind each for what can be seen. */
function dropTraces(node: Element | Root): void {
  const kept: Root['children'] = [];
  for (const child of node.children) {
    if (child.type === 'element') dropTraces(child);
    const isEmpty = child.type === 'element' && child.children.length === 0 && phrases.test(child.tagName);
    const last = kept.at(-1);
    if (child.type === 'text' && last?.type === 'text') last.value += child.value;
    else if (child.type !== 'comment' && !isEmpty) kept.push(child);
  }
  node.children = kept as Element['children'];
}

/** Leads links to the pages of uploads to the files; gives pictures of WordPress their descriptions, and those of galleries their captions. */
function findUploads(root: Root, attachmentOf: TextContext['attachmentOf']): void {
  for (const link of elementsIn(root, /^a$/)) {
    const href = attributeOf(link, 'href');
    const known = attachmentOf?.(/[?&]attachment_id=(\d+)/.exec(href)?.[1] ?? href);
    if (known) link.properties.href = known.address;
  }
  for (const image of elementsIn(root, /^img$/)) {
    const words = `${attributeOf(image, 'className')} ${attributeOf(image, 'src')}`;
    const [, id = '', inGallery] = /\bwp-image-(\d+)|(?:\?attachment_id=)(\d+)/.exec(words) ?? [];
    const known = attachmentOf?.(id || inGallery || '');
    if (!known) continue;
    image.properties.alt ||= known.alt;
    if (inGallery) Object.assign(image.properties, { src: known.address, title: known.caption });
  }
}

/** Numbers of code lines, and what is around the players and words of cards of Ghost. */
const notForReaders =
  /^(?:gutter|linenos?|rouge-gutter|lntd-nos|kg-callout-emoji|kg-toggle-card-icon|kg-(?:audio|video)-(?:player|overlay|thumbnail|hide|large-play|title).*)$/;

const elementOf = (tagName: string, children: Element['children']): Element => ({
  ...{ type: 'element', tagName, properties: {}, children },
});

/** Takes out what readers never saw, numbers of code lines, and the way back of footnotes, whose numbers become text. */
function prepare(root: Root, report: ReportFinding): void {
  visit(root, (node, index, parent) => {
    if (node.type !== 'element' || index === undefined || !parent) return CONTINUE;
    const { tagName, properties } = node;
    if (tagName === 'form') for (const part of elementsIn(node, ofForms)) part.properties.dataUnseen = true;
    const isUnseen = unseen.test(tagName) || properties.dataUnseen !== undefined;
    if (isUnseen) report(`\`${tagName}\` dropped`, toText(node));
    if (hasClass(node, /^kg-callout-card$/)) {
      node.tagName = 'blockquote';
      node.children.unshift(elementOf('p', [{ type: 'text', value: '[!note]' }]));
    }
    // A card that is a link: its title leads there, and its description is below.
    if (hasClass(node, /^kg-(?:bookmark|file-card)-container$/)) {
      const wordsOf = (pattern: RegExp) =>
        elementsIn(node, (element) => hasClass(element, pattern)).map((element) => toText(element).trim());
      const [title = attributeOf(node, 'href')] = wordsOf(/^kg-(?:bookmark|file-card)-title$/);
      const link = { ...node, children: [{ type: 'text' as const, value: title }] };
      const more = wordsOf(/^kg-(?:bookmark-description|file-card-caption)$/);
      const paragraphs = more.map((value) => elementOf('p', [{ type: 'text', value }]));
      parent.children[index] = elementOf('div', [elementOf('p', [link]), ...paragraphs]);
      return SKIP;
    }
    const isBack = properties.dataFootnoteBackref !== undefined;
    if (isBack || isUnseen || hasClass(node, notForReaders)) {
      parent.children.splice(index, 1);
      return [SKIP, index];
    }
    if (phrases.test(tagName) && elementsIn(node, blocks).length > 0) {
      if (tagName === 'a') report('a link around blocks dropped', attributeOf(node, 'href'));
      node.tagName = 'div';
    }
    // Tables of Markdown cannot hold them: the cells are one below the other.
    if (
      tagName === 'table' &&
      node.children.some((child) => child.type === 'element' && elementsIn(child, large).length > 0)
    )
      for (const part of elementsIn(node, ofTables)) part.tagName = 'div';
    // A caption is a title of the picture, which is shown only where the picture is a paragraph of its own.
    if (/^(?:li|td|th|blockquote)$/.test(tagName))
      for (const inner of elementsIn(node, isFigure)) inner.properties.dataInside = true;
    if (properties.dataFootnoteRef !== undefined || properties.dataFn !== undefined)
      parent.children[index] = { type: 'text', value: `[${toText(node)}]` };
    if (properties.id === 'footnote-label') node.children = [{ type: 'text', value: 'Notes' }];
    return CONTINUE;
  });
}

/** The one picture of a figure, if all its other words are the caption. */
function pictureOf(state: State, figure: Element): Paragraph | undefined {
  const [image, ...others] = elementsIn(figure, /^img$/);
  const captions = elementsIn(figure, isCaption);
  const words = captions.map((caption) => toText(caption)).join(' ');
  const link = elementsIn(figure, /^a$/).find(({ children }) => children.some((child) => child === image));
  const leadsAway = link && !/\.(?:jpe?g|png|gif|webp|avif)$|attachment/i.test(attributeOf(link, 'href'));
  // A title has no links.
  const hasLinks = captions.some((caption) => elementsIn(caption, /^a$/).length > 0);
  if (words !== '' && (figure.properties.dataInside || hasLinks)) return undefined;
  if (!image || others.length > 0 || leadsAway || toText(figure).trim() !== words.trim()) return undefined;
  const picture = state.one(image, figure) as Image;
  const title = words.replace(/\s+/g, ' ').trim() || picture.title;
  return { type: 'paragraph', children: [{ ...picture, title }] };
}

const figure: Handle = (state, node) => pictureOf(state, node) ?? state.toFlow(state.all(node));

/** A frame or a player is its address, alone in a paragraph. */
const frame: Handle = (state, node) => {
  const sources = elementsIn(node, /^(?:source|a|audio|video|iframe|embed|object)$/);
  const ofPlayer = elementsIn(node, ({ properties }) => /^(?:movie|src|url)$/i.test(String(properties.name)));
  const written = [
    ...sources.map((element) => attributeOf(element, 'src', 'dataSrc', 'href', 'data')),
    ...ofPlayer.map((element) => attributeOf(element, 'value')),
  ].find(Boolean);
  const whole = (written ?? '').trim().replace(/^\/\//, 'https://');
  // The form that its service gives for sharing.
  const url =
    videoAt(whole)?.address ??
    whole.replace(/^(https?:\/\/(?:docs|drive)\.google\.com\/file\/d\/[\w-]+)\/preview.*$/, '$1/view');
  const link: PhrasingContent = { type: 'link', url, children: [{ type: 'text', value: url }] };
  return url ? { type: 'paragraph', children: [link] } : state.toFlow(state.all(node));
};

const scripts: Readonly<Record<string, string>> = { sup: '⁰¹²³⁴⁵⁶⁷⁸⁹', sub: '₀₁₂₃₄₅₆₇₈₉' };

/** Digits above and below the line have characters of their own. */
const script: Handle = (state, node) => {
  const words = toText(node);
  if (!/^\d{1,3}$/.test(words)) return state.all(node);
  const value = words.replace(/\d/g, (digit) => scripts[node.tagName]?.[Number(digit)] ?? digit);
  return { type: 'text', value };
};

/** A table below its caption. */
const table: Handle = (state, node) => [
  ...elementsIn(node, /^caption$/).flatMap((caption) => state.toFlow(state.all(caption))),
  ...[defaultHandlers.table?.(state, node) ?? []].flat(),
];

const heading: Handle = (state, node) => {
  const made = defaultHandlers.h1?.(state, node);
  const ids = node.properties.dataIds;
  if (made && 'type' in made && made.type === 'heading' && Array.isArray(ids))
    made.data = { ids: ids.map(String) };
  return made;
};

const words: Handle = (_, node) => ({ type: 'text', value: toText(node) });

const handled = (names: string, handle: Handle) =>
  Object.fromEntries(names.split(' ').map((name) => [name, handle]));

const handlers: Readonly<Record<string, Handle>> = {
  ...handled('h1 h2 h3 h4 h5 h6', heading),
  ...handled('iframe embed object audio video', frame),
  ...handled('sup sub', script),
  ...handled('math option', words),
  figure,
  table,
  div: (state, node) =>
    (hasClass(node, /^wp-caption$/) ? figure : defaultHandlers.div)?.(state, node, undefined),
  menu: (state, node) => defaultHandlers.ul?.(state, node),
};
