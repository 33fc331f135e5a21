import type { FilledBlock, LeadSetting } from '../../templates/pages/HomePage.tsx';
import type { PanelProps } from '../../templates/parts/Panel.tsx';
import type { SetStory } from '../../templates/parts/Story.tsx';
import type { Post } from '../../templates/types.ts';
import type { Edition } from '../content/model.ts';
import { languageOf } from '../content/site.ts';
import type { FileOf } from './home-fields.ts';
import { createWeights, type Day, type Placed, usual } from './placing.ts';
import { briefsOf, labelled, postsOf, rowsOf, type Shown, smallRowsOf, takesPicture } from './setting.ts';

/** The form of the lead on a day that `dev` shows, if it has one of its own. */
const formOfDay: Readonly<Record<Day, LeadSetting['form'] | undefined>> = {
  quiet: undefined,
  big: 'banner',
  breaking: 'text',
  sunday: 'feature',
};

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
  return {
    block: 'lead',
    form: !picture ? 'text' : isAlone ? 'feature' : withSides,
    lead: lead.post,
    picture,
    lines: postsOf(lines),
    sides: [left, right].filter((side) => side.length > 0).map((side) => column(side, shown)),
    panel: file.panel && panelOf(file.panel, languageOf(edition.shared.site.data).locale),
    rows: [
      ...rowsOf(large.slice(left.length + right.length), shown),
      ...smallRowsOf(ofWeight((weight) => weight === 2)),
    ],
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
