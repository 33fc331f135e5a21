import { decodeXML } from 'entities';
import { expect, it } from 'vitest';
import { escapeText, escapeXml } from '../../cli/lib/escape.ts';

it('escapes the special characters of XML, and quotation marks in attributes', () => {
  const text = `"Tom" & 'Ann' <b>\r&amp;`;
  expect(escapeText(text)).toBe(`"Tom" &amp; 'Ann' &lt;b&gt;&#13;&amp;amp;`);
  expect(escapeXml(text)).toBe(`&quot;Tom&quot; &amp; 'Ann' &lt;b&gt;&#13;&amp;amp;`);
  expect([decodeXML(escapeText(text)), decodeXML(escapeXml(text))]).toEqual([text, text]);
});
