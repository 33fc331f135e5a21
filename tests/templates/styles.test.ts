import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { load } from 'cheerio';
import { transformSync } from 'esbuild';
import { beforeAll, expect, test } from 'vitest';
import { pageKinds } from '../../cli/pages/kinds.ts';
import { demo } from '../demo/demo.ts';

const folder = 'templates/styles';
const cssIn = (at: string) => readdirSync(join(folder, at)).filter((name) => name.endsWith('.css'));
const nameOf = (file: string) => basename(file, '.css');

/** The files that a stylesheet imports, at any depth. */
function importsOf(path: string): string[] {
  const css = readFileSync(join(folder, path), 'utf8');
  return Array.from(css.matchAll(/^@import "(.+)";$/gm), ([, to = '']) => basename(to)).flatMap((file) => [
    nameOf(file),
    ...importsOf(file),
  ]);
}

/** The selectors of a file without what depends on a reader. */
function selectorsOf(path: string): string[] {
  const css = readFileSync(join(folder, path), 'utf8').replace(/@import.*;/g, '');
  const flat = transformSync(css, { loader: 'css', target: 'chrome100', minifyWhitespace: true }).code;
  const rules = flat
    .replace(/@keyframes[^{]*\{(?:[^{}]*\{[^}]*\})*\}/g, '')
    .matchAll(/(?<=^|[{};])[^{};@]+(?=\{)/g);
  return [...rules]
    .map(([selector]) =>
      selector
        .replace(/(?<=^|[\s,>+~(])::[\w-]+/g, 'none')
        .replace(/::[\w-]+/g, '')
        .replace(/:(?:hover|focus(?:-\w+)?|user-invalid|open)\b/g, ':not(none)'),
    )
    .filter((selector) => selector !== ':root');
}

const stylesOfKinds = new Map(
  cssIn('kinds').map((file) => [nameOf(file), new Set(importsOf(join('kinds', file)))]),
);
const stylesOfParts = new Map(cssIn('parts').map((file) => [nameOf(file), importsOf(join('parts', file))]));
const rules = [...cssIn('.'), ...cssIn('parts').map((file) => join('parts', file))].map((path) => ({
  name: nameOf(path),
  selectors: selectorsOf(path),
}));

/** The pages of the demo that differ, with the stylesheets that they link and those whose rules apply to them. */
function readPages() {
  const { files } = demo();
  const seen = new Set<string>();
  return [...files]
    .filter(([path]) => path.endsWith('.html'))
    .flatMap(([path, html]) => {
      const $ = load(html);
      const linked = $('link[rel=stylesheet]')
        .toArray()
        .map((link) => basename($(link).attr('href') ?? '').replace(/-\w+\.css$/, ''))
        .flatMap((name) => [name, ...(stylesOfParts.get(name) ?? [])]);
      const [kind = ''] = linked;
      // A page is like another one of its kind if it links no other stylesheet and has no other element.
      const parts = [linked.join(), ...(html.match(/<\w+(?: class="[^"]*")?/g) ?? [])];
      const before = seen.size;
      for (const part of parts) seen.add(`${kind} ${part}`);
      if (!kind || seen.size === before) return [];
      const applied = rules.filter(({ selectors }) => selectors.some((selector) => $(selector).length > 0));
      return [{ path, kind, linked, applied: applied.map(({ name }) => name) }];
    });
}

let pages: ReturnType<typeof readPages>;
beforeAll(() => {
  pages = readPages();
});

test('each kind of page has a stylesheet', () => {
  expect([...stylesOfKinds.keys()].sort()).toEqual([...pageKinds.map(({ name }) => name), 'post'].sort());
});

test('a page has the styles of all that it shows', () => {
  const missing = pages.flatMap(({ path, kind, linked, applied }) =>
    applied
      .filter((name) => !stylesOfKinds.get(kind)?.has(name) && !linked.includes(name))
      .map((name) => `${path}: ${name}.css`),
  );
  expect(missing).toEqual([]);
});

/** Shown by papers with other services or whose forms write a mail, and by lists of several pages. */
const inOtherPapers = ['embed-frame', 'blog', 'mail-form', 'prose'];

test('the pages of a kind have no styles of what none of them shows', () => {
  const everywhere = new Set([
    ...inOtherPapers,
    'every-page',
    ...importsOf('every-page.css'),
    'modes',
    'tokens',
    'base',
    'controls',
    'layout',
  ]);
  const needless = [...stylesOfKinds].flatMap(([kind, files]) => {
    const applied = new Set(pages.filter((page) => page.kind === kind).flatMap((page) => page.applied));
    return [...files]
      .filter((name) => !everywhere.has(name) && !applied.has(name))
      .map((name) => `${kind}: ${name}.css`);
  });
  expect(needless).toEqual([]);
});
