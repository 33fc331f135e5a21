import type { Entry } from '../../templates/client/search-index.ts';
import { SearchPage } from '../../templates/pages/SearchPage.tsx';
import { assetPath } from '../lib/asset-path.ts';
import { groupBy } from '../lib/group-by.ts';
import { createDays } from '../lib/in-zone.ts';
import type { Edition, EditionPost } from '../model.ts';
import { timeZoneOf } from '../sources/site.ts';
import {
  type ArchivePart,
  archiveRoutes,
  archives,
  createArchivePages,
  reservedForYears,
} from './archives.ts';
import { definePageKind, isOfKind, type PartRoute } from './page-kind.ts';

interface SearchPart {
  /** The year that is listed; the archives list them all if the paper has them. */
  readonly listed: ArchivePart;
  /** Empty on the pages of older years. */
  readonly shards: readonly Shard[];
}

export const search = definePageKind({
  name: 'search',
  summary: 'finds posts; without scripts it lists them as `archives` does, or links to these',
  fields: {},
  reserves: reservedForYears,
  routes({ data: { path } }, edition): readonly PartRoute<SearchPart>[] {
    const hasArchives = edition.pages.some((page) => isOfKind(page, archives));
    const [first, ...others] = archiveRoutes(path, edition.posts);
    const listed = hasArchives ? undefined : first?.part;
    return [
      { address: path, part: { listed, shards: shardsOf(edition) } },
      ...(hasArchives ? [] : others).map(({ part, ...route }) => ({
        ...route,
        part: { listed: part, shards: [] },
      })),
    ];
  },
  files: ({ shards }) => shards,
  props(build) {
    const ofArchives = build.edition.pages.find((page) => isOfKind(page, archives));
    const fill = createArchivePages(build, ofArchives?.data);
    return ({ part: { listed, shards }, ...page }) => ({
      ...fill({ ...page, part: listed }),
      shards: shards.map(({ path }) => `/${path}`),
    });
  },
  component: SearchPage,
});

/** A file with some posts of a year. */
interface Shard {
  readonly path: string;
  readonly content: string;
}

/** In bytes. Prose compresses to less than half, and so a shard to less than 150 KB. */
const maxShard = 280_000;

/** All posts in files, newest first. A year is divided from its start, so that a new post changes one file only. */
export function shardsOf({ posts, shared }: Pick<Edition, 'posts' | 'shared'>): Shard[] {
  const dayOf = createDays(timeZoneOf(shared.site.data), 'en-US');
  const entryOf = ({ post, time }: EditionPost): Entry => {
    const { path, title, deck, excerpt, authors, tags, sponsored } = post;
    const text = deck === undefined ? excerpt : `${deck} ${excerpt}`;
    const names = (all: typeof tags) => all.map(({ name }) => name).join(', ');
    const by = names(sponsored ? [{ name: sponsored.label }, ...authors] : authors);
    return [path, title, text, by, names(tags), dayOf(new Date(time)).iso];
  };
  return [...groupBy(posts, ({ month }) => month.slice(0, 4))].flatMap(([year, posts]) =>
    divided(posts.map((post) => JSON.stringify(entryOf(post)))).map((entries) => {
      const content = `[${entries.join()}]\n`;
      return { path: assetPath(`search-${year}`, 'json', content), content };
    }),
  );
}

/** Divides texts, from the last one on, into lists of at most `maxShard` bytes. */
function divided(texts: readonly string[]): string[][] {
  const lists: string[][] = [];
  let room = 0;
  for (const text of texts.toReversed()) {
    const size = Buffer.byteLength(text) + 1;
    if (size > room) {
      lists.unshift([]);
      room = maxShard;
    }
    room -= size;
    lists[0]?.unshift(text);
  }
  return lists;
}
