import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { type Extra as OfCorpus, shapes, writeCorpus } from '../../tests/pipeline/corpus.ts';
import { writeArchive } from './archive.ts';
import { type Generator, root, type Shells } from './generators.ts';
import { measure } from './measure.ts';
import { cut } from './shell.ts';

/** A variant of the posts: those of an archive are another paper. */
export type Extra = OfCorpus | 'archive';

/** The setup of one part of the bench. */
export interface Stage {
  /** A folder that is removed at the end. */
  readonly work: string;
  readonly posts: number;
  readonly extra?: Extra | undefined;
  readonly rounds: number;
  readonly generators: readonly Generator[];
}

/** The content of a paper with `posts` posts, written into `work` once. */
export function corpusOf(work: string, posts: number, extra?: Extra): string {
  const content = join(work, `corpus-${posts}-${extra ?? 'plain'}`);
  const demo = join(root, 'content');
  if (existsSync(content)) return content;
  if (extra === 'archive') writeArchive(content, demo, posts);
  else writeCorpus(content, demo, posts, { shapes, extra });
  return content;
}

/**
 * A paper for each generator with a copy of `content`, by the generator's name: no run finds files of another one, and nothing is deleted before a
 * measurement.
 */
export function newPapers(
  work: string,
  label: string,
  content: string,
  generators: readonly Generator[],
): Readonly<Record<string, string>> {
  const papers = generators.map((generator): [string, string] => {
    const paper = join(work, `${label}-${generator.name}`);
    mkdirSync(paper);
    cpSync(content, join(paper, 'content'), { recursive: true });
    generator.prepare(paper);
    return [generator.name, paper];
  });
  // Otherwise the copies would be flushed to disk while the first generator is measured.
  spawnSync('sync');
  return Object.fromEntries(papers);
}

/** The document that `galley` renders around a post, and around a list. */
export async function shellsOf(work: string, galley: Generator): Promise<Shells> {
  const [content, slug] = [corpusOf(work, 100), 'post-6'];
  const { Galley: paper = '' } = newPapers(work, 'shells', content, [galley]);
  await measure(galley.build(paper));
  const html = readFileSync(join(paper, 'out', 'blog', `${slug}.html`), 'utf8');
  const { title, excerpt, publishedDate } = parse(
    readFileSync(join(content, 'blog', `${slug}.md`), 'utf8').split(/^---$/m)[1] ?? '',
  );
  const slots = { TITLE: title, EXCERPT: excerpt, PATH: `/blog/${slug}`, ISO: publishedDate };
  return {
    post: cut(html, { from: '<div class="prose">', to: '</div>', slots }),
    list: cut(html, { from: '<main id="Main" tabindex="-1">', to: '</main>', slots }),
  };
}
