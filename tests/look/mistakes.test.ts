import { describe, expect, it } from 'vitest';
import { customCss } from '../../cli/look/custom-css.ts';
import { placed } from '../../cli/problems/problem.ts';
import { inShort, lookOf } from './look.ts';

const svg = (fill: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 10"><path fill="${fill}" d="M0 0h40v10H0z"/></svg>`;

describe('a mistake in theme.yaml has a place', () => {
  it.each<[string, readonly string[]]>([
    ['colors: {light: {link: navy}}', ['invalid-value 1:24']],
    ['colors: {footer: "rgb(10, 20, 30)"}', ['invalid-value 1:18']],
    ['colors: {footer: "0A5A68"}', ['invalid-value 1:18 -> #0A5A68']],
    ['colors: {footer: 123456}', ['invalid-value 1:18 -> #123456']],
    ['colors:\n  light:\n    paper: #fff', ['comment-cuts-text 3:12']],
    ['colors: {light: {pape: "#ffffff"}}', ['unknown-key 1:18 -> paper']],
    ['colors: {light: {ink: "#888"}}', ['low-contrast 1:23 -> #6c6c6c']],
    [
      'colors: {light: {ink: "#888", accent: "#fc0"}}',
      ['low-contrast 1:39 -> #846800', 'low-contrast 1:23 -> #6c6c6c'],
    ],
    ['colors: {dark: {paper: "#000", surface: "#fff"}}', []],
    ['colors: {dark: {paper: "#222", surface: "#ddd"}}', ['low-contrast 1:41 -> #404040']],
    // Of the two, only the one that is wrong in itself.
    ['colors: {light: {paper: beige, ink: "#aaa"}}', ['invalid-value 1:25']],
    ['fonts: {text: Newsreeder}', ['unknown-value 1:15 -> Newsreader']],
    ['fonts: {labels: "Georgia, serif"}', ['invalid-value 1:17 -> Georgia']],
    ['fonts: {text: constructor}', ['unknown-value 1:15']],
    ['radius: 17', ['invalid-value 1:9']],
    ['nameplate: media/own.svg', ['(doubtful-value) 1:12']],
    ['nameplateDark: media/own.svg', ['(doubtful-value) 1:16']],
    ['nameplate: media/name.png', ['invalid-value 1:12']],
    ['nameplate: media/name.svg', []],
    ['nameplate: media/letters.svg', ['(doubtful-value) 1:12']],
    ['nameplate: media/own.svg\nnameplateDark: media/name.svg', []],
    ['# nothing yet', []],
  ])('%j', async (text, expected) => {
    const drawings = {
      'media/name.svg': svg('currentColor'),
      'media/own.svg': svg('#c00'),
      'media/letters.svg': svg('currentColor').replace('</svg>', '<text y="9">The Post</text></svg>'),
    };
    // Each takes longer than the rest.
    const named = Object.entries(drawings).filter(([path]) => text.includes(path));
    const { problems } = await lookOf({ 'theme.yaml': text, ...Object.fromEntries(named) });
    expect(problems.map(inShort)).toEqual(expected);
  });

  it('and says in words what cannot be read on what, how badly, and what would do', async () => {
    const { problems } = await lookOf({ 'theme.yaml': 'colors: {light: {paper: "#fff", muted: "#999"}}' });
    expect(problems.map(({ message, hint }) => [message, hint])).toEqual([
      [
        'Dates and notes (`muted`, #999999) on `surface` (#f2f2f2) have a contrast of 2.54 to 1 in the light colors; texts need 4.5 to 1.',
        expect.stringMatching(/^`#\w{6}` is the nearest color of this hue that is read well\.$/),
      ],
    ]);
  });
});

describe('a mistake in custom.css has a place', () => {
  const files = new Set(['media/lake.webp', 'media/a b.png', 'slab.woff2']);
  async function check(text: string) {
    const source = { path: 'custom.css', file: 'content/custom.css', text };
    const { value, problems } = await customCss(source, files);
    return { value, problems: problems.map(placed) };
  }

  it.each<[string, readonly string[]]>([
    ['@import "other.css";', ['unsafe-link 1:9']],
    ['/* é */ a { background: url(https://a.example/x.png) }', ['unsafe-link 1:29']],
    ['a { background: URL("//a.example/x.png") }', ['unsafe-link 1:21']],
    ['a { background: \\75rl(https://a.example/x) }', ['unsafe-link 1:21']],
    ['a { background: if(style(--a): url(//a.example/x)) }', ['unsafe-link 1:36']],
    ['a { background: image-set("https://a.example/x" 1x) }', ['unsafe-link 1:31']],
    ['a { --x: url(/\\\\a.example/x) }', ['unsafe-link 1:14']],
    ['a { background: url("javascript:alert(1)") }', ['unsafe-link 1:21']],
    ['a[href^="https://"]::after { content: "see https://a.example" }', []],
    ['a { background: url(media/lake.jpg) }', ['missing-media 1:21 -> media/lake.webp']],
    ['a { color: red', ['css-syntax 1:3']],
    ['a { width: calc(1px }\nb { color: red }', ['css-syntax 1:16']],
    ['a { color red; }\nb { color: red }\nc { color blue }', ['css-syntax 1:10', 'css-syntax 3:10']],
    ['a { content: "x\n; }', ['css-syntax 1:14']],
    ['a:hovr { color: red }', ['(css-syntax) 1:3']],
    ['@tailwind base;', ['(css-syntax) 1:10']],
    ['<<<<<<< ours\na{}\n=======\nb{}\n>>>>>>> theirs', ['merge-conflict 1:1']],
    ['a { background: url(media/lake.webp), url(/media/a%20b.png?x), url(#part) }', []],
    ['@font-face { font-family: Slab; src: url(public/slab.woff2) }', []],
    ['a { content: "https://a.example } /*" }', []],
    [
      '.md\\:w-\\[1px\\]:not(:hover) { color: red; background: url(media/a\\)b.png) }',
      ['missing-media 1:58 -> media/a b.png'],
    ],
    ['', []],
  ])('%j', async (text, expected) => {
    const { problems } = await check(text);
    expect(problems.map(inShort)).toEqual(expected);
  });

  it('and what is right names files by their addresses in the site', async () => {
    const { value } = await check(
      'a { background: url(media/lake.webp), url("public/slab.woff2"), url("media/a b.png"), url(#p) }',
    );
    expect(value).toBe(
      'a{background:url("/media/lake.webp"),url("/slab.woff2"),url("/media/a%20b.png"),url("#p")}',
    );
  });

  it('and a very large one is not read at all', async () => {
    const { problems } = await check('a{width:1px}\n'.repeat(25_000));
    expect(problems.map(inShort)).toEqual(['too-large 1:1']);
  });

  // Lightning CSS recurses natively: without a bound, these end the process.
  it.each([
    '@media print{',
    'a{',
    'a:is(',
    'a{--b:[',
    "a{b:url(x')}@media print{'}'",
    '@media print{a{b:c}}',
  ])('and one that has or nests %j thousands of times has a place', async (start) => {
    const { problems } = await check(start.repeat(5000));
    expect(problems.at(-1)).toMatchObject({ rule: 'css-syntax', line: 1 });
  });

  it('and one of very many addresses is read in seconds', async () => {
    const { problems } = await check(Array.from({ length: 4000 }, (_, i) => `.a${i}{b:url(${i})}`).join(''));
    expect(problems.filter(({ rule }) => rule === 'missing-media')).toHaveLength(4000);
  }, 10_000);
});
