import type { EmbedFacadeProps } from '../../templates/parts/EmbedFrame.tsx';
import type { Html } from '../../templates/types.ts';
import type { BlockRenderer, Figure } from '../content/markdown/blocks.ts';
import type { Edition } from '../content/model.ts';
import { languageOf } from '../content/site.ts';
import { escapeXml } from '../lib/escape.ts';
import { createEmbeds } from '../pages/embeds.ts';

export const soundsOf = ({ media }: Pick<Edition, 'media'>): ReadonlySet<string> =>
  new Set(media.flatMap(({ path }) => (/\.mp3$/i.test(path) ? path : [])));

export function pageBlocks(edition: Edition, renderFacade: (props: EmbedFacadeProps) => Html): BlockRenderer {
  const { words } = languageOf(edition.shared.site.data);
  const embeds = createEmbeds(edition);
  const sounds = soundsOf(edition);
  const height = embeds.heights.document;
  return {
    box: (kind, title, content) =>
      `<aside class="callout callout--${kind}" role="note">\n<p class="callout__title">${title || words.boxes[kind]}</p>${content}</aside>`,
    pullQuote: (content, source) =>
      `<figure class="pull-quote"><blockquote>${content}</blockquote>${source && `<figcaption>${source}</figcaption>`}</figure>`,
    gallery(rows, isWide) {
      const figures = rows.flat();
      const figureOf = (figure: Figure) => {
        const { picture, isLinked, src, ratio, words: caption } = figure;
        const count = figures.length > 2 && words.gallery.count(figures.indexOf(figure) + 1, figures.length);
        const lines = inElement('figcaption', [count && `<b>${count}</b>`, caption]);
        const linked = isLinked ? picture : `<a href="${src}" data-picture>${picture}</a>`;
        return `<figure class="figure ratio-${ratio}">${linked}${lines}</figure>`;
      };
      const lines = rows.map((row) => `<div class="gallery__row">${row.map(figureOf).join('')}</div>`);
      return `<div class="gallery${isWide ? ' wide' : ''}">${lines.join('')}</div>`;
    },
    bars: (table, _, title, note) =>
      `<figure class="bars">${inElement('figcaption', barsLines(title, note))}${table}</figure>`,
    sound(path) {
      if (!sounds.has(path)) return undefined;
      const label = escapeXml(words.embeds.sound);
      return `<p class="sound screen-only"><audio controls preload="none" src="/${path}" aria-label="${label}">${soundLink(path)}</audio></p>`;
    },
    frame(address, { name, picture }) {
      const found = embeds.ofAddress(address, name);
      const facade = found && renderFacade({ ...found, picture: picture as Html, height, words });
      return facade && { html: facade, origins: found.embed.origins };
    },
  };
}

/** Renders the blocks in texts of feeds, whose readers know no styles: boxes are quotations, and frames and players are links. */
export function feedBlocks(edition: Pick<Edition, 'media' | 'shared'>): BlockRenderer {
  const { words } = languageOf(edition.shared.site.data);
  const sounds = soundsOf(edition);
  return {
    box: (kind, title, content) =>
      `<blockquote>\n<p><strong>${title || words.boxes[kind]}</strong></p>${content}</blockquote>`,
    pullQuote: (content, source) => `<blockquote>${content}${source && `<p>— ${source}</p>\n`}</blockquote>`,
    gallery: (rows) =>
      rows
        .flat()
        .map(({ picture, words }) => `<figure>${picture}${inElement('figcaption', [words])}</figure>`)
        .join(''),
    bars: (_, table, title, note) => inElement('p', barsLines(title, note)) + table,
    sound: (path) => (sounds.has(path) ? `<p>${soundLink(path)}</p>` : undefined),
    frame: () => undefined,
  };
}

const barsLines = (title: string, note: string) => [
  title && `<strong>${title}</strong>`,
  note && `<small>${note}</small>`,
];

/** An element of lines without the empty ones; nothing if all are. */
const inElement = (name: string, lines: readonly (string | false)[]): string => {
  const content = lines.filter((line) => line).join(' ');
  return content && `<${name}>${content}</${name}>`;
};

const soundLink = (path: string) => `<a href="/${path}">${path}</a>`;
