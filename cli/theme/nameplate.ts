import type { Color } from '../lib/color.ts';
import type { CleanSvg, Images } from '../model.ts';
import { placeAt } from '../problems/locate.ts';
import { type Problem, problemAt } from '../problems/problem.ts';
import type { Parsed } from '../sources/source-file.ts';
import type { ThemeFile } from '../sources/theme.ts';

/** The drawings that stand for the paper's name: on light grounds, and on dark ones if they are for those too. */
export interface NameplateDrawings {
  readonly light: CleanSvg;
  readonly dark: CleanSvg | undefined;
}

/** The drawings that theme.yaml names, if they can be used; missing and refused ones are reported elsewhere. */
export function nameplateDrawings(
  { data: { nameplate, nameplateDark }, source }: Parsed<ThemeFile>,
  pictures: Images,
): { readonly drawings?: NameplateDrawings; readonly problems: readonly Problem[] } {
  if (nameplate === undefined) {
    if (nameplateDark === undefined) return { problems: [] };
    const message =
      '`nameplateDark` has no `nameplate` beside it, so the paper’s name is a text and this is not shown.';
    const hint = 'Name the drawing for light grounds in `nameplate`.';
    return {
      problems: [
        problemAt(placeAt(source, ['nameplateDark']), {
          rule: 'doubtful-value',
          severity: 'warning',
          message,
          hint,
        }),
      ],
    };
  }
  const light = pictures.get(nameplate)?.drawing;
  if (!light) return { problems: [] };
  const follows = /\bcurrentcolor\b/i.test(light.text);
  const dark =
    nameplateDark === undefined ? (follows ? light : undefined) : pictures.get(nameplateDark)?.drawing;
  if (dark || nameplateDark !== undefined) return { drawings: { light, dark }, problems: [] };
  const warning = problemAt(placeAt(source, ['nameplate']), {
    rule: 'doubtful-value',
    severity: 'warning',
    message:
      'This drawing has colors of its own, so it looks the same on dark grounds, where it may not be seen.',
    hint: 'Draw it in `currentColor`, which is the color of headlines, or name a second drawing in `nameplateDark`.',
  });
  return { drawings: { light, dark }, problems: [warning] };
}

/** A drawing as an element of a box, with the color of what it draws in `currentColor`. */
export const inColor = ({ text, width, height }: CleanSvg, color: Color, box = ''): string =>
  `<svg xmlns="http://www.w3.org/2000/svg"${box || ` width="${width}" height="${height}"`} viewBox="0 0 ${width} ${height}" color="${color}">${text.trim()}</svg>`;
