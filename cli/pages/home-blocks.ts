import type { FilledBlock, HomeBlock, InBand } from '../../templates/pages/HomePage.tsx';
import type { AdPlacement } from '../../templates/types.ts';
import { slotsOf } from '../content/embeds.ts';
import type { Edition } from '../content/model.ts';
import { pictureAt, placeholderAt, wordImagePath, wordImageSize } from '../look/pictures.ts';
import { createFeedBlocks, newsletterBlock } from './blocks.ts';
import { eventsOfWeek } from './calendar.ts';
import { createCampaigns } from './campaigns.ts';
import { type BlockFile, type FileOf, formOf } from './home-fields.ts';
import { calendarPage } from './kinds/events.ts';
import { leadBlock } from './lead.ts';
import { noticeNames } from './notices.ts';
import type { Build, PageInput } from './page-kind.ts';
import { type Day, noStories, type Placed, placeStories } from './placing.ts';
import { createSeries } from './series.ts';
import { postsOf, riverOf, rowsOf, type Shown } from './setting.ts';

type Page = PageInput<{ readonly blocks: readonly BlockFile[] }, Day | undefined>;

/** Fills the blocks of a front page. Empty blocks are left out, no post is in two of them, and no picture is on the page twice. */
export function createHomeBlocks(build: Build): (page: Page) => HomeBlock[] {
  const { edition, embeds, words } = build;
  const feedBlockOf = createFeedBlocks(build, 'without board');
  const placements = adPlacements(build);
  const booked = createCampaigns(edition)('front');
  const seriesOf = createSeries(edition.posts);
  return (page) => {
    const { blocks } = page.file;
    const placed = placeStories(blocks, edition, seriesOf, page.part);
    const places = blocks.flatMap(({ block }, i) => (block === 'ads' ? i : []));
    const ads = [...placements];
    const shown: Shown = new Set();

    function fill(file: BlockFile, i: number): FilledBlock | undefined {
      const { block } = file;
      const stories = placed[i] ?? noStories;
      switch (block) {
        case 'lead':
          return leadBlock(file, stories, edition, shown, page.part);
        case 'stories':
          return storiesBlock(file, stories, edition, shown);
        case 'paid':
          return stories.lead && { block, post: stories.lead.post };
        case 'board': {
          const feeds = file.feeds.map(feedBlockOf).filter(({ board, frame }) => board || frame);
          return feeds.length === 0 ? undefined : { block, feeds };
        }
        case 'video': {
          const poster = pictureAt(file.poster, undefined, edition.pictures);
          return { block, heading: file.heading ?? words.front.video, embed: embeds.embed(file), poster };
        }
        case 'ads': {
          const ad = ads.shift() ?? { slots: [], minHeight: undefined };
          // Each place has its own, as long as there are enough.
          const own = booked.filter((_, j) => places[j % places.length] === i);
          if (own.length > 0) return { block, ad: { ...ad, slots: [], booked: own } };
          return ad.slots.length > 0 || ad.house ? { block, ad } : undefined;
        }
        case 'newsletter': {
          const newsletter = newsletterBlock(build, page, file, embeds.heights.newsletter);
          return newsletter && { block, newsletter };
        }
        case 'events': {
          const ahead = eventsOfWeek(edition, calendarPage(edition), file.title);
          return ahead && { block, ...ahead };
        }
        case 'notices': {
          const columns = noticeNames(edition, file.notices, file.kind);
          const page = edition.pages.find(({ data }) => data.template === block)?.data;
          const { title = page?.headline ?? page?.title ?? '' } = file;
          return columns.length === 0 ? undefined : { block, title, path: page?.path ?? '', columns };
        }
        case 'text': {
          const body = page.proseOf(page.source, file.body, ['blocks', i, 'body'], file.title ? 1 : 0);
          return { block, title: file.title, body };
        }
      }
    }
    const filled = blocks.flatMap((file, i) => fill(file, i) ?? []);
    const paid = edition.posts.find(({ post }) => post.sponsored);
    if (!paid || blocks.some(({ block }) => block === 'paid')) return banded(filled);
    const board = filled.findIndex(({ block }) => block === 'board');
    return banded(filled.toSpliced(board < 0 ? filled.length : board, 0, { block: 'paid', post: paid.post }));
  };
}

function storiesBlock(
  file: FileOf<'stories'>,
  { lines, stories }: Placed,
  edition: Edition,
  shown: Shown,
): FilledBlock | undefined {
  const [first, ...others] = stories;
  if (!first) return undefined;
  const { title, text, path = sectionOf([file.category ?? []].flat(), edition) } = file;
  const head = { block: 'stories', title, text, path } as const;
  switch (formOf(file, stories.length)) {
    case 'list':
      return { ...head, form: 'list', stories: riverOf(stories, shown, title) };
    case 'voices': {
      const unpictured = stories.map(({ post }) => ({ ...post, picture: undefined }));
      return { ...head, form: 'voices', rows: rowsOf(unpictured, shown, title) };
    }
    case 'row':
      return { ...head, form: 'row', rows: rowsOf(postsOf(stories), shown, title) };
    case 'feature': {
      const [feature] = rowsOf([first.post], shown, title).flat();
      const rows = rowsOf(postsOf(others), shown, title);
      return feature && { ...head, form: 'feature', feature, lines: postsOf(lines), rows };
    }
  }
}

/** Puts boards, and the videos and advertisements after them, into bands. */
function banded(blocks: readonly FilledBlock[]): HomeBlock[] {
  const first = blocks.findIndex(({ block }) => block === 'board');
  if (first < 0) return [...blocks];
  const length = blocks.slice(first).findIndex((block) => !isInBand(block));
  const last = length < 0 ? blocks.length : first + length;
  const band: HomeBlock = { block: 'band', parts: inPairs(blocks.slice(first, last).filter(isInBand)) };
  return [...blocks.slice(0, first), band, ...banded(blocks.slice(last))];
}

const isInBand = (block: FilledBlock): block is InBand =>
  block.block === 'board' || block.block === 'video' || block.block === 'ads';

/** A board has the video or the advertisement after it beside it, else the one before it. */
function inPairs([first, ...others]: readonly InBand[]): InBand[][] {
  if (!first) return [];
  const [second, third] = others;
  const isPair =
    second !== undefined &&
    (isOneBoard(first)
      ? second.block !== 'board'
      : first.block !== 'board' && isOneBoard(second) && (third === undefined || third.block === 'board'));
  return isPair ? [[first, second], ...inPairs(others.slice(1))] : [[first], ...inPairs(others)];
}

const isOneBoard = (block: InBand) => block.block === 'board' && block.feeds.length === 1;

function sectionOf(names: readonly string[], { shared }: Edition): string | undefined {
  const pathOf = (name: string) => shared.site.data.categories.find((one) => one.name === name)?.path;
  const [path, ...others] = new Set(names.map(pathOf));
  return others.length === 0 ? path : undefined;
}

/** The placements, each with one of the house advertisements in turn. */
function adPlacements({ edition, embeds }: Build): AdPlacement[] {
  const { placements, house } = edition.shared.embeds?.data.ads ?? { placements: [], house: [] };
  return placements.map((placement, i) => {
    const own = house[i % house.length];
    const picture = own?.word ? placeholderAt(wordImagePath(own.word), wordImageSize) : undefined;
    return {
      minHeight: placement.minHeight,
      slots: slotsOf(placement).map((slot) => ({ ...slot, embed: embeds.ad(slot.slot) })),
      ...(own && { house: { ...own, picture } }),
    };
  });
}
