import type { Parsed, SourceFile } from '../content/source-file.ts';
import type { SchemeName, ThemeFile } from '../content/theme.ts';
import { groupBy } from '../lib/group-by.ts';
import type { KeyPath } from '../problems/locate.ts';
import { type Problem, problem } from '../problems/problem.ts';
import { contrast, readable } from './color.ts';
import { givenColors, type ThemeColors, textColors, textContrast } from './colors.ts';

/** The text in each color, as the start of a sentence. */
const texts: Readonly<Record<(typeof textColors)[number], string>> = {
  ink: 'Headlines',
  text: 'Texts',
  muted: 'Dates and notes',
  link: 'Links',
  accent: 'Labels and marks',
};

interface Pair {
  readonly scheme: SchemeName;
  readonly text: (typeof textColors)[number];
  readonly under: 'paper' | 'surface';
  readonly ratio: number;
}

/** Colors of theme.yaml with too little contrast: https://www.w3.org/TR/WCAG22/#contrast-minimum */
export function contrastProblems({ source, data }: Parsed<ThemeFile>, colors: ThemeColors): Problem[] {
  const pairs = (['light', 'dark'] as const).flatMap((scheme) => pairsOf(colors, scheme));
  const failing = pairs
    .filter(({ ratio }) => ratio < textContrast)
    .map((pair) => ({ pair, path: placeOfPair(data, pair) }));
  // Only the worst pair of each color is reported.
  return [...groupBy(failing, ({ path }) => path.join('.')).values()].map((ofColor) => {
    const { pair, path } = ofColor.reduce((a, b) => (b.pair.ratio < a.pair.ratio ? b : a));
    return contrastProblem(pair, path, source, colors);
  });
}

const pairsOf = (colors: ThemeColors, scheme: SchemeName): Pair[] =>
  textColors.flatMap((text) =>
    (['paper', 'surface'] as const).map((under) => ({
      scheme,
      text,
      under,
      ratio: contrast(colors[scheme][text], colors[scheme][under]),
    })),
  );

function contrastProblem(
  { scheme: name, text, under, ratio }: Pair,
  path: KeyPath,
  source: SourceFile,
  colors: ThemeColors,
): Problem {
  const scheme = colors[name];
  const isText = path.at(-1) === text;
  const others = isText ? [scheme.paper, scheme.surface] : textColors.map((text) => scheme[text]);
  const suggestion = readable(scheme[isText ? text : under], others, textContrast);
  const hint = suggestion
    ? `\`${suggestion}\` is the nearest color of this hue that is read well.`
    : `No color of this hue is read on both \`paper\` and \`surface\`: change one of those, or \`${isText ? text : under}\` altogether.`;
  return problem(source, path, {
    rule: 'low-contrast',
    message: `${texts[text]} (\`${text}\`, ${scheme[text]}) on \`${under}\` (${scheme[under]}) have a contrast of ${shown(ratio)} to 1 in the ${name} colors; texts need ${textContrast} to 1.`,
    hint,
    suggestion,
  });
}

/** Rounded down: 4.49 is not 4.5. */
const shown = (ratio: number) => (Math.floor(ratio * 100) / 100).toFixed(2);

/** The path of the color in theme.yaml that a pair comes from: the text's, else its background's. */
function placeOfPair(theme: ThemeFile, { scheme, text, under }: Pair): readonly string[] {
  const candidates = [scheme, 'light' as const].flatMap((scheme) =>
    [text, under, 'paper' as const].map((name) => ({ scheme, name })),
  );
  const found = candidates.find(({ scheme, name }) => givenColors(theme, scheme)[name] !== undefined);
  return found ? ['colors', found.scheme, found.name] : ['colors'];
}
