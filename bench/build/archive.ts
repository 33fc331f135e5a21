import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { slugify } from '../../cli/content/schema/slugs.ts';
import { numbersFrom, writeWithoutPosts } from '../../tests/pipeline/corpus.ts';

/** Posts since the import, and the day of the import. */
const young = 200;
const imported = Date.UTC(2025, 0, 1);

const words =
  'alcaldía barrio señora façade café naïve résumé Peña Muñoz Zoë Gödel Łódź council river school budget vote neighbors bridge market county officials residents season library teachers harvest traffic water music museum credit'.split(
    ' ',
  );

/** What is in each so manieth old post. Those with a rule are only counted. */
const relics: readonly {
  readonly every: number;
  readonly rule?: 'dead-link' | 'moved-link' | 'missing-alt' | 'heading-level';
  readonly text?: (i: number) => string;
  readonly fields?: object;
}[] = [
  { every: 2, text: () => 'The clerk wrote “recieved [sic]” and added: * See the “Señora’s” map […] below.' },
  { every: 3, rule: 'dead-link', text: (i) => `As [“we” wrote](/2009/05/${slugOf(i * 7)}/) then.` },
  { every: 4, rule: 'dead-link', text: (i) => `See [its café](/files/${i}.pdf).` },
  { every: 4, rule: 'moved-link', text: (i) => `More on [Peña](${formerOf(i + 1)}).` },
  { every: 5, rule: 'missing-alt', text: () => '![](media/storm-drain.webp)' },
  { every: 7, rule: 'missing-alt', fields: { imageUrl: 'media/telephone.webp' } },
  { every: 9, rule: 'heading-level', text: () => '## Afterwards\n\n#### “Naïve”' },
  { every: 40, text: () => '[gallery ids="1,2"]\n\nThe **façade was grey.' },
  { every: 50, fields: { tags: ['café', 'Peña', 'Café'] } },
  { every: 60, text: () => 'On [its own page](//www.example.org/peña).' },
];

/**
 * Writes a paper as `galley import` leaves it, some weeks later: letters beyond ASCII, old mistakes, about two former addresses a post, and share
 * images of the posts since then.
 */
export function writeArchive(folder: string, content: string, posts: number): void {
  const date = dayOf(imported);
  const categories = writeWithoutPosts(folder, content, `importedBefore: ${date}`);
  for (let i = 0; i < posts; i++)
    writeFileSync(
      join(folder, 'blog', `${slugOf(i)}.md`),
      fileOf(i, categories[i % categories.length] ?? ''),
    );
  const tags = Array.from({ length: posts / 4 }, (_, i) => ({
    from: `/tag/${i}/`,
    to: `/blog/${slugOf(i)}`,
  }));
  writeFileSync(join(folder, 'redirects.yaml'), stringify(tags));
  const counts: Record<string, number> = {};
  for (let i = young; i < posts; i++)
    for (const { rule } of relicsOf(i)) if (rule) counts[rule] = (counts[rule] ?? 0) + 1;
  writeFileSync(join(folder, 'imported.yaml'), stringify({ date, counts }));
}

const relicsOf = (i: number) => relics.filter(({ every }) => i >= young && i % every === 0);

function fileOf(i: number, category: string): string {
  const next = numbersFrom(i + 1);
  const word = () => words[next(words.length)] ?? '';
  const sentence = () => capital(Array.from({ length: 8 + next(12) }, word).join(' '));
  const paragraph = () =>
    `${sentence()}: “${sentence()},” said **${word()}** ${word()}. [${sentence()}](https://www.example.org/${i}) – it’s *${word()}*… ${sentence()}.`;
  const fields = {
    id: `wp-${i}`,
    title: titleOf(i),
    excerpt: `${sentence()}: “${sentence()}.”`,
    author: 'Marisol Vega',
    publishedDate: new Date(momentOf(i)).toISOString(),
    category,
    tags: [...new Set([word(), word()])],
    ...(i < young ? {} : { aliases: [formerOf(i), `/archive/${i}.html`] }),
  };
  const paragraphs = Array.from({ length: 4 + next(6) }, paragraph);
  const old = relicsOf(i).flatMap(({ text }) => text?.(i) ?? []);
  const all = Object.assign(fields, ...relicsOf(i).map((relic) => relic.fields));
  return `---\n${stringify(all, { lineWidth: 0 })}---\n${[...paragraphs, ...old].join('\n\n')}\n`;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function titleOf(i: number): string {
  const next = numbersFrom(i);
  return capital(Array.from({ length: 6 }, () => words[next(words.length)]).join(' '));
}

const slugOf = (i: number) => `post-${i}-${slugify(titleOf(i))}`;
const dayOf = (moment: number) => new Date(moment).toISOString().slice(0, 10);
/** Three posts a day. */
const momentOf = (i: number) => imported + (young - i - 1) * 8 * 3_600_000;
const formerOf = (i: number) => `/${dayOf(momentOf(i)).replaceAll('-', '/')}/${slugOf(i)}/`;
