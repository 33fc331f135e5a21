import { load } from 'cheerio';
import { expect, it } from 'vitest';
import { buildInMemory, smallContent } from '../helpers.ts';

const build = (lines: string, options: Parameters<typeof buildInMemory>[1] = {}) =>
  buildInMemory(smallContent({ 'site.yaml': (text) => `${text}${lines}\n` }), options);
const policyOf = (html = '') => load(html)('meta[http-equiv=Content-Security-Policy]').attr('content') ?? '';

it.each([
  ['provider: plausible, id: alderferry.example', 'https://plausible.io'],
  ['provider: goatcounter, id: ferry', 'https://ferry.goatcounter.com'],
  ['provider: goatcounter, id: ferry, host: https://stats.example', 'https://stats.example'],
  ['provider: matomo, id: "3", host: https://stats.example', 'https://stats.example'],
])('{ %s } may be asked by each page that readers open, and nothing else', async (lines, host) => {
  const { report, files } = await build(`analytics: { ${lines} }`);
  expect(report.problems).toEqual([]);
  const story = files.get('blog/heron-count.html');
  expect(policyOf(story)).toContain(`connect-src 'self' ${host};`);
  expect(policyOf(story)).toContain("img-src 'self';");
  expect(load(story ?? '')('noscript')).toHaveLength(0);
  const framed = files.get('embeds/form/newsletter.html');
  expect(policyOf(framed)).toContain("connect-src 'self';");
  expect(framed).not.toContain(host);
  const scripts = [...files.keys()].filter((path) => /plausible|goatcounter|matomo/.test(path));
  expect(scripts).toEqual([
    expect.stringMatching(new RegExp(`^assets/${/\w+(?=,)/.exec(lines)}-\\w+\\.js$`)),
  ]);
});

const counted =
  'analytics: { provider: plausible, id: alderferry.example }\npixel: https://count.example/p.gif';

it.each([
  ['in a paper that does not ask for it', '', {}],
  ['in `dev`', counted, { isDev: true }],
  ['in a preview with drafts', counted, { drafts: true }],
  ['in a preview at another address', counted, { baseUrl: 'https://preview.example' }],
])('nobody is counted %s', async (_, lines, options) => {
  const { files } = await build(lines, options);
  const all = [...files].map(([path, text]) => path + (/\.(?:html|js)$/.test(path) ? text : '')).join('\n');
  expect(all).toContain('<main');
  expect(all).not.toMatch(/plausible|count\.example/);
});

it.each([
  ['analytics: { provider: google, id: G-1 }', /google.*plausible.*goatcounter.*matomo|Use one of/s],
  [
    'analytics: { provider: goatcounter, id: a.evil.example/ }',
    /`a\.evil\.example\/` is not a code\. Write what stands before/,
  ],
  ['analytics: { provider: plausible, id: a b }', /`a b` is not a domain/],
  ['pixel: http://count.example/p.gif', /`http:\/\/count\.example\/p\.gif` .* it is not https/],
])('%s is a mistake', async (lines, message) => {
  const { report } = await build(lines);
  expect(report.problems.map(({ message, hint }) => `${message} ${hint}`)).toEqual([
    expect.stringMatching(message),
  ]);
});
