import { readFileSync } from 'node:fs';
import type { Shell } from '../build/shell.ts';

interface Post {
  readonly title: string;
  readonly excerpt: string;
  /** A text where it is in quotes. */
  readonly publishedDate: Date | string;
  readonly page: { readonly url: string };
  readonly content: string;
}

// A page of Galley, cut where the article is: both write the same document around it.
const shell: Shell = JSON.parse(readFileSync(process.env.BENCH_SHELL ?? '', 'utf8'));
const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

export function render(post: Post): string {
  const slots: Readonly<Record<string, string>> = {
    BODY: post.content,
    TITLE: escapeHtml(post.title),
    EXCERPT: escapeHtml(post.excerpt),
    PATH: escapeHtml(post.page.url.replace(/\.html$/, '')),
    ISO: escapeHtml(new Date(post.publishedDate).toISOString()),
  };
  return shell.map((part) => (typeof part === 'string' ? part : slots[part.slot])).join('');
}
