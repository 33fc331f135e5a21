import type { Images, Records } from '../content/model.ts';
import { publishedAt } from '../content/published-paths.ts';
import type { Parsed } from '../content/source-file.ts';
import type { ColorName, ThemeFile } from '../content/theme.ts';
import { assetPath } from '../lib/asset-path.ts';
import type { FileCache } from '../lib/file-cache.ts';
import { type Outcome, type Problem, problem } from '../problems/problem.ts';
import {
  type Color,
  contrastProblems,
  readable,
  type ThemeColors,
  textContrast,
  themeColors,
  white,
} from './colors.ts';
import { customCss, customCssName } from './custom-css.ts';
import { findFamily, type Role, standardFamily } from './family.ts';
import { type CutFamily, cutFamily, type FontFaces, fontFaces } from './fonts.ts';
import { inColor, type NameplateDrawings, nameplateDrawings } from './nameplate.ts';
import { paletteOf } from './palette.ts';

/** Where fonts come from, and the cache of their subsets. */
export interface FontSupply {
  /** Folders that font packages are resolved from: the paper's, then the program's. */
  readonly packages: readonly string[];
  readonly cache: FileCache;
}

/** How a paper looks: for the stylesheet, for the images, and for the pages. */
export type Look = Awaited<ReturnType<typeof theme>>['value'];

/** The look that theme.yaml and custom.css describe, with defaults where they have mistakes. Rejects with what the disk throws. */
export async function theme(records: Records, pictures: Images, supply: FontSupply) {
  const { theme: parsed } = records.shared;
  const data = parsed?.data ?? {};
  const colors = themeColors(data);
  const families = await fontFamilies(parsed, supply);
  const faces = fontFaces(families.value);
  const nameplate = parsed ? nameplateDrawings(parsed, pictures) : { problems: [] };
  const shown = nameplateFiles(nameplate.drawings, colors);
  const own = await ownStyles(records);
  const options = {
    corners: Boolean(data.radius),
    nameplate: shown.picture !== undefined,
    sans: !families.value.text.family.isSerif,
    search: records.pages.some((page) => page.data.template === 'search'),
  };
  return {
    value: {
      /** What comes before the styles of a kind of page, the options after them, and the paper's own stylesheet. */
      css: {
        first: faces.css + tokens(data, colors, faces.stacks),
        options: Object.entries(options).flatMap(([name, isWanted]) => (isWanted ? name : [])),
        own: own.value,
      },
      fonts: faces.fonts,
      files: shown.files,
      drawn: {
        faces: { display: families.value.text.lettering, label: families.value.labels.lettering },
        palette: paletteOf(colors),
        nameplate: nameplate.drawings,
      },
      site: {
        bars: colors.isCustom ? { light: colors.light.paper, dark: colors.dark.paper } : undefined,
        nameplate: shown.picture,
      },
    },
    problems: [
      // A color with an error is the default one here.
      ...(parsed && !records.broken.has(parsed.source.path) ? contrastProblems(parsed, colors) : []),
      ...families.problems,
      ...nameplate.problems,
      ...own.problems,
    ],
  };
}

/** Both font families; the standard one where the chosen one cannot be used. */
async function fontFamilies(parsed: Parsed<ThemeFile> | undefined, { packages, cache }: FontSupply) {
  const problems: Problem[] = [];
  async function familyOf(role: Role): Promise<CutFamily> {
    const standard = () => cutFamily(standardFamily(role, packages), cache);
    const name = parsed?.data.fonts?.[role];
    if (!parsed || name === undefined) return standard();
    const family = findFamily(name, role, packages);
    if ('issue' in family) {
      problems.push(problem(parsed.source, ['fonts', role], family.issue));
      return standard();
    }
    return cutFamily(family, cache);
  }
  return { value: { text: await familyOf('text'), labels: await familyOf('labels') }, problems };
}

/** The nameplate in the colors of headlines. */
function nameplateFiles(drawings: NameplateDrawings | undefined, { light, dark }: ThemeColors) {
  if (!drawings) return { files: [] };
  const files = [
    inColor(drawings.light, light.ink),
    ...(drawings.dark ? [inColor(drawings.dark, dark.ink)] : []),
  ].map((content) => ({ path: assetPath('nameplate', 'svg', content), content }));
  const [src = '', darkSrc] = files.map(({ path }) => `/${path}`);
  const { width, height } = drawings.light;
  // One file if both have the same colors.
  return { picture: { src, darkSrc, width, height }, files: src === darkSrc ? files.slice(1) : files };
}

async function ownStyles({ media, sources }: Records): Promise<Outcome<string>> {
  const source = sources.files.find(({ path }) => path === customCssName);
  if (!source || source.text.trim() === '') return { value: '', problems: [] };
  const published = [
    ...media.map(({ path }) => path),
    // What is wrong with these is reported already.
    ...sources.refused,
    ...sources.publicFiles.map(({ path }) => publishedAt(path)),
  ];
  return customCss(source, new Set(published));
}

/** Widths of the heavy and the accent rule, and the gradient stops of the triple rule `--forks`, 9 px high. In pixels. */
const rules = {
  thin: { bar: 1, hot: 2, forks: [2, 5, 6] },
  regular: { bar: 2, hot: 3, forks: [3, 5, 6] },
  heavy: { bar: 4, hot: 6, forks: [5, 6, 7] },
} as const;

/** The custom properties of a theme. They come before the stylesheet, which overrides some for print and for high contrast. */
export function tokens(theme: ThemeFile, colors: ThemeColors, stacks: FontFaces['stacks']): string {
  const { light, dark, footer, error, play } = colors;
  const names = Object.keys(light) as ColorName[];
  const { bar, hot, forks } = rules[theme.rules ?? 'regular'];
  const [first, second, third] = forks;
  return block({
    ...stacks,
    ...Object.fromEntries(names.map((name) => [name, lightDark(light[name], dark[name])])),
    error: lightDark(error.light, error.dark),
    ...Object.fromEntries(
      Object.entries(footer).map(([name, color]) => [
        name === 'footer' ? name : `footer-${name}`,
        short(color),
      ]),
    ),
    play: short(play),
    bar: `${bar}px solid var(--ink)`,
    hot: `${hot}px solid var(--accent)`,
    forks: `linear-gradient(currentcolor ${first}px,#0000 0 ${second}px,currentcolor 0 ${third}px,#0000 0 8px,currentcolor 0)`,
    ...(theme.radius && { radius: `${theme.radius}px` }),
  }).concat(printTokens(colors));
}

const lightDark = (light: Color, dark: Color) => `light-dark(${short(light)},${short(dark)})`;

/** `#fff` for `#ffffff`. */
const short = (color: Color) => color.replace(/^#(.)\1(.)\2(.)\3$/, '#$1$2$3');

const block = (properties: Readonly<Record<string, string>>) =>
  `:root{${Object.entries(properties)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';')}}`;

/** Print colors for text without enough contrast on white paper. */
function printTokens({ light }: ThemeColors): string {
  const changed = (['ink', 'muted', 'link', 'accent'] as const).flatMap((name) => {
    const color = readable(light[name], [white], textContrast);
    return color && color !== light[name] ? [[name, color] as const] : [];
  });
  return changed.length > 0 ? `@media print{${block(Object.fromEntries(changed))}}` : '';
}
