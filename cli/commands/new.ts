import { randomInt } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Scalar, stringify } from 'yaml';
import { parse } from '../pipeline/parse.ts';
import { read } from '../pipeline/read.ts';
import { createFile } from '../pipeline/write.ts';
import { slugify, title } from '../sources/fields.ts';
import type { SourceFile } from '../sources/source-file.ts';
import { ExitError, exitCodes } from '../terminal/exit-codes.ts';
import { type NowFlag, nowOf } from '../terminal/flags.ts';
import { requireContent } from './build.ts';

/** The longest slug made from a headline, cut at a word. */
const longestSlug = 70;

/** `new post "Headline"`: a draft that passes check, under an address no post has and an id none ever had, dated now in the paper's zone. */
export async function newPost(
  headline: string,
  flags: NowFlag & { readonly content: string },
): Promise<void> {
  const slug = shorten(slugify(headline));
  if (slug === '') throw new ExitError(exitCodes.usage, 'A headline needs letters or digits.');
  const issue = title().safeParse(headline.trim()).error?.issues[0];
  if (issue) throw new ExitError(exitCodes.usage, issue.message);
  requireContent(flags.content);

  const sources = read(flags.content, flags.content).value;
  const { value: records } = parse(sources);
  const site = records.site?.data;
  const { team } = records.shared.data;
  if (!site)
    throw new ExitError(
      exitCodes.problems,
      'site.yaml has problems; `galley check` shows them. It says which zone and categories the paper has.',
    );

  if (records.claimed.has(`/blog/${slug}`) || records.posts.some(({ data }) => data.slug === slug)) {
    throw new ExitError(
      exitCodes.usage,
      `Another post already stands at /blog/${slug}. Give this one another headline.`,
    );
  }
  const published = inZone(nowOf(flags), site.timeZone);
  const frontMatter = {
    id: quoted(freshId(published.slice(0, 10), sources.files)),
    title: headline.trim(),
    excerpt: 'Say in one or two sentences what happened.',
    author: (records.flaws.has(team.source) ? undefined : team.data.team[0]?.name) ?? site.name,
    publishedDate: published,
    category: site.categories[0]?.name ?? '',
    tags: [],
    draft: true,
  };
  const folder = join(flags.content, 'blog');
  const path = join(folder, `${slug}.md`);
  mkdirSync(folder, { recursive: true });
  try {
    createFile(
      path,
      `---\n${stringify(frontMatter, { lineWidth: 0 })}---\nThe story starts here. Take \`draft: true\` out when it is ready.\n`,
    );
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') {
      throw new ExitError(exitCodes.usage, `${path} is already there, and nothing is written over it.`);
    }
    throw error;
  }
  process.stdout.write(`${path}\n`);
}

/** A text that YAML reads as nothing else, whatever it looks like. */
function quoted(text: string): Scalar {
  const scalar = new Scalar(text);
  scalar.type = Scalar.QUOTE_DOUBLE;
  return scalar;
}

function shorten(slug: string): string {
  if (slug.length <= longestSlug) return slug;
  const cut = slug.slice(0, longestSlug + 1);
  return cut.slice(0, Math.max(cut.lastIndexOf('-'), 1));
}

/** Letters and digits that nobody takes for one another. */
const marks = 'abcdefghjkmnpqrstuvwxyz23456789';

/**
 * A day and five letters or digits, such as `2026-11-21-k7q2x`: never one that a post has, and hardly ever one that a post had that is
 * gone, or that somebody else is given at this moment.
 */
function freshId(day: string, files: readonly SourceFile[]): string {
  const id = `${day}-${Array.from({ length: 5 }, () => marks[randomInt(marks.length)]).join('')}`;
  const isTaken = files.some(({ path, text }) => path.startsWith('blog/') && text.includes(id));
  return isTaken ? freshId(day, files) : id;
}

/** A moment as the clock of a zone shows it, with its offset: `2026-11-20T12:00:00-06:00`. */
export function inZone(moment: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'longOffset',
  }).formatToParts(moment);
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((p) => p.type === type)?.value ?? '';
  const offset = part('timeZoneName').replace('GMT', '') || '+00:00';
  return `${part('year')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}:${part('second')}${offset}`;
}
