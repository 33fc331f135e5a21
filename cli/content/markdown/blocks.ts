import { decodeHTMLAttribute } from 'entities';
import type { Html, PartName } from '../../../templates/types.ts';
import { escapeText } from '../../lib/escape.ts';
import { curl } from '../../lib/quotes.ts';
import type { Finding } from '../../problems/problem.ts';

/** The HTML of a Markdown text, and its mistakes. */
export interface RenderedText {
  readonly html: Html;
  readonly findings: readonly Finding[];
  /** The addresses it links to, with repeats. */
  readonly links: readonly string[];
  /** The parts in it that have a stylesheet of their own. */
  readonly parts: readonly PartName[];
  /** The origins that the frames in it may load. */
  readonly frames?: readonly string[];
}

/** The kinds of boxes, which are GitHub's alerts; `> [!note]` starts one. */
const boxes = ['note', 'tip', 'important', 'warning', 'caution'] as const;
const quote = 'quote';

export type Box = (typeof boxes)[number];

/** How a text shows what is more than a Markdown block. All texts are HTML. */
export interface BlockRenderer {
  /** `title` is empty if the box has none of its own. */
  readonly box: (kind: Box, title: string, content: string) => string;
  /** `source` is empty if the quote names none. */
  readonly pullQuote: (content: string, source: string) => string;
  /** The player of a sound at a path such as `media/interview.mp3`; `undefined` if there is no such sound. */
  readonly sound: (path: string) => string | undefined;
  /** The frame at an address of a provider, and the origins it may load; `undefined` for any other address. */
  readonly frame: (
    address: string,
  ) => { readonly html: string; readonly origins: readonly string[] } | undefined;
}

/** Whether rendered Markdown may have a block that `renderBlocks` changes. Most texts have none, and pay only for this. */
export const mayHaveBlocks = (html: string): boolean =>
  /<p>(?:\[!|<a |<img |<picture>|\/?media\/)/.test(html);

/** Renders the blocks in a rendered text. */
export function renderBlocks(rendered: RenderedText, text: string, render: BlockRenderer): RenderedText {
  const parts = new Set(rendered.parts);
  const frames: string[] = [];
  const missing = new Set<string>();
  function frameAt(address: string): string | undefined {
    const frame = render.frame(address);
    if (frame) parts.add('embed');
    frames.push(...(frame?.origins ?? []));
    return frame?.html;
  }
  function playerOf(path: string): string | undefined {
    const player = render.sound(path);
    if (player === undefined) missing.add(path);
    else parts.add('sound');
    return player;
  }
  const withEmbeds = rendered.html.replace(
    loneAddress,
    (paragraph, href: string | undefined, words: string, sound: string) => {
      if (href === undefined) return playerOf(sound) ?? paragraph;
      return (href === words ? frameAt(decodeHTMLAttribute(href)) : undefined) ?? paragraph;
    },
  );
  const html = withBoxes(withFigures(withEmbeds, parts), render, parts) as Html;
  const findings = [...rendered.findings, ...Array.from(missing, (path) => missingSound(path, text))];
  return { ...rendered, html, findings, parts: [...parts], frames };
}

/** A paragraph that is only an address: a web address, or a sound. */
const loneAddress = /<p>(?:<a href="([^"]*)">([^<]*)<\/a>|\/?(media\/[\w./-]+\.mp3))<\/p>/gi;

/** A paragraph that is only a picture with a title. */
const titledPicture =
  /<p>((?:<picture>(?:<source [^>]*>)+)?<img(?:[^">]|"[^"]*")*?) title="([^"]*)"((?:[^">]|"[^"]*")*>(?:<\/picture>)?)<\/p>/g;

/** Makes figures of pictures whose title is `Caption`, `Caption | Credit` or `| Credit`. */
const withFigures = (html: string, parts: Set<PartName>): string =>
  html.replace(titledPicture, (_, start: string, title: string, end: string) => {
    const words = decodeHTMLAttribute(title);
    const bar = words.includes('|') ? words.lastIndexOf('|') : words.length;
    const [caption, credit] = [words.slice(0, bar), words.slice(bar + 1)].map((part) =>
      escapeText(curl(part.trim())),
    );
    const lines = [caption, credit && `<small>${credit}</small>`].filter((line) => line);
    if (lines.length === 0) return `<p>${start}${end}</p>`;
    parts.add('figure');
    return `<figure class="figure">${start}${end}<figcaption>${lines.join(' ')}</figcaption></figure>`;
  });

/** The start of a quotation that is a box or a pull quote: its name, and the rest of the first line. */
const boxStart = /^\n<p>\[!([a-z-]+)\][ \t]*(.*?)(?:<br>)?(?:\n|(<\/p>\n))/i;

/** The last line of a pull quote, which names who said it. */
const sourceLine = /(?:<p>|(?:<br>)?\n)(?:[—–]|--)[ \t]*(\S[^\n]*)<\/p>\n$/;

/** Makes boxes and pull quotes of the quotations that start with the name of one. Quotations may be in one another. */
function withBoxes(html: string, render: BlockRenderer, parts: Set<PartName>): string {
  if (!html.includes('<p>[!')) return html;
  const open: string[] = [''];
  for (const piece of html.split(/(<\/?blockquote>)/)) {
    if (piece === '<blockquote>') open.push('');
    else if (piece === '</blockquote>') {
      const content = open.pop() ?? '';
      open.push((open.pop() ?? '') + boxOf(content, render, parts));
    } else open.push((open.pop() ?? '') + piece);
  }
  return open.join('');
}

/** Whether each element of a line ends in it. Emphasis and links may go over several lines. */
const isBalanced = (line: string): boolean =>
  line.split(/<(?!br|img|input|source|\/)/).length === line.split('</').length;

function boxOf(content: string, render: BlockRenderer, parts: Set<PartName>): string {
  const [start = '', name = '', title = '', closing] = boxStart.exec(content) ?? [];
  const kind = name.toLowerCase();
  const box = boxes.find((box) => box === kind);
  if (!box && kind !== quote) return `<blockquote>${content}</blockquote>`;
  parts.add(box ? 'callout' : 'pull-quote');
  const rest = `\n${closing ? '' : '<p>'}${content.slice(start.length)}`;
  const said = title === '' ? rest : `\n<p>${title}${closing ?? '\n'}${content.slice(start.length)}`;
  if (box) return isBalanced(title) ? render.box(box, title, rest) : render.box(box, '', said);
  const [, source = ''] = sourceLine.exec(said) ?? [];
  if (!isBalanced(source)) return render.pullQuote(said, '');
  const words = said.replace(sourceLine, (line) => (line.startsWith('<p>') ? '' : '</p>\n'));
  return render.pullQuote(words, source);
}

function missingSound(path: string, text: string): Finding {
  const start = Math.max(0, text.indexOf(path));
  return {
    rule: 'missing-media',
    message: `There is no sound \`${path}\`.`,
    hint: 'Put the file into content/media/ and write its name as `media/name.mp3`.',
    start,
    end: start + path.length,
  };
}
