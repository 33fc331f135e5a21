import type { LeadSetting } from '../../templates/pages/HomePage.tsx';
import type { SetStory } from '../../templates/parts/Story.tsx';
import type { Post } from '../../templates/types.ts';
import { briefsOf, isUpright, labelled, rowsOf, type Shown, smallRowsOf, takesPicture } from './setting.ts';

/** The stories of a lead block by their sizes, the heaviest first. */
interface LeadStories {
  readonly lead: Post;
  readonly lines: readonly Post[];
  readonly usual: readonly Post[];
  readonly small: readonly Post[];
  readonly briefs: readonly Post[];
}

const inColumn = 2;

/** Sets the lead of a front page with its sides, and the rows below it. A lead without a picture is words. */
export function setLead(stories: LeadStories, form: LeadSetting['form'], hasPanel: boolean, shown: Shown) {
  const { lead, lines, usual } = stories;
  const picture = form === 'text' ? false : takesPicture(lead, shown);
  const isFeature = form === 'feature' && !hasPanel;
  const [left, right] = isFeature ? [[], []] : sidesOf(usual, picture, hasPanel);
  const rest = usual.slice(left.length + right.length);
  const isAlone = left.length + right.length === 0 && !hasPanel;
  const withSides = form === 'feature' ? 'usual' : form;
  const set = { form: !picture ? 'text' : isAlone ? 'feature' : withSides, lead, picture, lines } as const;
  const columns = [left, right].map((posts) => column(posts, shown));
  const { sides, ratio, used } = fitted(set, columns, rest);
  return {
    ...set,
    ratio,
    sides: sides.filter((side) => side.length > 0),
    rows: [...rowsOf(rest.slice(used), shown), ...smallRowsOf(stories.small)],
    briefs: briefsOf(stories.briefs),
  };
}

/** The stories to the left and to the right: both have some, or the left has none. A panel takes the right. */
function sidesOf(usual: readonly Post[], picture: boolean, hasPanel: boolean): [Post[], Post[]] {
  if (hasPanel) return [usual.slice(0, inColumn), []];
  if (!picture) return [[], usual.slice(0, inColumn)];
  const inLeft = Math.min(inColumn, Math.ceil(usual.length / 2));
  const right = usual.slice(inLeft, 2 * inColumn);
  return right.length === 0 ? [[], []] : [usual.slice(0, inLeft), right];
}

/** A column, of whose stories the first that has a picture shows it. */
function column(posts: readonly Post[], shown: Shown): SetStory[] {
  const pictured = posts.findIndex(({ picture }) => picture && !shown.has(picture.src));
  return labelled(
    posts.map((post, i) => ({ post, picture: i === pictured && takesPicture(post, shown), excerpt: true })),
  );
}

// Copyfit: how high columns are at 1280 pixels, by the numbers of their letters. All heights are in pixels.

/** Columns end within this of each other. */
const tolerance = 80;

const ratios = { '16x9': 9 / 16, '3x2': 2 / 3, '4x3': 3 / 4 } as const;

/** The width of a column, the letters in a line of it, and the height of a line. */
interface Measures {
  readonly width: number;
  readonly title: readonly [letters: number, height: number];
  readonly excerpt: readonly [letters: number, height: number];
}

const narrow: Measures = { width: 269, title: [26, 24], excerpt: [36, 23] };
const third: Measures = { width: 359, title: [34, 24], excerpt: [50, 23] };
const middle: Measures = { width: 538, title: [22, 52], excerpt: [46, 29] };
const twoThirds: Measures = { width: 717, title: [25, 66], excerpt: [56, 30] };
/** A line of small letters, the space around parts of a story and of the lead, and the space between two stories. */
const [fine, space, leadSpace, between] = [28, 4, 12, 43];

const linesOf = (text: string, [letters, height]: readonly [number, number]) =>
  Math.ceil(text.length / letters) * height;

const storyHeight = ({ post, picture, excerpt, label }: SetStory, { width, ...measures }: Measures): number =>
  (picture ? 10 + width * (isUpright(post) ? 1 : ratios['16x9']) : 0) +
  (label ? fine : 0) +
  linesOf(post.title, measures.title) +
  (excerpt ? space + linesOf(post.excerpt, measures.excerpt) : 0) +
  fine;

const columnHeight = (stories: readonly SetStory[], measures: Measures): number =>
  stories.reduce((sum, story) => sum + between + storyHeight(story, measures), -between);

type Lead = Pick<LeadSetting, 'lead' | 'lines' | 'picture' | 'form'>;

/** The height of the lead, from its picture on; a banner has its headline above the columns. */
function leadHeight({ lead, lines, picture, form }: Lead, ratio: number): number {
  const { width, title, excerpt } = picture ? middle : twoThirds;
  const ofLines = lines.reduce((sum, post) => sum + 17 + linesOf(post.title, [44, 22]), 0);
  return (
    (picture ? width * ratio + leadSpace : 0) +
    (form === 'banner' ? 0 : fine + linesOf(lead.title, title)) +
    leadSpace +
    linesOf(lead.excerpt, excerpt) +
    (lead.points ?? []).reduce((sum, point) => sum + linesOf(point, [width / 8, 28]), 0) +
    leadSpace +
    fine +
    // Beside each other without a picture.
    (picture ? ofLines : ofLines / 2)
  );
}

/** Columns of about one height: a long one loses excerpts, a short one gets a headline of `rest`, of which `used` are taken; the picture grows to meet them. */
function fitted(lead: Lead, columns: readonly SetStory[][], rest: readonly Post[]) {
  const measures = lead.picture ? narrow : third;
  const low = leadHeight(lead, ratios['16x9']);
  const longest = (lead.picture ? leadHeight(lead, ratios['4x3']) : low) + tolerance;
  const cut = columns.map((stories) => withoutExcerpts(stories, measures, longest));
  const target = Math.max(low, ...cut.map((stories) => columnHeight(stories, measures)));
  let used = 0;
  const sides = cut.map((stories) => {
    const next = rest[used];
    const one: SetStory | undefined = next && { post: next, label: true };
    // A story that is left alone would have a row of its own.
    if (stories.length === 0 || !one || rest.length - used === 2) return stories;
    const more = [...stories, one];
    const isShort = columnHeight(stories, measures) <= target - tolerance;
    if (!isShort || columnHeight(more, measures) > target + tolerance) return stories;
    used += 1;
    return more;
  });
  const highest = Math.max(...sides.map((stories) => columnHeight(stories, measures)));
  const missing = (ratio: keyof typeof ratios) => Math.abs(leadHeight(lead, ratios[ratio]) - highest);
  const [ratio = '16x9'] = (['16x9', '3x2', '4x3'] as const).toSorted((a, b) => missing(a) - missing(b));
  return { sides, ratio, used };
}

/** Drops excerpts from the end on until the stories are not longer than `longest`. */
function withoutExcerpts(stories: SetStory[], measures: Measures, longest: number): SetStory[] {
  const last = stories.findLastIndex(({ excerpt }) => excerpt);
  if (last < 0 || columnHeight(stories, measures) <= longest) return stories;
  const cut = stories.map((story, i) => (i === last ? { ...story, excerpt: false } : story));
  return withoutExcerpts(cut, measures, longest);
}
