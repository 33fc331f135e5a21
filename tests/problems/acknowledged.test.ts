import { describe, expect, it } from 'vitest';
import { markdown } from '../../cli/content/markdown/markdown.ts';
import { type Change, heron, problemsWith, replace, where } from '../changed-site.ts';

const text = (words: string): Change => replace('The count took a morning.', words);
const date = (line: string): Change => replace('publishedDate: 2026-04-02T17:30:00-05:00', line);
const slip = 'It cost **eight dollars.';
const old = 'publishedDate: 1896-04-02T17:30:00-05:00';

describe('a comment that acknowledges a warning', () => {
  it.each<[string, Change, string[]]>([
    ['silences its line of a text', text(`${slip} <!-- meant: markdown-slip -->`), []],
    ['silences the line below it in a text', text(`<!-- meant: markdown-slip -->\n${slip}`), []],
    ['silences its line of YAML', date(`${old} # meant: doubtful-value`), []],
    ['silences the line below it in YAML', date(`# meant: doubtful-value\n${old}`), []],
    [
      'may name several rules',
      text(`![](media/bridge.png) ${slip} <!-- meant: missing-alt, markdown-slip -->`),
      ['10 missing-alt'],
    ],
    [
      'silences no other rule',
      text(`${slip} <!-- meant: doubtful-value -->`),
      ['10 markdown-slip', '10 needless-comment'],
    ],
    [
      'silences no line further on',
      text(`<!-- meant: markdown-slip -->\n\n${slip}`),
      ['10 needless-comment', '12 markdown-slip'],
    ],
    ['silences no error', text('[Read](/nowhere) it. <!-- meant: dead-link -->'), ['10 dead-link']],
    [
      'is reported where there is no warning',
      date(`publishedDate: 2026-04-02T17:30:00-05:00 # meant: doubtful-value`),
      ['6 needless-comment'],
    ],
    [
      'is told the name of its rule',
      text(`${slip} <!-- meant: markdown-slips -->`),
      ['10 markdown-slip', '10 needless-comment markdown-slip'],
    ],
  ])('%s', async (_, change, expected) => {
    const found = (await problemsWith({ [heron]: change })).map((problem) =>
      where(problem).replace(`${heron}:`, ''),
    );
    expect(found).toEqual(expected);
  });

  it('at the top of a file silences what is missing in it', async () => {
    const withoutZone =
      (first: string): Change =>
      (text) =>
        first + text.replace(/^timeZone: .*\n/m, '');
    const found = await problemsWith({ 'site.yaml': withoutZone('') });
    expect(found.map(where)).toEqual(['site.yaml:2 doubtful-value']);
    const silenced = await problemsWith({
      'site.yaml': (text) => withoutZone('')(text)?.replace('\n', '\n# meant: doubtful-value\n'),
    });
    expect(silenced).toEqual([]);
  });

  it('is not shown to readers', () => {
    const { html } = markdown(
      'One. <!-- meant: markdown-slip -->\n\n<!-- meant: dead-link -->\nTwo.',
      new Map(),
    );
    expect(html.replace(/\s+/g, '')).toBe('<p>One.</p><p>Two.</p>');
  });
});
