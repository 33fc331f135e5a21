import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'cheerio';

/** Throws where the title, excerpt or text of the post `slug` in `other` differs from that in `first`. */
export function mustBeSame(first: string, other: string, slug: string): void {
  const [expected, found] = [first, other].map((out) => textsOf(readFileSync(pageOf(out, slug), 'utf8')));
  if (expected !== found)
    throw new Error(`${pageOf(other, slug)} and ${pageOf(first, slug)} differ:\n${found}\n\n${expected}`);
}

const pageOf = (out: string, slug: string) => join(out, 'blog', `${slug}.html`);

/** The words of a post's page, with plain spaces and apostrophes. */
function textsOf(html: string): string {
  const page = load(html);
  const article = JSON.parse(page('script[type="application/ld+json"]').text())['@graph'].at(-1);
  return [
    page('link[rel=canonical]').attr('href'),
    page('meta[name=description]').attr('content'),
    article.datePublished,
    ...['h1', '.article__standfirst', '.prose'].map((part) => page(part).text()),
  ]
    .map((text) => text?.replace(/\s+/g, ' ').replaceAll('’', "'").trim())
    .join('\n');
}

/** The mean, in KB. */
export function sizeOfPosts(out: string): number {
  const pages = readdirSync(join(out, 'blog')).filter((file) => /^post-\d.*\.html$/.test(file));
  const sizes = pages.map((file) => statSync(join(out, 'blog', file)).size);
  return sizes.reduce((sum, size) => sum + size, 0) / pages.length / 1000;
}
