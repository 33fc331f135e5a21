import { randomInt } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Scalar, stringify } from 'yaml';
import { hasCode } from '../lib/environment-error.ts';
import { createFile } from '../lib/replace-file.ts';
import { parse } from '../pipeline/parse.ts';
import { read } from '../pipeline/read.ts';
import { title } from '../sources/fields.ts';
import { timeZoneOf } from '../sources/site.ts';
import { slugify } from '../sources/slugs.ts';
import type { SourceFile } from '../sources/source-file.ts';
import { requireContent } from '../terminal/build-input.ts';
import { ExitError, exitCodes } from '../terminal/exit-codes.ts';
import { type NowFlag, nowOf } from '../terminal/flags.ts';

/** Slugs of long headlines are cut at a word. */
const maxSlug = 70;

/** `new post "Headline"`: writes a draft that passes `check`, with a new address and id, dated now in the paper's time zone. */
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
      'site.yaml has problems; `galley check` shows them. A post needs its categories.',
    );

  const [category] = site.categories;
  if (!category)
    throw new ExitError(
      exitCodes.problems,
      'A post needs a category, and site.yaml lists none yet: add one to `categories`, such as `- name: Local News`.',
    );
  if (records.claimed.has(`/blog/${slug}`) || records.posts.some(({ data }) => data.slug === slug)) {
    throw new ExitError(
      exitCodes.usage,
      `Another post already has the address /blog/${slug}. Give this one another headline.`,
    );
  }
  const published = inZone(nowOf(flags), timeZoneOf(site));
  const frontMatter = {
    id: quoted(freshId(published.slice(0, 10), sources.files)),
    title: headline.trim(),
    excerpt: 'Say in one or two sentences what happened.',
    author: (team && !records.flaws.has(team.source) ? team.data.team[0]?.name : undefined) ?? site.name,
    publishedDate: published,
    category: category.name,
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
    if (!hasCode(error, 'EEXIST')) throw error;
    throw new ExitError(exitCodes.usage, `${path} already exists; nothing was written.`);
  }
  process.stdout.write(`${path}\n`);
}

/** A text in double quotes, which YAML reads as nothing but text. */
function quoted(text: string): Scalar {
  const scalar = new Scalar(text);
  scalar.type = Scalar.QUOTE_DOUBLE;
  return scalar;
}

function shorten(slug: string): string {
  if (slug.length <= maxSlug) return slug;
  const cut = slug.slice(0, maxSlug + 1);
  return cut.slice(0, Math.max(cut.lastIndexOf('-'), 1));
}

/** Letters and digits that do not look alike. */
const idCharacters = 'abcdefghjkmnpqrstuvwxyz23456789';

/** A day and five random characters, such as `2026-11-21-k7q2x`; no post has this id, and probably no deleted one had it. */
function freshId(day: string, files: readonly SourceFile[]): string {
  const id = `${day}-${Array.from({ length: 5 }, () => idCharacters[randomInt(idCharacters.length)]).join('')}`;
  const isTaken = files.some(({ path, text }) => path.startsWith('blog/') && text.includes(id));
  return isTaken ? freshId(day, files) : id;
}

/** A moment in a time zone, with its offset: `2026-11-20T12:00:00-06:00`. */
export function inZone(moment: Date, timeZone: string): string {
  // Sweden writes dates as ISO 8601 does.
  const local = moment.toLocaleString('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  const withZone = moment.toLocaleString('en-US', { timeZone, timeZoneName: 'longOffset' });
  return local.replace(' ', 'T') + (/GMT(.+)$/.exec(withZone)?.[1] ?? '+00:00');
}
