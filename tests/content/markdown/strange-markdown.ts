import { markdown } from '../../../cli/content/markdown/markdown.ts';

/** What strange texts are made of. */
const pieces = [
  `it's ¦"¦'¦&amp;¦&#1;¦&¦*¦**¦_¦a_b¦__¦~¦~~¦\`¦\`\`¦[¦]¦![¦](¦)¦[a](b)¦[a](b "¦[a](b 'c¦[a]¦[a][b]`,
  '[a]: b\n¦[a]: b "c"\n¦[a]:¦[^a]¦<¦<a ¦<b>¦</b>¦<!--¦<a b="¦http://a.b¦www.a.b¦a@b.c¦http://¦!¦.',
  ' ¦  ¦    ¦\t¦\n¦\n\n¦  \n¦\\\n¦\\¦\\*¦- ¦+ ¦* ¦1. ¦2. ¦10) ¦> ¦>¦# ¦## a\n¦---\n¦===\n¦-\n¦|¦|a¦|-',
  `|a|b|\n|-|-|\n¦a|b\n-|-\n¦- [ ] ¦\`\`\`\n¦~~~\n¦\`\`\`¦<div>\n¦</div>\n¦<!-- ¦-->\n¦- a\n¦1. a\n¦   `,
  '     - ¦a\n¦lorem ipsum ¦é¦漢¦😀¦\u0301¦\u2028¦\u00a0¦x¦(¦{¦:¦$¦^¦=¦%20',
].flatMap((row) => row.split('¦'));

/** Numbers from 0 up to 1, the same for the same seed. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A text of at most `size` bytes: a few short phrases of Markdown's signs, each repeated for long, some of them by turns. */
export function strangeText(random: () => number, size: number): string {
  const phrase = () =>
    Array.from(
      { length: 1 + Math.floor(random() * 4) },
      () => pieces[Math.floor(random() * pieces.length)] ?? '',
    ).join('');
  const parts = 1 + Math.floor(random() * 4);
  let text = '';
  for (let i = 0; i < parts; i++) {
    const before = random() < 0.3 ? phrase() : '';
    const repeated = phrase();
    const share = i === parts - 1 ? 1 : random();
    const left = (size - Buffer.byteLength(text)) * share;
    text +=
      before +
      repeated.repeat(
        Math.max(0, Math.floor((left - Buffer.byteLength(before)) / Buffer.byteLength(repeated))),
      );
  }
  return text;
}

/** How long a text takes to be drawn or refused. One that ends or hangs the renderer ends or hangs the tests. */
export function secondsToRender(text: string): number {
  const start = performance.now();
  markdown(text, new Map());
  return (performance.now() - start) / 1000;
}
