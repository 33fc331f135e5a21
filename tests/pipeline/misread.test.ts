import { describe, expect, it } from 'vitest';
import { misreadIn } from '../../cli/misread.ts';

const found = (text: string) => misreadIn(text).map(({ start, end }) => text.slice(start, end));

/** UTF-8 as a program that takes it for Windows-1252 shows it. */
const misread = (text: string) => new TextDecoder('windows-1252').decode(new TextEncoder().encode(text));

describe('text saved in another encoding', () => {
  it.each([
    'It’s',
    '“Yes,” he said',
    'a — b',
    'café',
    'résumé',
    'Peña',
    'El Niño',
    'Müller',
    'Straße',
    'à la carte',
    'CAFÉ',
    'AÑO NUEVO',
    'Österreich',
    '5 °C',
    '© 2026',
    '€5',
    'wait…',
    'São Paulo',
    'coração',
    'Łódź',
    'część',
    'Привет',
    'Αθήνα',
    '😀',
    '™',
    'naïve',
    'Ångström',
    'L’été',
    '½ cup',
  ])('is found where %s was garbled', (text) => {
    expect(found(`Some words: ${misread(text)} and more`)).not.toEqual([]);
    expect(found(text)).toEqual([]);
  });

  it('is found where a letter was lost', () => {
    expect(found('It\uFFFDs caf\uFFFD\uFFFD')).toEqual(['\uFFFD', '\uFFFD\uFFFD']);
  });

  it('is found where the space that does not break became a plain one', () => {
    expect(found('5Â km, and moreÂ words')).toEqual(['Â', 'Â']);
  });

  it.each([
    '“AMANHÔ',
    '«IRMû',
    'MANHÔ',
    'MAÇÃ…',
    'São João, “amanhã”',
    'amanhã…”',
    'Âncora',
    'ÂNGELA',
    'PHÂN TÂM',
    'TIẾN SĨ NGUYỄN VĂN ÂN',
    '„MENÜ“',
    '„ÄÖÜ“',
    'MAJORITÄ­T',
    'voilâ…',
    'RESTAURANTÄ“',
    'coborâ — apoi',
    'Ðorđe',
    'Ísland, Ð“',
    'Île-de-France',
    'SMÅ’',
    'Åsa',
    'Ärger',
    'CHÂTEAU',
    'the letter Â is',
    'ÂME : «ÂÂ»',
    'Ã',
    'naïve café',
    'ÑANDÚ',
    'ÏÎ',
    'MANHÃ : sim',
    '«MAMû',
  ])('is not seen in %s', (text) => {
    expect(found(text)).toEqual([]);
  });
});
