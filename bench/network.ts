import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { postFile } from '../tests/pipeline/corpus.ts';
import { root } from './build/generators.ts';

/** Posts of a paper: with the shared pages and the lists, it has 48 pages, as the demo had at first. */
const posts = 11;

/** Pages of the demo that the papers do not share: without them a paper has 48 pages. */
const left = ['pages/tags.yaml'];

/** Writes a network of `count` papers that share all but their name, address and posts; its pages and data are those of the demo. */
export function writeNetwork(folder: string, count: number): void {
  const shared = join(folder, 'shared');
  const demo = join(root, 'content');
  cpSync(demo, shared, { recursive: true, filter: (path) => !path.startsWith(join(demo, 'blog')) });
  for (const path of left) rmSync(join(shared, path), { force: true });
  const settings = readFileSync(join(shared, 'site.yaml'), 'utf8');
  rmSync(join(shared, 'site.yaml'));
  const change = (path: string, edit: (text: string) => string) => {
    const file = join(shared, path);
    writeFileSync(file, edit(readFileSync(file, 'utf8')));
  };
  // The post that the front page names is not there.
  change('pages/home.yaml', (text) =>
    text.replace(/^ {4}story: .*\n/m, '').replace(/^headline: .*/m, 'headline: "{{name}}"'),
  );
  const categories: readonly string[] = parse(settings).categories.map(({ name }: { name: string }) => name);
  for (let i = 0; i < count; i++) {
    const paper = join(folder, nameOf(i));
    mkdirSync(join(paper, 'blog'), { recursive: true });
    writeFileSync(
      join(paper, 'site.yaml'),
      settings
        .replace(/^shareImages: \w+$/m, 'shareImages: none')
        .replace(/^name: .*/m, `name: The Courier of Town ${i}`)
        .replace(/^baseUrl: .*/m, `baseUrl: https://town-${i}.example`),
    );
    for (let n = 0; n < posts; n++)
      writeFileSync(
        join(paper, 'blog', `post-${n}.md`),
        `${postFile(n, categories, 'flow')}\nThe neighbors of Town ${i} heard it first.\n`,
      );
  }
}

export const nameOf = (paper: number): string => `town-${String(paper).padStart(4, '0')}`;
