import { createHash } from 'node:crypto';
import type { Edition } from './link.ts';
import { escapeXml, type OutputFile } from './output.ts';
import { coverPath, coverPlaceholder, initialsPath, platePath, plateSize } from './pictures.ts';

/** Inks that carry white type with a contrast of at least 7 to 1. */
const inks = [
  '#1f3a4d',
  '#5a2a27',
  '#2d4632',
  '#4a3b5c',
  '#5c4416',
  '#123f45',
  '#6b2140',
  '#33415c',
  '#3d3d3d',
  '#40401f',
];

/** The same ink for the same words, every time. */
function inkFor(words: string): string {
  const [first = 0] = createHash('sha256').update(words).digest();
  return inks[first % inks.length] ?? '#3d3d3d';
}

const serif = 'Georgia, &quot;Times New Roman&quot;, serif';

function svg(width: number, height: number, inside: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${inside}</svg>\n`;
}

/** Words in lines of at most `most` characters; a longer word has a line of its own. */
export function wrap(words: string, most: number): string[] {
  const lines: string[] = [];
  for (const word of words.split(/\s+/)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= most)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** The typographic cover of a book: its title above, its author below. */
function cover(title: string, author: string): string {
  const lines = wrap(title, 14);
  const longest = Math.max(...lines.map((line) => line.length));
  const size = Math.min(46, Math.floor(320 / (longest * 0.56)), Math.floor(340 / (lines.length * 1.2)));
  const rows = lines
    .map((line, i) => `<tspan x="40" y="${110 + Math.round(i * size * 1.2)}">${escapeXml(line)}</tspan>`)
    .join('');
  const by = wrap(author, 26)
    .slice(0, 2)
    .map((line, i) => `<tspan x="40" y="${528 + i * 28}">${escapeXml(line)}</tspan>`)
    .join('');
  return svg(
    400,
    600,
    `<rect width="400" height="600" fill="${inkFor(title + author)}"/><path d="M40 62h320M40 488h320" stroke="#fff" stroke-opacity=".6"/>` +
      `<g fill="#fff" font-family="${serif}"><text font-size="${size}">${rows}</text><text font-size="22" fill-opacity=".9">${by}</text></g>`,
  );
}

/** The plate of a category, for posts without a picture. */
function plate(name: string): string {
  const { width, height } = plateSize;
  const lines = wrap(name, 16);
  const rows = lines
    .map(
      (line, i) =>
        `<tspan x="90" y="${height - 110 - (lines.length - 1 - i) * 108}">${escapeXml(line)}</tspan>`,
    )
    .join('');
  return svg(
    width,
    height,
    `<rect width="${width}" height="${height}" fill="${inkFor(name)}"/><path d="M90 90h${width - 180}M90 102h${width - 180}" stroke="#fff" stroke-width="3" stroke-opacity=".6"/>` +
      `<text fill="#fff" font-family="${serif}" font-size="96">${rows}</text>`,
  );
}

/** A person's initials. */
function initials(name: string): string {
  const letters = name
    .split(/\s+/)
    .map((part) => part[0] ?? '')
    .join('')
    .slice(0, 2);
  return svg(
    320,
    320,
    `<rect width="320" height="320" fill="${inkFor(name)}"/><text x="160" y="200" fill="#fff" font-family="${serif}" font-size="112" text-anchor="middle">${escapeXml(letters)}</text>`,
  );
}

/** Draws what content names no picture for: the same words always give the same picture. */
export function art(edition: Edition): OutputFile[] {
  const { site, data } = edition.shared;
  const used = new Set(edition.posts.map(({ post }) => post.picture.src));
  // By address: two books of one title and author have one cover.
  const drawn = new Map<string, string>([[coverPlaceholder, cover('Cover not at hand', '')]]);
  for (const { name } of site.data.categories) {
    if (used.has(platePath(name))) drawn.set(platePath(name), plate(name));
  }
  for (const { title, author, cover: own } of data.books.data.books) {
    if (own === undefined) drawn.set(coverPath(title, author), cover(title, author));
  }
  for (const { name, image } of data.team.data.team) {
    if (image === undefined) drawn.set(initialsPath(name), initials(name));
  }
  return [...drawn].map(([address, content]) => ({ path: address.slice(1), content }));
}
