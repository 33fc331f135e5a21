import { markdownToMdast } from 'satteri';
import { atTime, createDays } from '../../lib/in-zone.ts';
import { curl } from '../../lib/quotes.ts';
import type { Stretch } from '../../problems/locate.ts';
import type { Finding } from '../../problems/problem.ts';
import { dayIssue } from '../schema/date-issues.ts';
import { features } from './markdown.ts';
import { plainText } from './paragraphs.ts';
import { blank, error, warning } from './slips.ts';
import { overLimit } from './text-limits.ts';

/** An entry of a live story, with its place in the text of the post. */
export interface WrittenEntry {
  /** ISO 8601, with the offset of the paper's zone. */
  readonly time: string;
  /** The heading in plain words, without the time. */
  readonly title: string;
  readonly isPinned: boolean;
  readonly author: string | undefined;
  /** As long as in the text, so that places are right: the time in its heading is blank. */
  readonly markdown: string;
  readonly offset: number;
}

export interface LiveText {
  /** Above the first entry. */
  readonly intro: string;
  /** Pinned ones first, newest first. */
  readonly entries: readonly WrittenEntry[];
}

/** What is above the entries, and these from the oldest on. */
export const inOrderOfTime = ({ intro, entries }: LiveText): string =>
  [
    intro,
    ...entries
      .toSorted((a, b) => Date.parse(a.time) - Date.parse(b.time))
      .map(({ markdown }) => `${markdown}\n\n`),
  ].join('');

const months = [
  'january february march april may june july august september october november december',
  'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre',
].map((names) => names.split(' '));

/** The number of a month by its name, or by its first three letters or more, in English or Spanish; 0 for any other word. */
const monthOf = (word: string): number =>
  1 + Math.max(...months.map((names) => names.findIndex((name) => name.startsWith(word.toLowerCase()))));

/** `Nov 24, `, `Tuesday, November 24, 2026 at `, `24 de noviembre, ` or `2026-11-24 `. */
const day = String.raw`(?:(?<iso>\d{4}-\d\d-\d\d)|(?:\p{L}+\.?,?\s+)?(?:(?<month>\p{L}{3,})\.?\s+(?<date>\d{1,2})(?:st|nd|rd|th)?|(?<dia>\d{1,2})\s+(?:de\s+)?(?<mes>\p{L}{3,})\.?)(?:,?\s+(?:del?\s+)?(?<year>\d{4}))?)(?:T|,?\s+|\s*[–—-]\s*)(?:at\s+|a\s+las?\s+)?`;
/** `19:02`, `7:02 p.m.` or `7 PM`. */
const clock = String.raw`(?<clock>\d{1,3}(?::\d{1,3})+|\d{1,2}(?=\s*[ap]\.?\s?m\b))(?:\s*(?<half>[ap])\.?\s?m\b\.?|\s?h\b\.?)?(?![\p{L}\d])`;
/** The start of an entry's heading, up to its words. */
const timed = new RegExp(String.raw`^#*[ \t]*(?<when>(?:${day})?${clock})[\s,:–—|·-]*`, 'iu');
const pin = /[ \t]*\[pinned\](?=[ \t#]*$)/i;
/** The last line of an entry, if it names who wrote it: a line of dialog has no space after its dash. */
const signature = /\n[ \t]*(?:[—–]|--)[ \t]+(\p{Lu}[^\n]{1,59}?)\s*$/u;

type Groups = Readonly<Record<string, string | undefined>>;

/** A time of day such as `19:02`; `undefined` if there is none such. */
function timeOf({ clock = '', half }: Groups): string | undefined {
  const [, hours = '', minutes = '00'] = /^(\d\d?)(?::([0-5]\d))?$/.exec(clock) ?? [];
  const hour = half ? (Number(hours) % 12) + (/p/i.test(half) ? 12 : 0) : Number(hours);
  const exists = hours !== '' && hour < 24 && !(half && (Number(hours) < 1 || Number(hours) > 12));
  return exists ? `${String(hour).padStart(2, '0')}:${minutes}` : undefined;
}

/** A day such as `2026-11-24`; one without a year is the nearest to another day. */
function dayOf({ iso, month, mes = month, date, dia = date, year }: Groups, nearest: string): string {
  const rest = [monthOf(mes ?? ''), dia].map((part) => String(part).padStart(2, '0')).join('-');
  const distance = (day: string) => Math.abs(Date.parse(day) - Date.parse(nearest));
  const near = [0, 1, -1].map((years) => `${Number(nearest.slice(0, 4)) + years}-${rest}`);
  return iso ?? (year ? `${year}-${rest}` : near.reduce((a, b) => (distance(b) < distance(a) ? b : a)));
}

const example = '`## 7:02 p.m. What happened`';

interface Heading extends Stretch {
  readonly depth: number;
  /** Its words, without a time. */
  readonly title: string;
  /** Its time as it is written, and its place. */
  readonly when: Stretch & { readonly text: string };
  readonly groups: Groups | undefined;
}

/** An entry's heading, and its time in the zone of the paper, such as `2026-11-24T19:02`. */
interface Mark extends Heading {
  readonly local: string;
}

function headingsIn(body: string): Heading[] {
  const root = overLimit(body) ? undefined : markdownToMdast(body, { features });
  return (root && 'children' in root ? root.children : []).flatMap((node) => {
    if (node.type !== 'heading') return [];
    const [start, end] = [node.position?.start.offset ?? 0, node.position?.end.offset ?? 0];
    const { groups } = timed.exec(body.slice(start, end)) ?? {};
    const text = groups?.when ?? '';
    const first = start + body.slice(start, end).indexOf(text);
    const title = curl(plainText(node).replace(timed, '').replace(pin, '').trim());
    const when = { text, start: first, end: first + text.length };
    return { start, end, depth: node.depth, title, groups, when };
  });
}

/**
 * Reads the entries of a live story: second-level headings that begin with a time. A date holds for the entries below it, until the next; the
 * others are of the day of publication. What is wrong with a time is told at its place.
 */
export function liveText(
  body: string,
  { publishedDate, isOpen }: { readonly publishedDate: string; readonly isOpen: boolean },
  timeZone: string,
): LiveText & { readonly findings: readonly Finding[] } {
  const published = createDays(timeZone, 'en-US')(new Date(publishedDate)).iso;
  const headings = headingsIn(body);
  const findings: Finding[] = [];
  let today = published;
  const marks = headings.flatMap((heading): Mark[] => {
    const { groups, depth, when } = heading;
    if (!groups || depth !== 2) return [];
    const time = timeOf(groups);
    const written = groups.date || groups.dia || groups.iso ? dayOf(groups, published) : today;
    const message = `There is no such ${time ? 'day' : 'time'} as \`${when.text}\`.`;
    const hint = `Write it as ${example} or \`## Nov 24, 19:02 What happened\`.`;
    if (!time || dayIssue(written)) findings.push({ ...error(when, message, hint), rule: 'invalid-date' });
    else today = written;
    return [{ ...heading, local: `${today}T${time ?? '00:00'}` }];
  });
  findings.push(...doubtfulHeadings(headings, marks, isOpen ? body : ''), ...doubtfulTimes(marks, body));
  const entries = marks.map((mark, i) =>
    entryOf(mark, body.slice(mark.start, marks[i + 1]?.start), timeZone),
  );
  const byTime = (a: WrittenEntry, b: WrittenEntry) =>
    Number(b.isPinned) - Number(a.isPinned) || Date.parse(b.time) - Date.parse(a.time);
  return { intro: body.slice(0, marks[0]?.start), entries: entries.sort(byTime), findings };
}

/** Headings that begin no entry, or that none is there. `open` is the text of a story that is still live. */
function doubtfulHeadings(headings: readonly Heading[], marks: readonly Mark[], open: string): Finding[] {
  if (marks.length === 0 && open !== '') {
    const hint = `Begin each entry with a second-level heading and its time: ${example}.`;
    const line = { start: 0, end: /\n|$/.exec(open)?.index ?? 0 };
    return [warning(line, 'This story is live, but it has no entry.', hint)];
  }
  const hint = `An entry of a live story begins with ${example}; other headings have one more \`#\`.`;
  return headings.flatMap(({ depth, groups, ...heading }) => {
    if (marks.length === 0 || (depth === 2) === (groups !== undefined)) return [];
    const message = groups
      ? 'This heading has a time, but is not of the second level.'
      : 'This heading has no time, so it begins no entry.';
    return warning(heading, message, hint);
  });
}

/** Times that two entries have, and entries without a date that are not in the order of the others: a new day may have begun. */
function doubtfulTimes(marks: readonly Mark[], body: string): Finding[] {
  const inOrder = marks.filter(
    ({ start, end, groups = {} }) => timeOf(groups) && !pin.test(body.slice(start, end)),
  );
  const steps = inOrder.map(({ local }, i) => (i > 0 ? local.localeCompare(inOrder[i - 1]?.local ?? '') : 0));
  const order = Math.sign(steps.reduce((sum, step) => sum + step, 0));
  return marks.flatMap(({ when, local, groups = {} }, i) => {
    const isDoubled = timeOf(groups) && marks.findIndex((other) => other.local === local) < i;
    const message = `Two entries have the time \`${when.text}\`, which is part of their addresses.`;
    const hint =
      'Write the next minute for the later one, or a date before the time if it is of another day.';
    if (isDoubled) return { ...error(when, message, hint), rule: 'invalid-date' as const };
    const step = steps[inOrder.findIndex(({ start }) => start === marks[i]?.start)];
    if (order === 0 || step !== -order || groups.date || groups.dia || groups.iso) return [];
    return warning(
      when,
      `This entry is ${order > 0 ? 'earlier' : 'later'} than the one above it, unlike the others.`,
      `If a new day has begun, write it: \`## Nov 25, ${when.text} What happened\`. A date holds for the entries below it.`,
    );
  });
}

function entryOf({ title, start, end, local }: Mark, text: string, timeZone: string): WrittenEntry {
  const heading = text.slice(0, end - start);
  const [begin = ''] = timed.exec(heading) ?? [];
  const words = heading.slice(begin.length).replace(pin, blank);
  // Blanks before the words of an underlined heading would make code of it.
  const shown = begin.startsWith('#') ? `##${blank(begin.slice(2))}${words}` : words + blank(begin);
  const rest = text.slice(end - start);
  return {
    time: atTime(local.slice(0, 10), local.slice(11), timeZone),
    title,
    isPinned: pin.test(heading),
    author: signature.exec(rest)?.[1],
    markdown: (title === '' ? blank(heading) : shown) + rest.replace(signature, blank),
    offset: start,
  };
}
