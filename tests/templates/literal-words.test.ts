import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, test } from 'vitest';
import { root } from '../helpers.ts';
import { literalWords } from './literal-words.ts';

const files = readdirSync(join(root, 'templates'), { recursive: true, encoding: 'utf8' }).filter(
  (name) => /\.tsx?$/.test(name) && !name.startsWith('words/'),
);

/** An address, and names that are the same in every language. */
const allowed = [
  'client/books.ts: /art/cover-missing.svg',
  'pages/PostPage.tsx: Facebook',
  'pages/PostPage.tsx: X',
];

it('templates and their scripts have no words of their own: each comes from templates/words', () => {
  const found = files.flatMap((name) =>
    literalWords(readFileSync(join(root, 'templates', name), 'utf8')).map((words) => `${name}: ${words}`),
  );
  expect(found).toEqual(allowed);
});

test.each([
  ['const P = () => <p>By {author}</p>;', ['By']],
  ['const P = () => <p>{many ? "stories" : "story"}</p>;', ['stories', 'story']],
  ['const P = () => <p>{n + " min"}</p>;', ['min']],
  ['const P = () => <p>{label ?? "all"}</p>;', ['all']],
  ['const P = () => <nav aria-label="menu" className="menu bar" id="Menu" />;', ['menu']],
  ['const P = () => <Board label={isNew ? "new" : old} kind="wall" />;', ['new']],
  ['const title = "Support Our Work";', ['Support Our Work']],
  ['const { title = "Donate" } = support;', ['Donate']],
  ['mailto({ to, subject: "plans" });', ['plans']],
  ['toast("copied");', ['copied']],
  ['button.textContent = on ? "on" : "off";', ['on', 'off']],
  ['button.ariaLabel = "close";', ['close']],
  ['console.warn("Page not found");', []],
  ['document.querySelector(".board time");', []],
  ['type Kind = "Red Green"; if (kind === "Red Green") go();', []],
])('of %s, readers see %j', (code, words) => {
  expect(literalWords(code)).toEqual(words);
});
