import { type PrintedStory, PrintPage } from '../../../templates/pages/PrintPage.tsx';
import { inOrderOfTime } from '../../content/markdown/live.ts';
import { paragraphsOf } from '../../content/markdown/paragraphs.ts';
import type { Edition, EditionPost } from '../../content/model.ts';
import { whole } from '../../content/schema/fields.ts';
import { cutLine } from '../../headlines/feed-text.ts';
import { createCampaigns } from '../campaigns.ts';
import { noticeStories } from '../notices.ts';
import { definePageKind, isOfKind } from '../page-kind.ts';
import { noStories, placeStories } from '../placing.ts';
import { createSeries } from '../series.ts';
import { home } from './home.ts';

const placeOfNotices = 3;

export const print = definePageKind({
  name: 'print',
  summary: 'the newest stories as a paper edition, on one or two printed sheets',
  isHidden: true,
  readsTexts: true,
  fields: {
    sheets: whole(1, 2).default(2).describe('How many sheets of paper there are at most.'),
    stories: whole(1, 40).default(12).describe('How many stories there are at most.'),
  },
  props({ edition }) {
    const posts = inOrderOfFrontPage(edition);
    // Paper shows the one with the largest share.
    const campaigns = createCampaigns(edition)('print').slice(0, 1);
    return ({ file, head }) => ({
      ...head(),
      campaigns,
      stories: fitted(
        posts.slice(0, file.stories).toSpliced(placeOfNotices, 0, ...noticeStories(edition)),
        file.sheets,
        linesOfCampaign * campaigns.length,
      ),
    });
  },
  component: PrintPage,
});

/** The stories of the front page in its order, and after them all others, newest first. */
function inOrderOfFrontPage(edition: Edition): EditionPost[] {
  const page = edition.pages.find((page) => isOfKind(page, home));
  const blocks = placeStories(page?.data.blocks ?? [], edition, createSeries(edition.posts));
  const placed = blocks.flatMap((block = noStories) => [block.lead ?? [], block.lines, block.stories].flat());
  return [...new Set([...placed, ...edition.posts])];
}

// The room on a sheet, in lines of print.css. It is that of the shorter and of the narrower of the two usual sheets, and less than they
// have, since letters are of any font and a column may end early.

const columnsOfSheet = 3;
const linesOfColumn = 58;
const linesOfNameplate = 6;
/** A picture as wide as all columns, under them. */
const linesOfCampaign = 14;
/** The height of a headline's line, and that of the first headline. */
const [lineOfTitle, lineOfFirstTitle] = [1.25, 2.3];
const [linesOfByline, linesOfSpace] = [1, 1.5];

/** Characters in a line. */
const inText = 41;
const inTitle = 23;
const inFirstTitle = 36;

const maxExcerpt = 400;

/** How many paragraphs of the first story are taken for each one of the others. */
const paragraphsOfFirst = 2;

/** The stories that fit on some sheets: as much of the text of each as there is room for, in turn. */
function fitted(posts: readonly EditionPost[], maxSheets: number, others: number): PrintedStory[] {
  const texts = posts.map(({ parsed, live }) => paragraphsOf(live ? inOrderOfTime(live) : parsed.body));
  const [first] = posts;
  const top =
    linesOfNameplate + others + (first ? lines(first.post.title, inFirstTitle) * lineOfFirstTitle : 0);
  const whole = posts.map((post, i) => measured(post, texts[i] ?? [], i === 0));
  // A second sheet with one column would look empty.
  const isShort = isRoomFor(whole, columnsOfSheet + 1, top);
  const columns = columnsOfSheet * (isShort ? 1 : maxSheets);

  let shown: readonly Measured[] = [];
  function take(next: readonly Measured[]): boolean {
    const fits = isRoomFor(next, columns, top);
    if (fits) shown = next;
    return fits;
  }

  for (const [i, post] of posts.entries()) if (!take([...shown, measured(post, [], i === 0)])) break;
  for (let added = true; added; ) {
    added = false;
    for (const [i, { story }] of shown.entries()) {
      const post = posts[i];
      const count = story.paragraphs.length + (i === 0 ? paragraphsOfFirst : 1);
      const paragraphs = texts[i]?.slice(0, count) ?? [];
      if (!post || paragraphs.length === story.paragraphs.length) continue;
      if (take(shown.with(i, measured(post, paragraphs, i === 0)))) added = true;
    }
  }
  return shown.map(({ story }) => story);
}

type Measured = ReturnType<typeof measured>;

/** A story with its lines: in `head` those up to the excerpt, which stay together; the first headline is above all columns. */
function measured({ post }: EditionPost, paragraphs: readonly string[], isFirst: boolean) {
  const excerpt = cutLine(post.excerpt, maxExcerpt);
  const title = isFirst ? 0 : lines(post.title, inTitle) * lineOfTitle;
  return {
    story: { post, excerpt, paragraphs },
    head: title + linesOfByline * (post.sponsored ? 2 : 1) + lines(excerpt, inText),
    text: [...paragraphs, post.path].reduce((sum, text) => sum + lines(text, inText), linesOfSpace),
  };
}

/** Whether stories fit into some columns, which end early where the head of a story does not fit; those of the first sheet have `top` lines less. */
function isRoomFor(stories: readonly Measured[], columns: number, top: number): boolean {
  const heads = stories.reduce((sum, { head }) => sum + head, 0);
  const texts = stories.reduce((sum, { text }) => sum + text, 0);
  const lost = ((columns - 1) * heads) / (2 * stories.length);
  return heads + texts + lost <= columns * linesOfColumn - columnsOfSheet * top;
}

const lines = (words: string, inLine: number): number => Math.ceil(words.length / inLine);
