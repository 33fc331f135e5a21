import type { FilledBlock, LeadSetting } from '../../templates/pages/HomePage.tsx';
import type { PanelProps } from '../../templates/parts/Panel.tsx';
import { isUpright, type SetStory } from '../../templates/parts/Story.tsx';
import type { Post } from '../../templates/types.ts';
import type { Edition } from '../content/model.ts';
import { languageOf } from '../content/site.ts';
import type { FileOf } from './home-fields.ts';
import { createWeights, type Day, type Placed, usual } from './placing.ts';
import { briefsOf, labelled, postsOf, rowsOf, type Shown, smallRowsOf, takesPicture } from './setting.ts';

/** The form of the lead on a day that `dev` shows, if it has one of its own. */
const formOfDay = { quiet: undefined, big: 'banner', breaking: 'text', sunday: 'feature' } as const;

const inColumn = 2;

/** Sets the lead of a front page with its sides, and the rows below it. A lead without a picture is words. */
export function leadBlock(
  file: FileOf<'lead'>,
  { lead, lines, stories }: Placed,
  edition: Edition,
  shown: Shown,
  day: Day | undefined,
): FilledBlock | undefined {
  if (!lead) return undefined;
  const weightOf = createWeights(edition.posts, day);
  const ofWeight = (fits: (weight: number) => boolean) =>
    postsOf(stories.filter((post) => fits(weightOf(post))));
  const large = ofWeight((weight) => weight >= usual);
  const wanted = formOfDay[day ?? 'quiet'] ?? file.form ?? (weightOf(lead) === 5 ? 'banner' : 'usual');
  const hasPanel = file.panel !== undefined;
  const picture = wanted !== 'text' && takesPicture(lead.post, shown);
  const isFeature = wanted === 'feature' && !hasPanel;
  const [left, right] = isFeature ? [[], []] : sidesOf(large, picture, hasPanel);
  const isAlone = left.length + right.length === 0 && !hasPanel;
  const withSides = wanted === 'feature' ? 'usual' : wanted;
  const set = { lead: lead.post, picture, lines: postsOf(lines) };
  const columns = [left, right].filter((side) => side.length > 0).map((side) => column(side, shown));
  const rest = large.slice(left.length + right.length);
  const { sides, used } = fitted(columns, rest, set);
  return {
    block: 'lead',
    form: !picture ? 'text' : isAlone ? 'feature' : withSides,
    ...set,
    sides,
    panel: file.panel && panelOf(file.panel, languageOf(edition.shared.site.data).locale),
    rows: [...rowsOf(rest.slice(used), shown), ...smallRowsOf(ofWeight((weight) => weight === 2))],
    briefs: briefsOf(ofWeight((weight) => weight === 1)),
  };
}

/** The stories to the left and to the right: both have some, or the left has none. A panel takes the right. */
function sidesOf(large: readonly Post[], picture: boolean, hasPanel: boolean): [Post[], Post[]] {
  if (hasPanel) return [large.slice(0, inColumn), []];
  if (!picture) return [[], large.slice(0, inColumn)];
  const inLeft = Math.min(inColumn, Math.ceil(large.length / 2));
  const right = large.slice(inLeft, 2 * inColumn);
  return right.length === 0 ? [[], []] : [large.slice(0, inLeft), right];
}

/** A column, of whose stories the first that has a picture shows it. */
function column(posts: readonly Post[], shown: Shown): SetStory[] {
  const pictured = posts.findIndex(({ picture }) => picture && !shown.has(picture.src));
  return labelled(
    posts.map((post, i) => ({ post, picture: i === pictured && takesPicture(post, shown), excerpt: true })),
  );
}

// Copyfit: how high columns are at 1280 pixels, by the numbers of letters in their lines. All heights are in pixels.

/** Columns end within this of each other. */
const tolerance = 80;

const linesOf = (text: string, letters: number, height: number) => Math.ceil(text.length / letters) * height;

/** The height of a lead whose picture is as high as it may be, 4:3. */
function leadHeight({ lead: { title, excerpt, points = [] }, lines, picture }: Lead): number {
  const words = picture
    ? linesOf(title, 22, 52) + linesOf(excerpt, 46, 29)
    : linesOf(title, 25, 66) + linesOf(excerpt, 56, 30);
  return words + (picture ? 484 : 80) + 28 * points.length + 39 * Math.ceil(lines.length / (picture ? 1 : 2));
}

/** The height of stories below each other, beside a lead with a picture or a wider one beside words. */
function columnHeight(stories: readonly SetStory[], isNarrow: boolean): number {
  const [width, ofTitle, ofExcerpt] = isNarrow ? [269, 26, 36] : [359, 34, 50];
  const heights = stories.map(
    ({ post, picture, excerpt }) =>
      (picture ? 10 + width * (isUpright(post.picture) ? 1 : 9 / 16) : 0) +
      linesOf(post.title, ofTitle, 24) +
      (excerpt ? 4 + linesOf(post.excerpt, ofExcerpt, 23) : 0),
  );
  return heights.reduce((sum, height) => sum + height + 99, -43);
}

type Lead = Pick<LeadSetting, 'lead' | 'lines' | 'picture'>;

/** Columns of about one height: a long one loses excerpts, a short one gets a headline of `rest`, of which `used` are taken. */
function fitted(columns: readonly SetStory[][], rest: readonly Post[], lead: Lead) {
  const heightOf = (stories: readonly SetStory[]) => columnHeight(stories, lead.picture);
  const cut = columns.map((stories) => {
    const shorter = [...stories];
    for (let i = shorter.length - 1; i >= 0 && heightOf(shorter) > leadHeight(lead) + tolerance; i--)
      shorter[i] = { ...(shorter[i] as SetStory), excerpt: false };
    return shorter;
  });
  const target = Math.max(...cut.map(heightOf));
  let used = 0;
  const sides = cut.map((stories) => {
    const next = rest[used];
    // A story that is left alone would have a row of its own.
    if (!next || rest.length - used === 2) return stories;
    const more = [...stories, { post: next, label: true }];
    if (heightOf(stories) > target - tolerance || heightOf(more) > target + tolerance) return stories;
    used += 1;
    return more;
  });
  return { sides, used };
}

/** Facts with their percentages as the language of the paper writes them. */
function panelOf(panel: NonNullable<FileOf<'lead'>['panel']>, locale: string): PanelProps {
  const options = { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 } as const;
  const { format } = new Intl.NumberFormat(locale, options);
  const races = panel.races.map(({ rows, ...race }) => ({
    ...race,
    rows: rows.map((row) => ({ ...row, percent: format(row.share / 100) })),
  }));
  return { ...panel, races };
}
