import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { activeEndingOf } from '../../cli/content/public-file.ts';
import { types } from '../../cli/site/headers.ts';
import { root } from '../helpers.ts';

const guide = readFileSync(join(root, 'docs/guides/live.md'), 'utf8');
const [text = ''] = /^ {4}function handler\(event\) \{\n[\s\S]*?\n {4}\}\n/m.exec(guide) ?? [];
const handler = new Function(`${text}; return handler;`)();

/** The file that the guide’s function requests from S3, or the redirect it answers with. */
function answer(address: string): string {
  const [uri, query] = address.split('?', 2);
  const result = handler({ request: { uri, rawQueryString: () => query } });
  return result.uri ?? `${result.statusCode} ${result.headers.location.value}`;
}

it.each([
  ['/', '/index.html'],
  ['/about', '/about.html'],
  ['/rss.xml', '/rss.xml'],
  ['/media/Ferry.JPG', '/media/Ferry.JPG'],
  ['/.well-known/security', '/.well-known/security'],
  ['/CNAME', '/CNAME'],
  ['/old.php', '/old.php.html'],
  ['/2019/story.htm', '/2019/story.htm.html'],
  ['/caf%C3%A9', '/caf%C3%A9.html'],
  ['/about/', '308 /about'],
  ['/about.html', '308 /about'],
  ['/about.html/', '308 /about'],
  ['/about/index.html?a=1&a=2&b=%26', '308 /about?a=1&a=2&b=%26'],
  ['/index.html', '308 /'],
  ['/old.php/', '308 /old.php'],
  ['//evil.example/', '//evil.example/'],
  ['/\\evil.example/', '/\\evil.example/'],
  ['/\\/evil.example/index.html', '/\\/evil.example/index.html'],
  ['/%5Cevil.example/', '308 /%5Cevil.example'],
])('the function for CloudFront in the guide answers %s with %s', (address, expected) => {
  expect(answer(address)).toBe(expected);
});

it('the function for CloudFront leaves every type of file alone, but adds an ending where public/ can have no file', () => {
  const endings = Object.keys(types).filter((ending) => ending !== '.html');
  expect(endings.map((ending) => answer(`/x${ending}`))).toEqual(endings.map((ending) => `/x${ending}`));
  const pages = 'asp aspx cfm cgi htm jsp jspx php php7 phtml pl shtml xhtml'.split(' ');
  expect(pages.filter((ending) => answer(`/x.${ending}`) !== `/x.${ending}.html`)).toEqual([]);
  expect(pages.filter((ending) => !activeEndingOf(`x.${ending}`))).toEqual([]);
});
