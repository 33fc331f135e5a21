import { describe, expect, it, test } from 'vitest';
import type { BlockRenderer } from '../../../cli/content/markdown/blocks.ts';
import { markdown } from '../../../cli/content/markdown/markdown.ts';

const pictures = new Map([
  ['media/elm.jpg', { src: '/media/elm.jpg', width: 640, height: 360, bytes: 1, key: 'elm' }],
]);

/** Shows what the renderer is given. */
const plain: BlockRenderer = {
  box: (kind, title, content) => `<${kind}|${title}>${content}</${kind}>`,
  pullQuote: (content, source) => `<quote|${source}>${content}</quote>`,
  gallery: (rows) => rows.map((row) => `<row|${row.map(({ src }) => src).join()}>`).join(''),
  bars: (withBars, _, title, note) => `<bars|${title}|${note}>${withBars}</bars>`,
  sound: (path) => (path === 'media/interview.mp3' ? `<sound|${path}>` : undefined),
  frame: (address) =>
    address.startsWith('https://video.example/')
      ? { html: `<frame|${address}>`, origins: ['https://video.example'] }
      : undefined,
};
const render = (text: string) => markdown(text, pictures, undefined, plain);
const html = (text: string) => render(text).html.replaceAll('\n', '');

describe('a quotation', () => {
  it.each([
    ['> [!note]\n> Bring a coat.', '<note|><p>Bring a coat.</p></note>'],
    ['> [!TIP] What *we* know\n>\n> - one', '<tip|What <em>we</em> know><ul><li>one</li></ul></tip>'],
    ['> [!warning] Closed', '<warning|Closed></warning>'],
    ['- > [!note]\n  > > [!tip]\n  > > a', '<ul><li><note|><tip|><p>a</p></tip></note></li></ul>'],
    ['> [!quote]\n> A wall.\n> — Ann, *once*', '<quote|Ann, <em>once</em>><p>A wall.</p></quote>'],
    ['> [!quote] A wall.  \n> -- Ann', '<quote|Ann><p>A wall.</p></quote>'],
    ['> [!quote]\n> A wall.\n>\n> — Ann', '<quote|Ann><p>A wall.</p></quote>'],
    ['> [!quote] A wall — or two.', '<quote|><p>A wall — or two.</p></quote>'],
    ['> [!note] **A\n> b** c', '<note|><p><strong>Ab</strong> c</p></note>'],
    ['> [!quote]\n> *A wall.\n> — Ann* Ortiz', '<quote|><p><em>A wall.— Ann</em> Ortiz</p></quote>'],
    ['> Words [!note]', '<blockquote><p>Words [!note]</p></blockquote>'],
    ['    > [!note]', '<pre><code>&gt; [!note]</code></pre>'],
  ])('is shown as its first line says: %j', (text, expected) => expect(html(text)).toBe(expected));

  it('of an unknown name is shown as typed', () => {
    const text = '```\n> [!nota]\n```\n\n> [!nota] Words';
    const { html, parts } = render(text);
    expect(html).toContain('<blockquote>\n<p>[!nota] Words</p>');
    expect(parts).toEqual([]);
  });
});

test('spaces before the name of who said it take no time', () => {
  const long = `> [!quote]\n> —${' '.repeat(19_000)}Ann\n> more\n\n`;
  expect(html(long.repeat(2))).toMatch(/^(?:<quote\|>.*?<\/quote>){2}$/);
});

describe('a paragraph that is only an address', () => {
  it.each([
    ['https://video.example/1?a=b&c=d', '<frame|https://video.example/1?a=b&c=d>'],
    ['<https://video.example/1>', '<frame|https://video.example/1>'],
    ['/media/interview.mp3', '<sound|media/interview.mp3>'],
  ])('is shown as what it leads to: %s', (text, expected) => expect(html(text)).toBe(expected));

  it.each([
    'https://elsewhere.example/1',
    '[Watch it](https://video.example/1)',
    'See https://video.example/1',
    'See media/interview.mp3',
  ])('stays a link or a text if it is not: %s', (text) => expect(html(text)).toMatch(/^<p>.*<\/p>$/));

  it('is a frame, and the policy of the page has the origins of all', () => {
    const { frames, parts } = render('https://video.example/1\n\nhttps://video.example/2');
    expect([frames, parts]).toEqual([['https://video.example', 'https://video.example'], ['embed']]);
  });

  it('is reported if there is no such sound', () =>
    expect(render('One.\n\nmedia/intervew.mp3').findings).toMatchObject([
      { rule: 'missing-media', message: 'There is no sound `media/intervew.mp3`.', start: 6, end: 24 },
    ]));
});

test.each([
  ['"The \\"Elm\\" & us | Ann <b>"', 'The “Elm” &amp; us <small>Ann &lt;b&gt;</small>'],
  ['"Only | a caption | Ann"', 'Only | a caption <small>Ann</small>'],
  ['"Elm Street"', 'Elm Street'],
  ['"| Ann"', '<small>Ann</small>'],
])('a picture alone with the title %s is a figure with a caption', (title, caption) => {
  const { html, parts } = render(`![A > b](media/elm.jpg ${title})`);
  expect(html).toBe(
    '<figure class="figure"><img src="/media/elm.jpg" alt="A > b" width="640" height="360" loading="lazy" decoding="async">' +
      `<figcaption>${caption}</figcaption></figure>\n`,
  );
  expect(parts).toEqual(['figure']);
});

test('a picture without a title, or in a sentence, stays as it is', () => {
  for (const text of [
    '![A](media/elm.jpg)',
    'See ![A](media/elm.jpg "Elm | Ann").',
    '![A](media/elm.jpg "t") b',
  ])
    expect(html(text)).toBe(markdown(text, pictures).html.trim());
  expect(html('See ![A](media/elm.jpg "Elm | Ann").')).toContain('title="Elm | Ann"');
});

test('a text without blocks is rendered as without a renderer of blocks', () => {
  const text = '[A link](/a) and a paragraph.\n\n> A quotation.\n\n[Alone](/a)\n\n| a |\n|---|\n| 1 |';
  expect(render(text)).toEqual({ ...markdown(text, pictures), frames: [] });
});

describe('a table with bars', () => {
  const bars = (cells: string) =>
    render(
      `> [!bars] Votes\n\n| Name | Votes |\n| --- | --- |\n| Ann | ${cells.replaceAll('; ', ' |\n| Ann | ')} |`,
    );
  it.each([
    ['1,234; 1.234; 1 234; **$617**; ', '100 100 100 50'],
    ['45%; 45.5 %; n/a; 91', '49.5 50 100'],
    ['4.5"; 9"', '50 100'],
    ['$1.2m; $600K; $0.3 million (25%)', '100 50 25'],
    ['−3 m; 1 m', '75 25'],
    ['4 in.; tied; 3 ft', '`tied` in the last column of these bars is no number.'],
  ])('has them as long as its numbers, or tells which is none: %s', (cells, expected) => {
    const { html, findings } = bars(cells);
    const widths = Array.from(html.matchAll(/ width="([\d.]+)"/g), ([, width]) => width).join(' ');
    expect(findings[0]?.message ?? widths).toBe(expected);
  });
});
