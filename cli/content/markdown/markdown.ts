import { decodeHTMLAttribute, decodeHTMLStrict } from 'entities';
import { defineMdastPlugin, type MdastNode, markdownToHtml } from 'satteri';
import type { Html, PartName, Picture } from '../../../templates/types.ts';
import { forbiddenAt } from '../../lib/characters.ts';
import { isWebAddress, meantAddress, withScheme } from '../../lib/web-address.ts';
import { isAcknowledgement } from '../../problems/acknowledged.ts';
import type { Stretch } from '../../problems/locate.ts';
import type { Details, Finding } from '../../problems/problem.ts';
import {
  contactIssue,
  hostIssue,
  printedAddress,
  schemeHint,
  schemeIssue,
} from '../schema/address-issues.ts';
import { slugify } from '../schema/slugs.ts';
import { characterIssue } from '../schema/text-issues.ts';
import { videoCure } from '../videos.ts';
import { addressOf } from './addresses.ts';
import { type BlockRenderer, mayHaveBlocks, type RenderedText, renderBlocks } from './blocks.ts';
import { markdownSlips } from './slips.ts';
import { overLimit } from './text-limits.ts';

const safeSchemes = new Set(['http', 'https', 'mailto', 'sms', 'tel']);

type Linking = Readonly<Extract<MdastNode, { type: 'link' | 'definition' }>>;

/** The pictures that a text may show, by their path in `content/`. */
export type Pictures = Pick<ReadonlyMap<string, Omit<Picture, 'alt'>>, 'get' | 'has'>;

/** The renderer's options: what is allowed beyond CommonMark. */
export const features = {
  gfm: { footnotes: false },
  frontmatter: false,
  smartPunctuation: { quotes: true, dashes: false, ellipses: false },
};

/**
 * Renders Markdown: CommonMark with GFM tables, strikethrough and bare links. Raw HTML is escaped and reported; headings get an id from
 * their words; pictures of `media/` get their address. A text beyond the renderer's limits gives empty HTML and one finding. Without
 * `blocks`, boxes, embeds and captions are shown as the Markdown that they are.
 */
export function markdown(
  text: string,
  pictures: Pictures,
  idOf = createIds(),
  blocks?: BlockRenderer,
): RenderedText {
  const tooLarge = overLimit(text);
  if (tooLarge) return { html: '' as Html, findings: [tooLarge], links: [], parts: [] };
  const bare = renderPlain(text, idOf) ?? renderWithChecks(text, pictures, idOf);
  const rendered = blocks && mayHaveBlocks(bare.html) ? renderBlocks(bare, text, blocks) : bare;
  const { html, findings } = rendered;
  const slips = markdownSlips(text, html, features);
  const all = slips.length > 0 ? [...findings, ...slips].sort((a, b) => a.start - b.start) : findings;
  if (!text.includes('&') || forbiddenAt(html) === undefined) return { ...rendered, findings: all };
  return { ...rendered, findings: [...all, ...forbiddenReferences(text)] };
}

/** Character references such as `&#x202E;` to characters that are not allowed. */
function forbiddenReferences(text: string): Finding[] {
  return [...text.matchAll(/&(?:#\w{1,8}|[a-z]\w{1,40});/gi)].flatMap(({ 0: reference, index }) => {
    const issue = characterIssue(decodeHTMLStrict(reference));
    return issue ? [{ ...issue, hint: 'Delete it.', start: index, end: index + reference.length }] : [];
  });
}

/** Elements that need a visit: pictures, headings that are more than plain words or very long, links without words. */
const doubtful = /<(?:h1|img|input)\b|<(h[2-6])>[^<]*[&<](?!\/\1>)|<h2>(?:[^<]{60}|[^<]*\n)|"> *<\/a>/;

function skipsLevel(html: string): boolean {
  const levels = Array.from(html.matchAll(/<h([1-6])>/g), ([, level]) => Number(level));
  return levels.some((level, i) => level > (levels[i - 1] ?? level) + 1);
}

/**
 * Renders a text without HTML and pictures, whose links are safe and whose headings are plain words; `undefined` for any other text. Most
 * articles are that plain, and take a quarter of the time because no node is visited.
 */
function renderPlain(text: string, idOf: (words: string) => string): RenderedText | undefined {
  if (/<[a-z/!?]/i.test(text)) return undefined;
  const { html } = markdownToHtml(text, { features });
  if (doubtful.test(html) || (/<h[4-6]>/.test(html) && skipsLevel(html))) return undefined;
  const links = linksIn(html);
  for (const address of links) {
    const isOwn = /^(?:\/(?![/\\])|#)/.test(address);
    const isPlain = /^(?:https?|mailto):/.test(address) || /^(?:sms|tel):[+\d]\d+$/.test(address);
    const isSafe = isPlain && !addressFault(address);
    if (!isOwn && !isSafe) return undefined;
  }
  const withIds = html.replace(
    /<(h[2-6])>([^<]*)/g,
    (_, tag: string, words: string) => `<${tag} id="${idOf(words)}">${words}`,
  );
  return { html: adapted(withIds), findings: [], links, parts: partsIn(withIds) };
}

/** The `href`s in rendered HTML; an unsafe link's is empty. */
const linksIn = (html: string): string[] =>
  Array.from(html.matchAll(/<a href="([^"]*)"/g), ([, address = '']) =>
    address.includes('&') ? decodeHTMLAttribute(address) : address,
  );

/**
 * Makes tables focusable, which may be wider than a phone and which Safari's keyboard could not scroll, replaces the style attributes of
 * aligned columns by classes, because the pages' Content-Security-Policy forbids them, and an empty header, which is none, by a cell.
 */
function adapted(html: string): Html {
  if (!html.includes('<table>')) return html as Html;
  return html
    .replaceAll('<table>', '<table tabindex="0">')
    .replace(/<(t[hd]) style="text-align: (left|right|center)">/g, '<$1 class="align-$2">')
    .replace(/<th( class="[a-z-]+")?><\/th>/g, '<td$1></td>') as Html;
}

const partsIn = (html: string): PartName[] => (html.includes('<table>') ? ['tables'] : []);

/** Lowers the headings in HTML by some levels, for a text below a heading of the page. */
export const shiftHeadings = (html: Html, levels: number): Html =>
  levels === 0
    ? html
    : (html.replace(
        /(<\/?h)([1-6])(?=[ >])/g,
        (_, start: string, level: string) => `${start}${Math.min(6, Number(level) + levels)}`,
      ) as Html);

/** Creates unique ids for the headings of one page, from their words. Ids in templates start with a capital, so they cannot clash. */
export function createIds(): (words: string) => string {
  const uses = new Map<string, number>();
  return (words) => {
    const slug = slugify(words) || 'section';
    let number = (uses.get(slug) ?? 0) + 1;
    // The words of a heading may end in such a number.
    while (number > 1 && uses.has(`${slug}-${number}`)) number += 1;
    const id = number > 1 ? `${slug}-${number}` : slug;
    uses.set(slug, number);
    if (id !== slug) uses.set(id, 1);
    return id;
  };
}

/** Why an address cannot be that of a link. */
export function addressFault(address: string): Details | undefined {
  const whole = withScheme(address);
  if (isWebAddress(whole)) return hostIssue(whole);
  // Browsers ignore blanks and control characters before and in a scheme.
  const bare = address.replace(/[\p{Cc} ]/gu, '');
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(bare)?.[1]?.toLowerCase();
  const suggestion = meantAddress(bare);
  if (scheme && !safeSchemes.has(scheme)) return schemeIssue(scheme, suggestion);
  const leadsNowhere = bare === '' || bare === `${scheme}:` || /^[/\\]{2}/.test(bare.replace(/^\/\\/, '//'));
  const isUnfinished = scheme === undefined && suggestion !== undefined;
  if (!leadsNowhere && !isUnfinished && (!scheme?.startsWith('http') || isWebAddress(bare)))
    return contactIssue(bare) ?? hostIssue(bare);
  const message = bare === '' ? 'This link has no address.' : `\`${address}\` is not an address for a link.`;
  return { rule: 'invalid-url', message, hint: schemeHint, suggestion };
}

/** Renders a text as `markdown` does, visiting every node that may be wrong. */
export function renderWithChecks(text: string, pictures: Pictures, idOf = createIds()): RenderedText {
  const findings: Finding[] = [];
  let level: number | undefined;
  const plugin = defineMdastPlugin({
    name: 'galley',
    options: { position: true },
    html(node, context) {
      if (isAcknowledgement(node.value)) return context.removeNode(node);
      const cure = /<(?:iframe|[\w-]*youtube|[\w-]*vimeo)\b/i.test(node.value) && videoCure(node.value);
      findings.push({ ...finding(node, 'rawHtml'), ...(cure && { hint: cure }) });
      context.replaceNode(node, { type: 'text', value: node.value });
    },
    // A wrong address is removed, so that it is not reported as a dead link as well.
    link(node, context) {
      const url = checkedAddress(node);
      if (url !== node.url) context.setProperty(node, 'url', url);
      if (url !== '' && !node.children.some((part) => part.type !== 'text' || part.value.trim() !== ''))
        findings.push(finding(node, 'noWords'));
    },
    definition(node, context) {
      if (node.label?.startsWith('^') && !/^(?:[a-z][\w+.-]*:|[/#])/i.test(node.url)) {
        findings.push(finding(node, 'footnote'));
        return context.removeNode(node);
      }
      const url = checkedAddress(node);
      if (url !== node.url) context.setProperty(node, 'url', url);
    },
    imageReference: (node) => void findings.push(finding(node, 'pictureByLabel')),
    image(node, context) {
      if (!node.alt?.trim()) findings.push(finding(node, 'noAlt'));
      const path = node.url.replace(/^\//, '');
      if (pictures.has(path)) return context.setProperty(node, 'url', `/${path}`);
      findings.push({ ...finding(node, 'noPicture', node.url), file: path });
      context.replaceNode(node, { type: 'text', value: node.alt ?? '' });
    },
    heading(node, context) {
      const { start, end } = stretchOf(node);
      const before = level ?? node.depth;
      level = node.depth;
      if (level === 1) findings.push(finding(node, 'firstLevel'));
      if (level > before + 1) findings.push({ ...finding(node, 'lowLevel'), end: start + level });
      const dashes = /\n[ >\t]*--+[ \t]*$/.exec(text.slice(start, end));
      if (dashes && (dashes.index > 60 || text.slice(start, start + dashes.index).includes('\n')))
        findings.push({ ...finding(node, 'dashes'), start: start + dashes.index + 1 });
      context.setProperty(node, 'data', { hProperties: { id: idOf(context.textContent(node)) } });
    },
  });

  function checkedAddress(node: Linking): string {
    const fault = addressFault(node.url);
    if (fault) findings.push({ ...fault, ...addressOf(node, text) });
    return fault ? '' : printedAddress(node.url);
  }

  const { html: written } = markdownToHtml(text, { mdastPlugins: [plugin], features });
  // Texts that came with an archive are published in spite of first-level headings.
  const html = /<h1[ >]/.test(written) ? shiftHeadings(written as Html, 1) : written;
  return { html: adapted(withSources(html, pictures)), findings, links: linksIn(html), parts: partsIn(html) };
}

/** Rule, message, hint and severity for each kind of faulty node. */
const words = {
  rawHtml: [
    'raw-html',
    'This is HTML, and only Markdown works here.',
    'Write it in Markdown, or write `&lt;` if you mean a `<`.',
  ],
  pictureByLabel: [
    'missing-media',
    'A picture needs the name of its file in parentheses.',
    'Write `![What it shows](media/name.jpg)`.',
  ],
  noAlt: [
    'missing-alt',
    'This picture has no description for people who cannot see it.',
    'Say what it shows: `![Neon over Elm Street](media/elm-street.jpg)`.',
  ],
  noPicture: [
    'missing-media',
    'There is no picture `{}`.',
    'Put the file into content/media/ and write its name as `media/name.jpg`.',
  ],
  noWords: [
    'markdown-slip',
    'This link has no words, so nobody can see or click it.',
    'Write them between the brackets: `[the full story](/blog/story)`.',
  ],
  footnote: [
    'markdown-slip',
    'Footnotes do not work here, so readers will not see this note.',
    'Put the note into the text, in parentheses.',
    'warning',
  ],
  firstLevel: [
    'heading-level',
    'The title is the only first-level heading of a page. Headings in the text start at `##`.',
    'Put one more `#` before it.',
  ],
  lowLevel: [
    'heading-level',
    'This heading is more than one level below the one before it.',
    'Levels go down one at a time: `###` comes below `##`.',
    'warning',
  ],
  dashes: [
    'markdown-slip',
    'This line of dashes makes a heading of the text above it.',
    'Put an empty line before it.',
    'warning',
  ],
} as const;

type Positioned = Readonly<Pick<MdastNode, 'position'>>;

const stretchOf = ({ position }: Positioned): Stretch => ({
  start: position?.start.offset ?? 0,
  end: position?.end.offset ?? 0,
});

/** A finding about a node; `name` replaces `{}` in its message. */
function finding(node: Positioned, what: keyof typeof words, name = ''): Finding {
  const [rule, message, hint, severity] = words[what];
  const details = { rule, message: message.replace('{}', () => name), hint, ...stretchOf(node) };
  return severity ? { ...details, severity } : details;
}

/** Gives pictures in HTML their size and other formats. None is at the top of a page, so all are lazy. */
const withSources = (html: string, pictures: Pictures): string =>
  html.replace(/<img src="\/([^"]+)"((?:[^">]|"[^"]*")*)>/g, (image, path: string, rest: string) => {
    const picture = pictures.get(path);
    if (!picture) return image;
    const { width, height, sources = [] } = picture;
    const sizes = 'sizes="auto, 100vw"';
    const ownSource = sources.length > 0 ? ` srcset="/${path} ${width}w" ${sizes}` : '';
    const others = sources.map(({ type, srcset }) => `<source type="${type}" srcset="${srcset}" ${sizes}>`);
    const img = `<img src="/${path}"${ownSource}${rest} width="${width}" height="${height}" loading="lazy" decoding="async">`;
    return others.length > 0 ? `<picture>${others.join('')}${img}</picture>` : img;
  });
