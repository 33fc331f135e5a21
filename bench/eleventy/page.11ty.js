import { readFileSync } from 'node:fs';

// A page of Galley's, cut where content stands: both print the same chrome around the same article.
const shell = JSON.parse(readFileSync(process.env.BENCH_SHELL, 'utf8'));
const escapeHtml = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

export function render(data) {
  const values = {
    TITLE: data.title,
    EXCERPT: data.excerpt,
    PATH: data.page.url,
    ISO: data.publishedDate.toISOString(),
  };
  return shell
    .map((part) =>
      typeof part === 'string' ? part : part.slot === 'BODY' ? data.content : escapeHtml(values[part.slot]),
    )
    .join('');
}
