import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../tests/commands/relay/wire.ts';
import type { Generator } from './generators.ts';
import { corpusOf, newPapers, type Stage } from './papers.ts';
import { mediansOf, type Read, type Save, textAt, underServer } from './saves.ts';
import type { Results } from './tables.ts';

/** A file of a paper that determines how posts look. */
interface LookFile {
  readonly label: string;
  readonly path: string;
  /** Its text at save `n`, from the original text, and the words that a page or its stylesheet then has. */
  readonly textAt: (n: number, text: string) => string;
  readonly words: (n: number) => string;
}

const colorOf = (n: number) => `#3b1a${10 + n}`;

const stylesheet = (label: string, path: string, name: string): LookFile => ({
  label,
  path,
  textAt: (n, text) => `${text}\n.${name}-${n} { margin: 0 }\n`,
  words: (n) => `.${name}-${n}`,
});

const lookFiles: readonly LookFile[] = [
  {
    label: 'theme.yaml',
    path: 'content/theme.yaml',
    textAt: (n) => `colors:\n  light: { accent: "${colorOf(n)}" }\n`,
    words: colorOf,
  },
  stylesheet('custom.css', 'content/custom.css', 'paper'),
];

/** Saves settings and styles while Galley serves; for each label the median of `saves` in each round. */
export async function measureLookSaves(
  { work, posts, rounds }: Stage,
  saves: number,
  galley: Generator,
): Promise<Readonly<Record<string, Results<Save>>>> {
  const found = Object.fromEntries(lookFiles.map(({ label }): [string, Save[]] => [label, []]));
  for (let round = 0; round < rounds; round++) {
    console.error(`saves of the look, round ${round + 1} of ${rounds}`);
    const { [galley.name]: paper = '' } = newPapers(work, `look-${round}`, corpusOf(work, posts), [galley]);
    const port = await freePort();
    const page = textAt(`http://127.0.0.1:${port}${galley.addressOf('post-3')}`);
    const both = withStyles(page, `http://127.0.0.1:${port}`);
    for (const { path, textAt } of lookFiles) writeFileSync(join(paper, path), textAt(saves, ''));
    await underServer(galley.serve(paper, port), paper, page, async (timed) => {
      for (const { label, path, textAt, words } of lookFiles) {
        const file = join(paper, path);
        const text = readFileSync(file, 'utf8');
        const all: Save[] = [];
        for (let n = 0; n < saves; n++)
          all.push(await timed(() => writeFileSync(file, textAt(n, text)), both, words(n)));
        found[label]?.push(mediansOf(all));
      }
    });
  }
  return Object.fromEntries(Object.entries(found).map(([label, all]) => [label, { Galley: all }]));
}

/** A page and its stylesheets. */
const withStyles =
  (page: Read, site: string): Read =>
  async () => {
    const html = await page();
    const addresses = Array.from(html.matchAll(/<link rel="stylesheet" href="([^"]+)"/g), ([, href]) => href);
    const styles = await Promise.all(addresses.map((address) => textAt(site + address)()));
    return [html, ...styles].join('\n');
  };
