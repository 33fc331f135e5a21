import type { CleanSvg, Images } from '../content/model.ts';
import type { Parsed } from '../content/source-file.ts';
import type { ThemeFile } from '../content/theme.ts';
import { doubt, type Problem } from '../problems/problem.ts';
import type { Color } from './colors.ts';

/** Drawings of the paper's name for light backgrounds, and for dark ones if there is one. */
export interface NameplateDrawings {
  readonly light: CleanSvg;
  readonly dark: CleanSvg | undefined;
}

/** The nameplates of theme.yaml; missing and refused files are reported elsewhere. */
export function nameplateDrawings(
  { data: { nameplate, nameplateDark }, source }: Parsed<ThemeFile>,
  pictures: Images,
): { readonly drawings?: NameplateDrawings; readonly problems: readonly Problem[] } {
  if (nameplate === undefined) {
    const message = 'Without `nameplate` the paper’s name is a text, so this drawing is not shown.';
    const hint = 'Name the drawing for light grounds in `nameplate`.';
    return {
      problems: nameplateDark === undefined ? [] : [doubt(source, ['nameplateDark'], message, { hint })],
    };
  }
  const light = pictures.get(nameplate)?.drawing;
  if (!light) return { problems: [] };
  const dark = nameplateDark === undefined ? undefined : pictures.get(nameplateDark)?.drawing;
  const problems = Object.entries({ nameplate: light, nameplateDark: dark }).flatMap(([key, drawing]) => {
    if (!drawing || !/<text[\s>]/.test(drawing.text)) return [];
    const message = 'The letters of this drawing are text, so each device shows them in a font of its own.';
    return doubt(source, [key], message, { hint: 'Turn them into paths in the program that draws it.' });
  });
  if (nameplateDark !== undefined) return { drawings: { light, dark }, problems };
  if (/\bcurrentcolor\b/i.test(light.text)) return { drawings: { light, dark: light }, problems };
  const message =
    'This drawing has colors of its own, so it looks the same on dark grounds, where it may not be seen.';
  const hint =
    'Draw it in `currentColor`, which is the color of headlines, or name a second drawing in `nameplateDark`.';
  return {
    drawings: { light, dark },
    problems: [...problems, doubt(source, ['nameplate'], message, { hint })],
  };
}

/** A drawing wrapped in an `<svg>` that sets `currentColor`, with `box` as its place and size. */
export const inColor = ({ text, width, height }: CleanSvg, color: Color, box = ''): string =>
  `<svg xmlns="http://www.w3.org/2000/svg"${box || ` width="${width}" height="${height}"`} viewBox="0 0 ${width} ${height}" color="${color}">${text.trim()}</svg>`;
