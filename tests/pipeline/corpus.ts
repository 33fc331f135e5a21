import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

const words =
  'council river street school budget vote neighbors bridge market county officials residents season station district morning library workers project board lake summer players teachers clinic harvest garden traffic permit housing water music kitchen record family highway signal museum engine credit'.split(
    ' ',
  );

/** Whole numbers that are the same in every run: https://en.wikipedia.org/wiki/Linear_congruential_generator */
export function numbersFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** What every post says of itself. */
type Fields = Readonly<
  Record<'id' | 'title' | 'excerpt' | 'author' | 'publishedDate' | 'category', string>
> & {
  readonly tags: readonly string[];
};

/** The ways in which editors write front matter. */
export const shapes = ['flow', 'quoted', 'folded'] as const;
type Shape = (typeof shapes)[number];

/** YAML that says `fields`, without its fences. */
const writeFields: Readonly<Record<Shape, (fields: Fields) => string>> = {
  flow: ({ id, title, excerpt, tags, ...others }) =>
    `id: "${id}"\ntitle: ${title}\nexcerpt: ${excerpt}\n${source(others)}\ntags: [${tags.join(', ')}]\n`,

  quoted: (fields) =>
    Object.entries(fields)
      .map(([key, value]) => `${key}: ${JSON.stringify(value)}\n`)
      .join(''),

  folded: ({ id, title, excerpt, tags, ...others }) => {
    // In lines that an editor's window shows whole.
    const lines = excerpt.match(/\S.{0,71}(?=\s|$)/g) ?? [];
    const folded = [...lines.map((line) => `  ${line}\n`), 'tags:\n', ...tags.map((tag) => `- ${tag}\n`)];
    return `id: "${id}"\ntitle: ${title}\n${source(others)}\nexcerpt: >-\n${folded.join('')}`;
  },
};

const source = ({ author, publishedDate, category }: Pick<Fields, 'author' | 'publishedDate' | 'category'>) =>
  `author: ${author}\npublishedDate: ${publishedDate}\ncategory: ${category}`;

/** What posts may have besides: texts with lists by number, tables and headings of two levels; a former address each. */
export type Extra = 'blocks' | 'moved';

/** Article `i`: about 3 KB of Markdown with all that articles have, and what makes more words. */
function article(i: number, extra?: Extra) {
  const next = numbersFrom(i + 1);
  const word = () => words[next(words.length)] ?? '';
  const sentence = (length: number) => {
    const text = Array.from({ length }, word).join(' ');
    return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
  };
  const paragraph = () =>
    `${sentence(12 + next(8))} ${sentence(8 + next(6))} The **${word()}** plan, [first reported here](/blog/post-${next(i + 1)}), drew *${word()}* questions. ${sentence(14)}`;
  const parts: string[] = [];
  for (let size = 0; size < 2600; ) {
    const part: string =
      parts.length % 5 === 2
        ? `## ${sentence(5).slice(0, -1)}`
        : parts.length % 5 === 4
          ? `- ${sentence(6)}\n- ${sentence(6)}\n- ${sentence(6)}`
          : parts.length === 8
            ? `> ${sentence(12)}`
            : paragraph();
    parts.push(part);
    size += part.length + 2;
  }
  if (extra === 'blocks')
    parts.push(
      `### ${sentence(3).slice(0, -1)}`,
      `1. ${sentence(6)}\n2. ${sentence(6)}\n3. ${sentence(6)}`,
      `| ${word()} | ${word()} |\n| --- | ---: |\n| ${word()} | ${next(900)} |\n| ${word()} | ${next(900)} |`,
    );
  return { text: parts.join('\n\n'), word, sentence };
}

/** The Markdown of article `i`. */
export const articleText = (i: number): string => article(i).text;

/** The file of post `i`: front matter of the shape with one of the categories in turn, and an article. */
export function postFile(i: number, categories: readonly string[], shape: Shape, extra?: Extra): string {
  const { text, word, sentence } = article(i, extra);
  const headline = sentence(8).slice(0, -1);
  const fields = {
    id: String(i),
    title: shape === 'quoted' ? headline.replace(/ (\w+) /, ": the $1s' ") : headline,
    excerpt: sentence(18),
    author: 'Marisol Vega',
    publishedDate: new Date(Date.UTC(2025, 0, 1) - i * 5 * 3_600_000).toISOString(),
    category: categories[i % categories.length] ?? '',
    tags: [...new Set([word(), word(), word()])],
  };
  const aliases = extra === 'moved' ? `aliases: [/2019/post-${i}.html]\n` : '';
  return `---\n${writeFields[shape](fields)}${aliases}---\n${text}\n`;
}

/**
 * Writes a paper with `count` posts into `folder`: everything of `content`, its posts replaced, without share images. Their front matter has each
 * of the shapes in turn.
 */
export function writeCorpus(
  folder: string,
  content: string,
  count: number,
  options: { readonly shapes: readonly Shape[]; readonly extra?: Extra | undefined } = { shapes: ['flow'] },
): void {
  const categories = writeWithoutPosts(folder, content, 'shareImages: none');
  for (let i = 0; i < count; i++) {
    const shape = options.shapes[i % options.shapes.length] ?? 'flow';
    writeFileSync(join(folder, 'blog', `post-${i}.md`), postFile(i, categories, shape, options.extra));
  }
}

/** Takes the names of posts out of the front page of a folder without them, and links to their tags out of its menus. */
export function removeNames(folder: string): void {
  for (const path of [join('pages', 'home.yaml'), 'navigation.yaml']) {
    const file = join(folder, path);
    if (!existsSync(file)) continue;
    const text = readFileSync(file, 'utf8').replace(
      /^ {4}(?:story: .*|(?:beside|only):\s+\[[^\]]*\])\n/gm,
      '',
    );
    writeFileSync(file, text.replace(/^.*path: \/tags\/.*\n/gm, ''));
  }
}

/** Writes everything of `content` but its posts and its notices, which lead to posts, with a line of site.yaml instead of `shareImages`. Gives the categories. */
export function writeWithoutPosts(folder: string, content: string, line: string): readonly string[] {
  const left = ['blog', 'notices'].map((name) => join(content, name));
  cpSync(content, folder, { recursive: true, filter: (path) => !left.includes(path) });
  const site = join(folder, 'site.yaml');
  const settings = readFileSync(site, 'utf8');
  if (!/^shareImages: \w+$/m.test(settings)) throw new Error(`${site} has no line shareImages`);
  writeFileSync(site, settings.replace(/^shareImages: \w+$/m, line));
  removeNames(folder);
  mkdirSync(join(folder, 'blog'), { recursive: true });
  return parse(settings).categories.map(({ name }: { name: string }) => name);
}
