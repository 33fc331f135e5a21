const charactersBetween = (first: number, end: number) =>
  Array.from({ length: end - first }, (_, i) => String.fromCodePoint(first + i)).join('');

/** The base subset of every font; browsers take other characters from the next font in the stack. */
const common = `${charactersBetween(0x20, 0x7f)}\u00a0¡£§©«®°·»¿–—‘’“”•…€™−×½¼¾ÁÉÍÑÓÚÜáàâäãåæçéèêëíìîïñóòôöõøúùûüß`;

/** Lowercase letters besides a to z of languages in Latin script, by language code. */
const alphabets: Readonly<Record<string, string>> = {
  ca: 'àçèéíïòóúü',
  cs: 'áčďéěíňóřšťúůýž',
  da: 'åæéø',
  de: 'äöüß',
  es: 'áéíñóúü',
  et: 'äõöšüž',
  eu: 'çñü',
  fi: 'åäöšž',
  fr: 'àâæçèéêëîïôœùûüÿ',
  ga: 'áéíóú',
  gl: 'áéíïñóúü',
  hr: 'čćđšž',
  hu: 'áéíóöőúüű',
  is: 'áæðéíóöþúý',
  it: 'àèéìíîòóùú',
  lt: 'ąčėęįšūųž',
  lv: 'āčēģīķļņšūž',
  nb: 'åæéèêóòôø',
  nl: 'áäéëíïóöúü',
  nn: 'åæéèêóòôø',
  no: 'åæéèêóòôø',
  pl: 'ąćęłńóśźż',
  pt: 'àáâãçéêíòóôõúü',
  ro: 'ăâîșț',
  sk: 'áäčďéíĺľňóôŕšťúýž',
  sl: 'čšž',
  sv: 'åäéöü',
  tr: 'âçğıöşü',
};

/** The alphabet of a language. */
export function lettersOf(language: string): string {
  const small = alphabets[language.split('-')[0] ?? ''] ?? '';
  const isTurkish = language.startsWith('tr');
  const large = [...small]
    .map((letter) => letter.toUpperCase())
    .filter((letter) => letter.length === 1)
    .join('');
  return `${charactersBetween(0x41, 0x5b)}${charactersBetween(0x61, 0x7b)}${small}${large}${isTurkish ? 'İ' : ''}`;
}

/** The subsets for pages, by the package file that has them: https://fonts.google.com/knowledge/glossary/subsetting */
export function pageCharacters(language: string): { readonly latin: string; readonly latinExt: string } {
  const letters = [...lettersOf(language)];
  const isLatin = (letter: string) => letter <= 'ÿ' || 'ıŒœ'.includes(letter);
  return {
    latin: [...new Set([...common, ...letters.filter(isLatin)])].join(''),
    latinExt: letters.filter((letter) => !isLatin(letter)).join(''),
  };
}

/** The subset for drawings. */
export const letteringCharacters = (language: string): string =>
  pageCharacters(language).latin + charactersBetween(0xa0, 0x250);

/** Character frequencies per thousand in English; near enough for other languages in Latin script. */
export const frequencies: readonly (readonly [letter: string, count: number])[] = [
  [' ', 182],
  ...'e102 t75 a65 o62 i57 n57 s53 r50 h49 l33 d33 u23 c22 m20 f18 w17 g16 p15 y14 b12 v8 k6 x1 j1 q1 z1'
    .split(' ')
    .map((entry): readonly [string, number] => [entry.slice(0, 1), Number(entry.slice(1))]),
];
