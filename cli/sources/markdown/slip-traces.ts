import { showsAnother } from './slips-blocks.ts';

// What a text without slips never has. Good texts pay for these tests alone, so they are cheap: expressions that start with a fixed
// character, and a closer look only where one fits.

/** Marks of Markdown in HTML. One expression for all takes five times as long. */
const inHtml = [
  /[[\]*~{|【]|__/,
  /[\s>("“]_/,
  /[>\n]#/,
  /&amp;[a-z]{2,10}(?:;|(?![\w=]))/i,
  /http(?:s?;?\/\/|s?:\/[^/]|s?:\\)|\b(?:htps?|htttps?|ttps?):\/\//,
];

/** Whether the words of a text have marks that came out as they were typed. */
export function hasMarks(html: string): boolean {
  const closesTooOften = (block: string) => block.split('(').length < block.split(')').length;
  if (html.includes('</a>)') && html.split(/<\/(?:p|li|h\d|t[dh])>/).some(closesTooOften)) return true;
  if (!inHtml.some((trace) => trace.test(html))) return false;
  const words = html.replace(/<pre>[\s\S]*?<\/pre>|<code>[\s\S]*?<\/code>|<[^<>]*>/g, (tag) =>
    tag.endsWith('code>') ? '' : '>',
  );
  return inHtml.some((trace) => trace.test(words));
}

/** Lost letters, and the lines of unfinished merges. */
export const letterTraces = [/[\uFFFDâïðÃÂÐÑÎÏÄÅ]/, /<{7}|>{7}|\|{7}/];

/** Whether a text has a block in which something may be lost. */
export const hasDoubtfulBlock = (text: string, html: string): boolean =>
  text.includes(']:') ||
  isUnderlined(text) ||
  (html.includes('<pre') && hasOpenFence(text)) ||
  (html.includes('<table') && hasUnevenRows(text)) ||
  (html.includes('<ol') && hasOddNumber(text)) ||
  (/<h[3-6]/.test(html) && skipsLevel(html)) ||
  hasDoubtfulLink(html);

/** Whether a line of dashes makes a heading of the line above it. */
const isUnderlined = (text: string): boolean =>
  /\n[ >\t]{0,9}--/.test(text) && /(?<=\S[^\S\n]*)\n[ >\t]*-{2,}[ \t]*(?=\n|$)/.test(text);

/** Whether a fence of code is not closed by one like it. */
function hasOpenFence(text: string): boolean {
  let open = '';
  for (const [, fence = '', rest = ''] of text.matchAll(/^[ \t>*+-]*(`{3,}|~{3,})(.*)/gm)) {
    if (open === '') open = fence;
    else if (fence.startsWith(open) && rest.trim() === '') open = '';
  }
  return open !== '';
}

/** Whether two rows below each other have not the same number of bars. */
function hasUnevenRows(text: string): boolean {
  let before = 0;
  return text.split('\n').some((line) => {
    const bars = line.includes('|')
      ? line
          .replace(/\\\|/g, '')
          .trim()
          .replace(/^\||\|$/g, '')
          .split('|').length
      : 0;
    const isUneven = before > 0 && bars !== before && line.trim() !== '';
    before = bars;
    return isUneven;
  });
}

/** Whether a numbered line is neither the first, nor the next, nor as the one before. */
function hasOddNumber(text: string): boolean {
  let before = 0;
  for (const [, digits] of text.matchAll(/^[ \t>]*(?:[-*+] +)?(\d{1,9})[.)][ \t]/gm)) {
    const number = Number(digits);
    if (number !== 1 && number !== before && number !== before + 1) return true;
    before = number;
  }
  return false;
}

/** Whether a heading is more than one level below the one before it. */
function skipsLevel(html: string): boolean {
  let before = 1;
  for (const [, digit] of html.matchAll(/<h([1-6])/g)) {
    const level = Number(digit);
    if (level > before + 1) return true;
    before = level;
  }
  return false;
}

/** Whether a link has no words, or shows another number or address than it leads to. */
function hasDoubtfulLink(html: string): boolean {
  if (/"> *<\/a>/.test(html)) return true;
  if (!html.includes('"tel:') && !html.includes('"mailto:')) return false;
  return Array.from(html.matchAll(/<a href="((?:tel|mailto):[^"]*)">((?:(?!<\/a>)[\s\S])*)/g)).some(
    ([, url = '', words = '']) => words.includes('<') || showsAnother(words, url),
  );
}
