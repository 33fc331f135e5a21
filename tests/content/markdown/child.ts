import { markdown } from '../../../cli/content/markdown/markdown.ts';

// Draws each text it is sent. Bundled and run by markdown-process.ts.
process.on('message', (text: string) => {
  const start = performance.now();
  const { html, findings } = markdown(text, new Map());
  process.send?.({
    milliseconds: performance.now() - start,
    megabytes: process.resourceUsage().maxRSS / 1024,
    html: html.length,
    findings: findings.length,
    first: findings[0],
  });
});
