import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CheerioAPI, load } from 'cheerio';
import sharp from 'sharp';
import type { Composed } from '../../cli/pipeline/compose.ts';
import { type Change, where } from '../changed-site.ts';
import { buildInMemory, now, spoiledContent } from '../helpers.ts';

const oldPosts = ['bridge-toll-ends', 'heron-count', 'ice-on-the-landing'].map((name) => `blog/${name}.md`);

/** The first story was published at this moment, each other one an hour before the last. */
export const newest = Date.parse('2026-11-20T12:00:00Z');

/** Lines that give a story a picture, an upright one if its name begins with `tall`. */
export const picture = (name: string): string => `imageUrl: media/${name}.png\ndecorative: true`;

const lineOf = (mark: string, title: string) =>
  ({ '*': picture(title), '~': 'series: { name: Ice }', $: 'sponsored: { by: Ferry Bank }' })[mark] ?? '';

const notation = /(\w+)([*~$]*)(?::(\d))?/g;

/**
 * The small paper with stories of its own and blocks on its front page. `a* b~ c$ d:5` are four stories, the first the newest: one with a
 * picture, a part of a series, one that is paid for, and one of a weight; `lines` has more of their front matter.
 */
export async function frontPage(
  stories: string,
  blocks: readonly string[] = ['lead'],
  options: { lines?: Record<string, string>; files?: Record<string, Change>; at?: Date } = {},
) {
  const { lines = {}, at = now } = options;
  const content = spoiledContent('nothing is laid over it', oldPosts);
  const changes: Record<string, Change> = {
    'pages/home.yaml': (text) =>
      `${text.slice(0, text.indexOf('blocks:'))}blocks: [${blocks.map((block) => `{ block: ${block} }`)}]\n`,
    ...options.files,
  };
  for (const [path, change] of Object.entries(changes))
    writeFileSync(join(content, path), change(readFileSync(join(content, path), 'utf8')) ?? '');
  for (const [i, [, title = '', marks = '', weight]] of [...stories.matchAll(notation)].entries()) {
    const marked = [...marks].map((mark) => lineOf(mark, title));
    const more = [...marked, weight ? `weight: ${weight}` : '', lines[title] ?? '']
      .filter(Boolean)
      .join('\n');
    const date = new Date(newest - i * 3_600_000).toISOString();
    const fields = {
      id: title,
      title,
      excerpt: `About ${title}.`,
      publishedDate: date,
      category: 'Business',
    };
    const front = Object.entries(fields).filter(([key]) => !more.includes(`${key}: `));
    const yaml = [...front.map(([key, value]) => `${key}: ${value}`), more].join('\n');
    writeFileSync(join(content, 'blog', `${title}.md`), `---\n${yaml}\n---\nA text of ${title}.\n`);
    const name = /media\/(.*)\.png/.exec(more)?.[1];
    if (!name) continue;
    const [width, height] = name.startsWith('tall') ? [27, 48] : [48, 27];
    const background = { r: name.charCodeAt(0), g: 9, b: name.length };
    const image = sharp({ create: { width, height, channels: 3, background } });
    await image.toFile(join(content, 'media', `${name}.png`));
  }
  let composed: Composed | undefined;
  const { files, report } = await buildInMemory(content, {
    now: at,
    onComposed: (found) => (composed = found),
  });
  if (!report.written || !composed) throw new Error(report.problems.map(where).join('\n'));
  const pageAt = (address: string): CheerioAPI =>
    load(files.get(`${address.slice(1) || 'index'}.html`) ?? '');
  return { files, composed, pageAt, $: pageAt('/') };
}

const groups =
  '.lead__head, .front-page__side, .lines, .facts, .feature > .story, .section-front > .story, .stories, .river, .paid';

/** The groups of stories of a page in its order, each with its titles; those with a picture have a `*`. */
export const outline = ($: CheerioAPI): string =>
  $(groups)
    .toArray()
    .map((group) => {
      const form = /front-page--(\w+)/.exec($(group).closest('.front-page').attr('class') ?? '')?.[1];
      const [name = ''] = (group.attribs.class ?? '').replace('front-page__', '').split(' ');
      const titles = $(group)
        .find('.headline, .facts > h2, li > a, .paid__title')
        .toArray()
        .map((title) => {
          const isPictured =
            $(title).closest('.story--pictured, .lead:has(.lead__picture) > header').length > 0;
          return $(title).text() + (isPictured ? '*' : '');
        });
      const isBrief = $(group).closest('.briefs').length > 0;
      return `${isBrief ? 'briefs' : name === 'lead__head' ? form : name}: ${titles.join(' ')}`;
    })
    .join(' | ');
