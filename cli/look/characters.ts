const charactersBetween = (first: number, end: number) =>
  Array.from({ length: end - first }, (_, i) => String.fromCodePoint(first + i)).join('');

/** The subset for pages, with all letters of English and Spanish; browsers take other characters from the next font in the stack. */
export const pageCharacters = `${charactersBetween(0x20, 0x7f)}\u00a0¡£§©«®°·»¿–—‘’“”•…€™−×½¼¾ÁÉÍÑÓÚÜáàâäãåæçéèêëíìîïñóòôöõøúùûüß`;

export const letteringCharacters = pageCharacters + charactersBetween(0xa0, 0x250);

/** Character frequencies per thousand in English; near enough for other languages in Latin script. */
export const frequencies: readonly (readonly [letter: string, count: number])[] = [
  [' ', 182],
  ...'e102 t75 a65 o62 i57 n57 s53 r50 h49 l33 d33 u23 c22 m20 f18 w17 g16 p15 y14 b12 v8 k6 x1 j1 q1 z1'
    .split(' ')
    .map((entry): readonly [string, number] => [entry.slice(0, 1), Number(entry.slice(1))]),
];
