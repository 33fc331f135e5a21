import * as z from 'zod';
import { color, drawing, fontName, whole } from './schema/fields.ts';

const scheme = () =>
  z.strictObject({
    paper: color().optional().describe('The background of pages.'),
    surface: color().optional().describe('The background of boxes.'),
    rule: color().optional().describe('Fine lines.'),
    ink: color().optional().describe('Headlines, buttons and heavy lines.'),
    text: color().optional().describe('Articles.'),
    muted: color().optional().describe('Dates and notes.'),
    link: color().optional().describe('Links in texts.'),
    accent: color().optional().describe('Labels and marks.'),
  });

/** `theme.yaml`: how the paper looks. It may be left out, and so may each of its keys. */
export const themeSchema = z.strictObject({
  colors: z
    .strictObject({
      light: scheme().optional().describe('The colors of pages.'),
      dark: scheme()
        .optional()
        .describe('Those for devices that are set to dark; else they follow from `light`.'),
      footer: color().optional().describe('The background of the footer, in light and in dark.'),
    })
    .optional()
    .describe('The colors of the paper; texts have to be read on their backgrounds.'),
  fonts: z
    .strictObject({
      text: fontName().optional().describe('The font of headlines and articles.'),
      labels: fontName().optional().describe('The font of menus, buttons and dates.'),
    })
    .optional()
    .describe('The two families of fonts, from packages of Fontsource.'),
  nameplate: drawing().optional().describe('The name of the paper as a drawing.'),
  nameplateDark: drawing().optional().describe('The same for dark pages, if `nameplate` is not for both.'),
  rules: z.enum(['thin', 'regular', 'heavy']).optional().describe('The weight of lines.'),
  radius: whole(0, 16).optional().describe('How round corners are, in pixels.'),
});

export type ThemeFile = z.infer<typeof themeSchema>;
export type SchemeName = 'light' | 'dark';
export type ColorName = keyof z.infer<ReturnType<typeof scheme>>;
