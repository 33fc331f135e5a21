import type { Parsed } from '../content/source-file.ts';
import type { ColorName, SchemeName, ThemeFile } from '../content/theme.ts';
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

/** Colors of theme.yaml with too little contrast, each with its worst pair: https://www.w3.org/TR/WCAG22/#contrast-minimum */
export function contrastProblems({ source, data }: Parsed<ThemeFile>, colors: ThemeColors): Problem[] {
  const pairs = (['light', 'dark'] as const).flatMap((name) =>
    textColors.flatMap((text) =>
      (['paper', 'surface'] as const).map((under) => {
        const scheme = colors[name];
        return { name, scheme, text, under, ratio: contrast(scheme[text], scheme[under]) };
      }),
    ),
  );
  const reported = new Set<string>();
  return pairs
    .filter(({ ratio }) => ratio < textContrast)
    .sort((a, b) => a.ratio - b.ratio)
    .flatMap(({ name, scheme, text, under, ratio }) => {
      const path = placeOf(data, name, [text, under, 'paper']);
      if (reported.has(String(path))) return [];
      reported.add(String(path));
      const isText = path.at(-1) === text;
      const others = isText ? [scheme.paper, scheme.surface] : textColors.map((text) => scheme[text]);
      const changed = isText ? text : under;
      const suggestion = readable(scheme[changed], others, textContrast);
      const hint = suggestion
        ? `\`${suggestion}\` is the nearest color of this hue that is read well.`
        : `No color of this hue is read on both \`paper\` and \`surface\`: change one of those, or \`${changed}\` altogether.`;
      // Rounded down: 4.49 is not 4.5.
      const shown = (Math.floor(ratio * 100) / 100).toFixed(2);
      const message = `${texts[text]} (\`${text}\`, ${scheme[text]}) on \`${under}\` (${scheme[under]}) have a contrast of ${shown} to 1 in the ${name} colors; texts need ${textContrast} to 1.`;
      return problem(source, path, { rule: 'low-contrast', message, hint, suggestion });
    });
}

/** The place in theme.yaml that a color comes from: the first of these that is given, in its scheme or in the light one. */
function placeOf(theme: ThemeFile, scheme: SchemeName, names: readonly ColorName[]): readonly string[] {
  for (const given of [scheme, 'light'] as const)
    for (const name of names)
      if (givenColors(theme, given)[name] !== undefined) return ['colors', given, name];
  return ['colors'];
}
