import { load } from 'cheerio';
import { describe, expect, test } from 'vitest';
import { buildInMemory, smallContent } from '../helpers.ts';
import { words } from '../parsed-pages.ts';
import { xmlFaults } from './xml-faults.ts';

/** A post that is newer than all others. */
function newestPost(fields: Readonly<Record<string, string>>, text: string) {
  const all = { ...fields, publishedDate: '2026-11-19T10:00:00-06:00', category: 'Business' };
  const lines = Object.entries(all).map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
  return `---\n${lines.join('\n')}\n---\n${text}`;
}

describe('the feed of a post with awkward words', () => {
  const title = `Tom & Jerry’s ]]> <b>bold</b> \u{1F600} $& $1`;
  const excerpt = 'One ]]> two & three < four';
  const author = 'A & B <c>';

  async function build() {
    const text = 'Text with ]]> &amp; a [link](/blog) and `<script>`.\n\n    <item> in code\n';
    const picture = { imageUrl: 'media/bridge.png', imageAlt: 'A bridge' };
    const post = newestPost({ id: 'awkward', title, excerpt, author, ...picture }, text);
    const { files, report } = await buildInMemory(smallContent({ 'blog/awkward.md': post }));
    expect(report.written).toBeDefined();
    return files;
  }

  test('is well-formed, and says what the post says', async () => {
    const xml = (await build()).get('rss.xml') ?? '';
    expect(xmlFaults(xml)).toEqual([]);
    const $ = load(xml, { xml: true });
    // Titles and descriptions are HTML to those who read them.
    expect($('item > title').first().text()).not.toMatch(/[<>]|&(?!#x)/);
    expect(load($('item > title').first().text())('body').text()).toBe(title);
    expect(load($('item > description').first().text())('body').text()).toBe(excerpt);
    expect($('item > dc\\:creator').first().text()).toBe(author);
    const content = load($('content\\:encoded').first().text());
    expect(words(content('body').text())).toBe('Text with ]]> & a link and <script>. <item> in code');
    expect(content('script')).toHaveLength(0);
  });

  test('encloses its picture with the size and the type it has', async () => {
    const files = await build();
    const $ = load(files.get('rss.xml') ?? '', { xml: true });
    const enclosure = $('item').first().children('enclosure');
    const { url = '', length, type } = enclosure.attr() ?? {};
    expect(url).toMatch(/^https:\/\/[^/]+\/media\/bridge\.png$/);
    expect(type).toBe('image/png');
    expect(Number(length)).toBe(files.get('media/bridge.png')?.length);
  });
});

describe('a feed of words that look like its own markup', () => {
  const forged = '<managingEditor>x</managingEditor><item><title>Forged</title></item>';
  const hostile = [
    `First line\n        <managingEditor>x</managingEditor>\n        <item><title>Forged</title></item>`,
    '<managingEditor><x></managingEditor>',
    `]]>${forged}<![CDATA[`,
    '</title></item></channel></rss>',
    '<webMaster>a\n</webMaster>\n<?x?><!-- & &amp; &lt; &#60;',
    'A &amp; B &amp;amp; C',
    'x ]]> ]]></title></item><item><title>Forged</title></item><item><title><![CDATA[y',
    'a ]]> b ]]><x>y</x>]]>]]>',
  ];

  test.each(hostile)('says %j as it is, in every field', async (words) => {
    const spoil = (_: string, key: string) => key + JSON.stringify(words);
    const text = `A [text](/blog "]]> ]]>") ]]> ]]>.\n\n    ${words.replaceAll('\n', '\n    ')}\n`;
    const content = smallContent({
      'site.yaml': (site) => site.replace(/^( {2}title: ).*$/m, spoil).replace(/^( {4}name: ).*$/gm, spoil),
      'blog/forged.md': newestPost({ id: 'forged', title: words, excerpt: words, author: words }, text),
    });
    const { files, report } = await buildInMemory(content);
    expect(report.written).toBeDefined();
    const xml = files.get('rss.xml') ?? '';
    expect(xmlFaults(xml)).toEqual([]);
    const $ = load(xml, { xml: true });
    expect($('item')).toHaveLength(4);
    expect($('channel > managingEditor, channel > webMaster')).toHaveLength(2);
    expect(load($('item > title').first().text())('body').text()).toBe(words);
    expect($('item > dc\\:creator').first().text()).toBe(words);
    const json = JSON.parse(files.get('feed.json') ?? '');
    expect(json.items[0]).toMatchObject({ title: words, summary: words, authors: [{ name: words }] });
  });
});
