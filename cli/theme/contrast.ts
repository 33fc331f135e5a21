import { type Color, contrast, readable } from '../lib/color.ts';
import { placeAt } from '../problems/locate.ts';
import { type Problem, problemAt } from '../problems/problem.ts';
import type { Parsed } from '../sources/source-file.ts';
import type { ColorName, SchemeName, ThemeFile } from '../sources/theme.ts';
import { givenColors, type ThemeColors, textColors, textContrast } from './colors.ts';

/** What texts of a color are, as the start of a sentence. */
const texts: Readonly<Record<(typeof textColors)[number], string>> = {
  ink: 'Headlines',
  text: 'Texts',
  muted: 'Dates and notes',
  link: 'Links',
  accent: 'Labels and marks',
};

/** The colors of theme.yaml that cannot be read on what they stand on: https://www.w3.org/TR/WCAG22/#contrast-minimum */
export function contrastProblems({ source, data }: Parsed<ThemeFile>, colors: ThemeColors): Problem[] {
  return (['light', 'dark'] as const).flatMap((schemeName) => {
    const scheme = colors[schemeName];
    return textColors.flatMap((name) => {
      const pairs = (['paper', 'surface'] as const).map((under) => ({
        under,
        ratio: contrast(scheme[name], scheme[under]),
      }));
      const [worst] = pairs.filter(({ ratio }) => ratio < textContrast).sort((a, b) => a.ratio - b.ratio);
      if (!worst) return [];
      const { under, ratio } = worst;
      const path = placeOfPair(data, schemeName, name, under);
      const isText = path.at(-1) === name;
      const suggestion = isText
        ? readable(scheme[name], [scheme.paper, scheme.surface], textContrast)
        : readable(
            scheme[under],
            textColors.map((text) => scheme[text]),
            textContrast,
          );
      return problemAt(placeAt(source, path), {
        rule: 'low-contrast',
        message: `${texts[name]} (\`${name}\`, ${scheme[name]}) on \`${under}\` (${scheme[under]}) have a contrast of ${shown(ratio)} to 1 in the ${schemeName} colors; texts need ${textContrast} to 1.`,
        hint: hintFor(suggestion, isText ? name : under),
        ...(suggestion && { suggestion }),
      });
    });
  });
}

/** Rounded down: 4.49 is not 4.5. */
const shown = (ratio: number) => (Math.floor(ratio * 100) / 100).toFixed(2);

function hintFor(suggestion: Color | undefined, name: string): string {
  if (suggestion) return `\`${suggestion}\` is the nearest color of this hue that is read well.`;
  return `No color of this hue is read on both \`paper\` and \`surface\`: change one of those, or \`${name}\` altogether.`;
}

/** The path of the color that was written of a pair: the text's, else its background's. */
function placeOfPair(
  theme: ThemeFile,
  scheme: SchemeName,
  ...names: readonly ColorName[]
): readonly string[] {
  const candidates = [scheme, 'light' as const].flatMap((scheme) =>
    [...names, 'paper' as const].map((name) => ({ scheme, name })),
  );
  const found = candidates.find(({ scheme, name }) => givenColors(theme, scheme)[name] !== undefined);
  return found ? ['colors', found.scheme, found.name] : ['colors'];
}
