import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { readOrdinaryYaml } from '../../cli/reading/ordinary.ts';
import { parseYaml } from '../../cli/reading/yaml.ts';
import { randomFrom } from '../content/markdown/strange-markdown.ts';

const ordinary: Readonly<Record<string, string>> = {
  'a list in brackets': 'title: Snow on the pass\ntags: [snow, "two words", 7]\n',
  'a list with dashes': 'tags:\n  - snow\n  - the pass\naliases:\n- /old.html\n',
  'texts in quotation marks': `id: "075201"\ntitle: 'It''s here: "snow"'\nexcerpt: "One\\ntwo"\n`,
  'a folded text': 'excerpt: >-\n  Snow fell\n  all night.\nauthor: Ada\n',
  'a list in brackets on several lines':
    'tags: [\n  snow,\n  "the pass",\n]\naliases: [/a,\n  /b]\nby: Ada\n',
  'a list with comments and empty lines':
    "tags:\n  # Cards show the first two.\n  - snow # new\n\n  - 'the pass'\nby: Ada # desk\n",
  'a text in quotation marks on several lines': 'title: "Snow on\n  the pass"\nexcerpt: \'All\n  night\'\n',
  'keys in quotation marks': '"title": Snow\n\'by\': "Ada"\n"tags":\n  - snow\n',
  'a text of paragraphs': 'excerpt: |\n  Snow fell.\n\n  All night.\n\nauthor: Ada\n',
  'a text on several lines': 'excerpt: Snow fell\n  all night,\n  and more.\nby:\n  Ada Lund\n',
  'comments and empty lines': '# A story\n\ntitle: "Snow" # short\n\n# who\nauthor: Ada\n',
  'numbers, dates and words': 'a: 1.10\nb: 2026-01-05\nc: yes\nd: true\ne: ~\nf: 0o17\ng: 18:30\nh:\n',
};

const unusual: Readonly<Record<string, string>> = {
  'no field': '# nothing\n\n',
  'a key twice': 'title: a\ntitle: b\n',
  'a group': 'geo:\n  region: US-TX\n',
  'a list in a list': 'tags: [a, [b]]\n',
  'an anchor and its alias': 'title: &a Snow\nby: *a\n',
  'a tag': 'id: !!str 7\n',
  'a colon and a space in a text': 'title: Snow: more of it\n',
  'a comment that cuts off a text': 'title: We are #1\n',
  'a dash in a text on several lines': 'excerpt: Snow\n  - and ice\n',
  'a text with uneven lines': 'excerpt: >\n  Snow\n   and ice\n',
  'a mark that was never opened': 'title: Snow"\n',
  'curly quotation marks': 'title: “Snow”\n',
  'a tab': 'title:\tSnow\n',
  'a second document': 'title: a\n---\ntitle: b\n',
  'an emoji': 'title: Snow ❄️🏔\n',
};

/** A group makes any text unusual. */
const extra = 'unusual: {}\n';

/** What the slower reader gives for a text: its value and its problems. */
function readExactly(text: string) {
  const whole = text + extra;
  const source = { path: 'blog/snow.md', file: 'content/blog/snow.md', text: whole };
  const { value, problems } = parseYaml(source, () => z.any());
  const { unusual, ...fields } = (value ?? {}) as Record<string, unknown>;
  return { value: unusual ? fields : undefined, rules: problems.map(({ rule }) => rule) };
}

test.each(Object.entries(ordinary))('front matter is read the fast way where it has only %s', (_, text) => {
  expect(readOrdinaryYaml(text)).toEqual({ value: readExactly(text).value });
  expect(readExactly(text).rules).toEqual([]);
});

test.each(Object.entries(unusual))('%s is left to the exact reader', (_, text) => {
  expect(readOrdinaryYaml(text)).toBeUndefined();
});

test('a text that is read the fast way has the same value and no problem when it is read exactly', () => {
  const random = randomFrom(20_261_120);
  const below = (count: number) => Math.floor(random() * count);
  const signs = [...' \n:#-[]{}"\',&*!|>%@`?.~=\\\tab01é'];
  const words = [...Object.values(ordinary), ...Object.values(unusual)].flatMap((text) =>
    text.split(/[\n ]/),
  );
  const texts = Object.values(ordinary);
  const wrong: string[] = [];
  let read = 0;
  for (let i = 0; i < 6000; i++) {
    let text = texts[below(texts.length)] ?? '';
    for (let changes = 1 + below(3); changes > 0; changes--) {
      const at = below(text.length);
      const added = below(2) ? signs[below(signs.length)] : words[below(words.length)];
      text = text.slice(0, at) + added + text.slice(at + below(4));
    }
    text = `${text.trimEnd()}\n`;
    const fast = readOrdinaryYaml(text);
    if (!fast) continue;
    read += 1;
    const { value, rules } = readExactly(text);
    if (rules.length > 0 || !isDeepStrictEqual(fast.value, value)) wrong.push(text);
  }
  expect(wrong).toEqual([]);
  expect(read).toBeGreaterThan(1000);
});
