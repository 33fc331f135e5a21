import type { Entry } from '../../../templates/client/search-index.ts';
import { SearchPage } from '../../../templates/pages/SearchPage.tsx';
import type { Edition, EditionPost, OutputFile } from '../../content/model.ts';
import { timeZoneOf } from '../../content/site.ts';
import { assetPath } from '../../lib/asset-path.ts';
import { groupBy } from '../../lib/group-by.ts';
import { createDays } from '../../lib/in-zone.ts';
import { definePageKind, isOfKind, type PartRoute } from '../page-kind.ts';
import { archives } from './archives.ts';

const maxListed = 50;

export const search = definePageKind({
  name: 'search',
  summary: 'finds posts; without scripts it lists the newest, and links to the archives',
  routes({ data: { path } }, { shared, posts, notices }): readonly PartRoute<readonly OutputFile[]>[] {
    const all = [...posts, ...notices].sort((a, b) => b.time - a.time);
    return [{ address: path, part: documentFiles({ shared, posts: all }), newest: posts[0] }];
  },
  files: (files) => files,
  props({ edition }) {
    const page = edition.pages.find((page) => isOfKind(page, archives))?.data;
    const archive = page && { title: page.headline ?? page.title, path: page.path };
    const posts = edition.posts.slice(0, maxListed).map(({ post }) => post);
    return ({ head, part }) => ({
      ...head(),
      files: part.map(({ path }) => `/${path}`),
      posts,
      archives: archive,
    });
  },
  component: SearchPage,
});

/** In bytes. Prose compresses to less than half, and so a file to less than 150 KB. */
const maxBytes = 280_000;

/** All posts in files, newest first. A year is divided from its start, so that a new post changes one file only. */
export function documentFiles({ posts, shared }: Pick<Edition, 'posts' | 'shared'>) {
  const dayOf = createDays(timeZoneOf(shared.site.data), 'en-US');
  const entryOf = ({ post, parsed, time }: EditionPost): Entry => {
    const { path, title, deck, excerpt, kicker, authors, tags, sponsored } = post;
    const text = deck === undefined ? excerpt : `${deck} ${excerpt}`;
    const names = (all: typeof tags) => all.map(({ name }) => name).join(', ');
    const by = names(sponsored ? [{ name: sponsored.label }, ...authors] : authors);
    const inText = properNames(parsed.body, `${title} ${text}`);
    const named = [kicker ?? [], inText].flat().join(', ');
    return [path, title, text, by, names(tags), dayOf(new Date(time)).iso, named];
  };
  return [...groupBy(posts, ({ month }) => month.slice(0, 4))].flatMap(([year, posts]) =>
    divided(posts.map((post) => JSON.stringify(entryOf(post)))).map((entries) => {
      const content = `[${entries.join()}]\n`;
      return { path: assetPath(`search-${year}`, 'json', content), content };
    }),
  );
}

/** Divides texts, from the last one on, into lists of at most `maxBytes`. */
function divided(texts: readonly string[]): string[][] {
  const lists: string[][] = [];
  let room = 0;
  for (const text of texts.toReversed()) {
    const size = Buffer.byteLength(text) + 1;
    if (size > room) {
      lists.unshift([]);
      room = maxBytes;
    }
    room -= size;
    lists[0]?.unshift(text);
  }
  return lists;
}

/** Words with a capital letter behind other words, which begin no sentence. */
const names = /(?<=[\p{Ll},;] [“"(]?)\p{Lu}[\p{L}\p{M}’'-]+(?: \p{Lu}[\p{L}\p{M}’'-]+)*/gu;

/** So many of a text at most: a list of hundreds would make the search slow for readers. */
const maxNames = 60;

/** The names of people and places in a Markdown text, each once, without those that are in `known`. */
const properNames = (text: string, known: string): string[] =>
  [...new Set(text.match(names))].filter((name) => !known.includes(name)).slice(0, maxNames);
