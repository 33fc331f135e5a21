import { expect, it } from 'vitest';
import { fileName } from '../../cli/look/pictures.ts';

it('is readable, and different for words that read the same', () => {
  expect(fileName('Deep Ellum: lights!')).toMatch(/^deep-ellum-lights-[\da-f]{8}$/);
  expect(fileName('Deep Ellum lights')).not.toBe(fileName('Deep Ellum: lights!'));
  expect(fileName('Deep Ellum lights')).toBe(fileName('Deep Ellum lights'));
});

it('is short for words of any length, and not empty for words of any script', () => {
  expect(fileName('a very long title '.repeat(90))).toMatch(/^[a-z-]{55,60}-[\da-f]{8}$/);
  expect(fileName('日本語')).toMatch(/^[\da-f]{8}$/);
});

it('follows a given hash, such as that of the content', () => {
  expect(fileName('Ferry_Dock', '0123456789abcdef')).toBe('ferry-dock-01234567');
});
