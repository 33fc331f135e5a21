import { decodeXML } from 'entities';
import { expect, it } from 'vitest';
import { escapeText, escapeXml } from '../../cli/lib/escape.ts';

const text = `"Tom" & 'Ann' <b>\r&amp;`;

it('escapes what has a meaning in XML, and quotation marks for attributes only', () => {
  expect(escapeText(text)).toBe(`"Tom" &amp; 'Ann' &lt;b&gt;&#13;&amp;amp;`);
  expect(escapeXml(text)).toBe(`&quot;Tom&quot; &amp; 'Ann' &lt;b&gt;&#13;&amp;amp;`);
});

it('gives the same text to whoever reads it', () => {
  expect(decodeXML(escapeText(text))).toBe(text);
  expect(decodeXML(escapeXml(text))).toBe(text);
});
