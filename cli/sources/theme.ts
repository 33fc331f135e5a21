import * as z from 'zod';
import { color, drawing, fontName, whole } from './fields.ts';

/** The colors of one color scheme. */
const scheme = () =>
  z.strictObject({
    paper: color().optional(),
    surface: color().optional(),
    rule: color().optional(),
    ink: color().optional(),
    text: color().optional(),
    muted: color().optional(),
    link: color().optional(),
    accent: color().optional(),
  });

/** `theme.yaml`: how the paper looks. It may be left out, and so may each of its keys. */
export const themeSchema = z.strictObject({
  colors: z
    .strictObject({ light: scheme().optional(), dark: scheme().optional(), footer: color().optional() })
    .optional(),
  fonts: z.strictObject({ text: fontName().optional(), labels: fontName().optional() }).optional(),
  nameplate: drawing().optional(),
  nameplateDark: drawing().optional(),
  rules: z.enum(['thin', 'regular', 'heavy']).optional(),
  radius: whole(0, 16).optional(),
});

export type ThemeFile = z.infer<typeof themeSchema>;
export type SchemeName = 'light' | 'dark';
export type ColorName = keyof z.infer<ReturnType<typeof scheme>>;
