import { beforeAll, describe, expect, it } from 'vitest';
import { cacheFolderOf } from '../../cli/lib/galley-folder.ts';
import { themeColors } from '../../cli/look/colors.ts';
import * as drawings from '../../cli/look/drawings.ts';
import { standardFamily } from '../../cli/look/family.ts';
import { cutFamily } from '../../cli/look/fonts.ts';
import { fitted, openFace } from '../../cli/look/lettering.ts';
import { paletteOf } from '../../cli/look/palette.ts';
import { fontSupply } from '../../cli/program/bundle.ts';
import { atLeastOne } from '../at-least-one.ts';
import { compileOnce } from '../helpers.ts';

let faces: drawings.Look;

beforeAll(async () => {
  const { packages, cache } = fontSupply('content', cacheFolderOf('content'), undefined, await compileOnce());
  const faceOf = async (role: 'text' | 'labels') =>
    openFace((await cutFamily(standardFamily(role, packages), cache)).lettering);
  const [display, label] = [await faceOf('text'), await faceOf('labels')];
  faces = { display, label, palette: paletteOf(themeColors({})) };
});

describe('a drawing', () => {
  it('is the same for the same words, and different for others', () => {
    const all = ['Middlemarch', 'Emma', 'Giant'].flatMap((title) => [
      drawings.cover(faces, title, 'A. Writer'),
      drawings.wordImage(faces, title),
      drawings.initials(faces, title),
      drawings.shareCard(faces, { title, paper: 'The Post', motto: 'Both landings' }),
    ]);
    expect(new Set(all).size).toBe(all.length);
    expect(drawings.cover(faces, 'Emma', 'A. Writer')).toBe(all[4]);
    expect(drawings.wordImage(faces, 'Emma')).toBe(all[5]);
  });

  it('needs no font where it is shown: all of its words are outlines', () => {
    const drawn = drawings.cover(faces, 'Emma', 'A. Writer') + drawings.wordImage(faces, 'Health');
    expect(drawn).not.toMatch(/<text|font-family/);
  });

  it('has only valid numbers and no markup of its words, for every kind of words', () => {
    for (const title of ['W'.repeat(60), 'a '.repeat(300), 'Ő Žižek', '日本語', '', '<b>&"']) {
      const drawn = drawings.shareCard(faces, { title, kicker: title, paper: 'The Post', motto: title });
      expect(drawn).not.toMatch(/NaN|undefined|Infinity|<b>/);
    }
  });
});

describe('words in a box', () => {
  const box = { width: 400, height: 200, largest: 80, smallest: 20, leading: 1.1 };

  it('are as large as fits, in lines of even length', () => {
    const { size, lines } = fitted(faces.display, 'The river comes back to the bottomland', box);
    expect(size).toBeGreaterThan(40);
    const widths = lines.map((line) => faces.display.width(line, size));
    expect(Math.max(...widths)).toBeLessThanOrEqual(400);
    expect(lines.length * size * 1.1).toBeLessThanOrEqual(200);
    expect(lines.join(' ')).toBe('The river comes back to the bottomland');
  });

  it('end in an ellipsis where even the smallest size is too large', () => {
    const { size, lines } = fitted(faces.display, 'one more word '.repeat(60).trim(), box);
    expect(size).toBe(20);
    expect(lines.at(-1)).toMatch(/…$/);
    for (const line of atLeastOne(lines)) expect(faces.display.width(line, size)).toBeLessThanOrEqual(400);
  });

  it('lose an accent rather than a letter that the font does not have', () => {
    expect(faces.display.width('日', 20)).toBe(0);
    expect(faces.display.width('ọ', 20)).toBe(faces.display.width('o', 20));
  });
});
