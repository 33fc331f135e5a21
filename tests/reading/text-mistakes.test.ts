import { describe, expect, it } from 'vitest';
import { placed } from '../../cli/problems/problem.ts';
import { misreadIn, misreadProblem, unfinishedMerges } from '../../cli/reading/text-mistakes.ts';

const found = (text: string) => misreadIn(text).map(({ start, end }) => text.slice(start, end));

/** The characters that Windows-1252 has for the bytes 80 to 9F; five of them mean nothing there. */
const upper = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ';

/** UTF-8 as programs show it that take it for Latin 1, or for Windows-1252. */
const asLatin = (text: string) => Buffer.from(text).toString('latin1');
const asWindows = (text: string) =>
  asLatin(text).replace(/[\u0080-\u009F]/g, (byte) => upper[byte.charCodeAt(0) - 0x80] ?? '');

describe('text saved in another encoding', () => {
  it.each(
    [
      `It’s|“Yes,” he said|a — b|café|résumé|Peña|El Niño|Müller|Straße|à la carte|CAFÉ|AÑO NUEVO`,
      `Österreich|5 °C|© 2026|€5|wait…|São Paulo|coração|Łódź|część|Привет|Αθήνα|😀|™|naïve`,
      `Ångström|L’été|½ cup`,
    ].flatMap((line) => line.split('|')),
  )('is found where %s was garbled', (text) => {
    for (const misread of [asLatin, asWindows])
      expect(found(`Some words: ${misread(text)} and more`)).not.toEqual([]);
    expect(found(text)).toEqual([]);
  });

  it('is found where a letter was lost', () => {
    expect(found('It\uFFFDs caf\uFFFD\uFFFD')).toEqual(['\uFFFD', '\uFFFD\uFFFD']);
  });

  it('is found where the space that does not break became a plain one', () => {
    expect(found('5Â km, and moreÂ words')).toEqual(['Â', 'Â']);
  });

  it.each(
    [
      `“AMANHÔ|«IRMû|MANHÔ|MAÇÃ…|São João, “amanhã”|amanhã…”|Âncora|ÂNGELA|PHÂN TÂM`,
      `TIẾN SĨ NGUYỄN VĂN ÂN|„MENÜ“|„ÄÖÜ“|MAJORITÄ\u00adT|voilâ…|RESTAURANTÄ“|coborâ — apoi|Ðorđe`,
      `Ísland, Ð“|Île-de-France|SMÅ’|Åsa|Ärger|CHÂTEAU|the letter Â is|ÂME : «ÂÂ»|Ã|naïve café`,
      `ÑANDÚ|ÏÎ|MANHÃ : sim|«MAMû`,
    ].flatMap((line) => line.split('|')),
  )('is not seen in %s', (text) => {
    expect(found(text)).toEqual([]);
  });

  it('is reported once for a file, at the first letter', () => {
    const text = 'a\nIt wasnâ€™t cafÃ©\n';
    const found = misreadProblem({ path: 'a.md', file: 'content/a.md', text }).map(placed);
    expect(found).toMatchObject([{ rule: 'wrong-encoding', line: 2, column: 8, endColumn: 11 }]);
    expect(found[0]?.hint).toContain('1 more after it');
  });
});

/** The lines at which merges are reported, counted from 1. */
const linesOf = (text: string, path = 'site.yaml') =>
  unfinishedMerges({ path, file: `content/${path}`, text }).map((problem) => placed(problem).line);

describe('an unfinished merge', () => {
  it.each<[string, string[], number[]]>([
    ['with two sides', ['a', '<<<<<<< HEAD', 'b', '=======', 'c', '>>>>>>> desk', 'd'], [2]],
    ['with the text before both', ['<<<<<<< HEAD', '||||||| 1a2b', '=======', '>>>>>>> desk'], [1]],
    ['twice', ['<<<<<<< a', '=======', '>>>>>>> b', '', '<<<<<<< a', '=======', '>>>>>>> b'], [1, 5]],
    ['of which one line is left', ['a', '>>>>>>> desk'], [2]],
    ['of which the first line is left', ['<<<<<<< HEAD', 'a'], [1]],
    ['of which the middle is left', ['a', '======='], [2]],
    ['that is none', ['<<<<<<<<', '<<<<<<', ' <<<<<<< HEAD', '<<<<<<<HEAD', '>>>>>> x', '========'], []],
  ])('%s is found by its lines', (_name, lines, expected) => {
    expect(linesOf(lines.join('\n'))).toEqual(expected);
  });

  it('has no lone line of `=` in Markdown, where it underlines a heading', () => {
    expect(linesOf('A heading\n=======\n', 'pages/a.md')).toEqual([]);
    expect(linesOf('<<<<<<< a\n=======\n>>>>>>> b', 'pages/a.md')).toEqual([1]);
  });

  it('is found in time among very many first lines', () => {
    expect(linesOf('<<<<<<< a\n'.repeat(20_000))).toHaveLength(20_000);
  });
});
