import type { Html, PageHead } from '../../templates/types.ts';
import { hashOf } from '../lib/content-hash.ts';
import type { KeyPath } from '../problems/locate.ts';
import { createIds, markdown, type Pictures, shiftHeadings } from '../sources/markdown.ts';
import type { MarkdownFinding } from '../sources/markdown-finding.ts';
import type { SourceFile } from '../sources/source-file.ts';

/** What a page has at a place that is filled when it is printed: a Markdown text as HTML, or an id that is unique on the page. */
export type Slot = ProseSlot | { readonly words: string };

/** A Markdown text, its headings lowered by some levels. */
export interface ProseSlot {
  readonly source: SourceFile;
  /** Where the text is in its file: from an offset on, or the value at a path. */
  readonly at: KeyPath | number;
  readonly text: string;
  readonly lowerBy: number;
}

/** A page whose slots are not filled yet: all that its file follows from, but for what all pages share and the pictures its texts show. */
export interface PageDraft {
  /** The props of its component: plain data, with something for each slot in its place. */
  readonly props: PageHead;
  /** In the order in which they are filled. */
  readonly slots: readonly Slot[];
}

/** The same, ready to be printed, on this thread or another. */
export interface PageText {
  /** The props as JSON, because copying a text is cheap. */
  readonly props: string;
  readonly slots: readonly (Pick<ProseSlot, 'text' | 'lowerBy'> | { readonly words: string })[];
}

const mark = '\0slot ';

/** Stands in the props for what fills a slot. No text of content has such a character. */
export const slotAt = (index: number): Html => `${mark}${index}` as Html;

const isProse = <Prose extends object>(slot: Prose | { readonly words: string }): slot is Prose =>
  !('words' in slot);

/** Writes props, as JSON and as a key that stands for them. */
export interface PropsWriter {
  readonly keyOfProps: (props: PageHead) => string;
  readonly jsonOfProps: (props: PageHead) => string;
}

const hashLength = hashOf('').length;

/** The props of many pages have the same objects in them: each is written and hashed once. */
export function createPropsWriter(): PropsWriter {
  const jsons = new WeakMap<object, string>();
  const keys = new WeakMap<object, string>();

  function jsonOfObject(value: object): string {
    const json = jsons.get(value) ?? JSON.stringify(value);
    jsons.set(value, json);
    return json;
  }

  function keyOfObject(value: object): string {
    const known = keys.get(value);
    if (known !== undefined) return known;
    const json = jsonOfObject(value);
    const key = json.length > hashLength ? hashOf(json) : json;
    keys.set(value, key);
    return key;
  }

  /** Writes a value whose objects `ofObject` writes; `undefined` for one that JSON leaves out. */
  function written(value: unknown, ofObject: (value: object) => string): string | undefined {
    if (typeof value !== 'object' || value === null) return JSON.stringify(value);
    if (!Array.isArray(value)) return ofObject(value);
    return `[${value.map((item) => written(item, ofObject) ?? 'null').join()}]`;
  }

  function writtenProps(props: PageHead, ofObject: (value: object) => string): string {
    const fields: string[] = [];
    for (const [name, value] of Object.entries(props)) {
      const json = written(value, ofObject);
      if (json !== undefined) fields.push(`"${name}":${json}`);
    }
    return `{${fields.join()}}`;
  }

  return {
    keyOfProps: (props) => writtenProps(props, keyOfObject),
    jsonOfProps: (props) => writtenProps(props, jsonOfObject),
  };
}

/** Stands for everything that a page's file follows from, but for the pictures that its texts show: what all pages share, its props and its texts. */
export const draftKey = (shared: string, props: string, slots: PageDraft['slots']): string =>
  hashOf([shared, props, ...slots.map(slotKey)].join('\n'));

function slotKey(slot: Slot): string {
  if (!isProse(slot)) return JSON.stringify(slot.words);
  const { source, at, lowerBy } = slot;
  // The hash of a file stands for a text at an offset of it; others are short.
  const text =
    typeof at === 'number' && source.hash !== undefined ? `${source.hash} ${at}` : JSON.stringify(slot.text);
  return `${text} ${lowerBy}`;
}

/** The texts of slots as plain data. */
export const textsOf = (slots: PageDraft['slots']): PageText['slots'] =>
  slots.map((slot) => (isProse(slot) ? { text: slot.text, lowerBy: slot.lowerBy } : slot));

/** What was found in the text of a slot. */
export type SlotFindings = readonly [slot: number, found: readonly MarkdownFinding[]];

/** Fills the slots of a page in their order. */
export function fillSlots(
  { props, slots }: PageText,
  pictures: Pictures,
): { readonly props: PageHead; readonly findings: readonly SlotFindings[] } {
  const idOf = createIds();
  const findings: SlotFindings[] = [];
  const fillings = slots.map((slot, i) => {
    if (!isProse(slot)) return idOf(slot.words);
    const { html, findings: found } = markdown(slot.text, pictures, idOf);
    if (found.length > 0) findings.push([i, found]);
    return shiftHeadings(html, slot.lowerBy);
  });
  const data: PageHead = JSON.parse(props);
  if (fillings.length > 0) fill(data, fillings);
  return { props: data, findings };
}

/** Puts what fills a slot in its place, everywhere in plain data. */
function fill(data: object, fillings: readonly string[]) {
  const record = data as Record<string, unknown>;
  for (const key in record) {
    const value = record[key];
    if (typeof value === 'object' && value !== null) fill(value, fillings);
    else if (typeof value === 'string' && value.startsWith(mark))
      record[key] = fillings[Number(value.slice(mark.length))];
  }
}
