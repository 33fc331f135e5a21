import { describe, expect, it } from 'vitest';
import { latinSlug } from '../../cli/commands/import/addresses.ts';
import { convertText } from '../../cli/commands/import/convert-text.ts';
import { recognize } from '../../cli/commands/import/recognize.ts';
import { createIds } from '../../cli/content/markdown/markdown.ts';
import { folderOf } from './archive-floods.ts';

const pictures = { linkTo: () => undefined, pictureAt: () => undefined, shortcodes: new Map() };
const converted = (body: string, format: 'markdown' | 'html' = 'markdown') =>
  convertText(body, { ...pictures, kind: format === 'html' ? 'ghost' : 'hugo', address: '/', format }).text;

const words =
  'мост через реку|Київ|Αθήνα|ברידג|جسر|पुल|สะพาน|다리|橋|はし|აღმაშენებელი|Կամուրջ|мост-2|Ðuro|ọ̀nà|cầu|Łódź|əlaqə|ñandú|straße|ἀρχή|ሰላም';
describe('a slug in another script', () => {
  it.each(words.split('|'))('has letters: %s', (word) => expect(latinSlug(word)).toMatch(/^[a-z0-9-]+$/));
  const devices = 'con prn aux nul com0 com1 com9 lpt0 lpt1 lpt9'.split(' ');
  it.each(devices)('is no device: %s', (name) => {
    expect([name, `${name}s`].map(latinSlug)).toEqual([`${name}-1`, `${name}s`]);
  });
});

const headings =
  'The plan|A & B|It’s Ann’s|2 ways to win|Q1: what, why?|Ñandú / emu|C++ and C#|1.2.3|“Quoted” words|The plan|A – B|50 %';
/** How generators make ids of headings, where ours need not be the same. */
const idMakers: Readonly<Record<string, (words: string) => string>> = {
  kramdown: (words) =>
    words
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  goldmark: (words) =>
    words
      .toLowerCase()
      .replace(/[^a-z0-9\s_-]/g, '')
      .trim()
      .replace(/\s/g, '-'),
  slugify: (words) =>
    words
      .toLowerCase()
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, ''),
  own: (words) => `own-${words.length}`,
};
const withIds = Object.keys(idMakers).flatMap((name) =>
  [...new Set(headings.split('|'))].map((one) => [name, one] as const),
);
describe('a link to a heading', () => {
  it.each(withIds)('by the id of %s finds it: %s', (name, heading) => {
    const id = idMakers[name]?.(heading) ?? '';
    const mark = name === 'own' ? ` {#${id}}` : '';
    const text = converted(`<p>x</p>\n\n## ${heading}${mark}\n\n[to](#${id})\n`);
    if (/[a-z]/.test(id)) expect(text).toContain(`[to](#${createIds()(heading)})`);
  });
});

const cards: Readonly<Record<string, string>> = {
  callout:
    '<div class="kg-card kg-callout-card kg-callout-card-X"><div class="kg-callout-emoji">!</div><div class="kg-callout-text">WORDS</div></div>',
  bookmark:
    '<figure class="kg-card kg-bookmark-card kg-card-hascaption"><a class="kg-bookmark-container" href="https://else.example/X"><div class="kg-bookmark-content"><div class="kg-bookmark-title">WORDS</div><div class="kg-bookmark-metadata"><span class="kg-bookmark-author">NOT</span></div></div></a></figure>',
  file: '<div class="kg-card kg-file-card"><a class="kg-file-card-container" href="/content/files/X.zip"><div class="kg-file-card-contents"><div class="kg-file-card-title">WORDS</div></div></a></div>',
  toggle:
    '<div class="kg-card kg-toggle-card" data-kg-toggle-state="close"><div class="kg-toggle-heading"><h4 class="kg-toggle-heading-text">X</h4><button class="kg-toggle-card-icon">NOT</button></div><div class="kg-toggle-content"><p>WORDS</p></div></div>',
  video:
    '<figure class="kg-card kg-video-card"><div class="kg-video-container"><video src="/content/media/X.mp4"></video><div class="kg-video-overlay">NOT</div><div class="kg-video-player-container">NOT</div></div><figcaption>WORDS</figcaption></figure>',
};
const variants = ['a', 'b-1', 'Ñ', '2026'].flatMap((x) =>
  Object.keys(cards).map((name) => [name, x] as const),
);
it.each(variants)('a card of Ghost keeps its words: %s %s', (name, x) => {
  const text = converted(`<p>One</p>${cards[name]?.replaceAll('X', x)}<p>Two</p>`, 'html');
  expect([text.includes('WORDS'), text.includes('NOT'), /^One\n[\s\S]*\nTwo\n$/.test(text)]).toEqual([
    true,
    false,
    true,
  ]);
});

const page = '---\ntitle: A\n---\nText.\n';
const story = '---\ntitle: A\ndate: 2019-05-04\n---\nText.\n';
const kinds: Readonly<Record<string, readonly [config: string, pages: string, stories: string]>> = {
  Jekyll: [
    '_config.yml',
    'about.md|team/index.md|legal/terms.html',
    '_posts/2019-05-04-a.md|news/_posts/2019-05-04-b.md',
  ],
  Hugo: [
    'hugo.toml',
    'content/about.md|content/staff/ann.md|content/contact/index.md|content/x/y/z.md',
    'content/news/a.md|content/b.md',
  ],
  Eleventy: [
    '.eleventy.js',
    'about.md|src/about/index.njk|content/pages/team.md|site/ads.html',
    'posts/a.md|src/blog/2019-05-04-b.md',
  ],
};
const places = Object.entries(kinds).flatMap(([kind, [config, pages, stories]]) => [
  ...pages.split('|').map((path) => [kind, config, path, 'pages'] as const),
  ...stories.split('|').map((path) => [kind, config, path, 'posts'] as const),
]);
it.each(places)('%s (%s): %s is among the %s', (_, config, path, list) => {
  const text = list === 'pages' ? page : story;
  const archive = recognize([folderOf({ [config]: '', [path]: text })]).read({ map: {} });
  expect(archive[list].map(({ where }) => where)).toEqual([path]);
});
