import { expect, it } from 'vitest';
import type { Composed } from '../../cli/pipeline/compose.ts';
import { problemsWith, where } from '../changed-site.ts';
import { buildInMemory, type Changes, smallContent } from '../helpers.ts';
import { buildPaper } from '../parsed-pages.ts';

const alert =
  'label: Ice\ntext: Do not cross the river.\npath: /blog/ice-on-the-landing\nlevel: warning\nfrom: 2026-11-24T06:00:00-06:00\nuntil: 2026-11-24T21:00:00-06:00\n';
const noon = new Date('2026-11-24T12:00:00-06:00');
const build = (changes: Changes, now = noon) => buildInMemory(smallContent(changes), { now });

it('An alert is on every page with a header, with its script, and the build expires with it', async () => {
  const { pages } = await buildPaper(smallContent({ 'alert.yaml': alert }), noon);
  for (const { $, framed, address } of pages) {
    const band = $('.masthead + .alert[role=alert]');
    expect([address, band.length, $('script[src*="/alert-"]').length]).toEqual([
      address,
      framed ? 0 : 1,
      framed ? 0 : 1,
    ]);
    if (!framed)
      expect(band.text().trim()).toMatch(/^Ice Do not cross the river\. .*[Ii]ce.* Until 9 p\.m\.$/);
  }
  let until = 0;
  const onComposed = ({ edition }: Composed) => (until = edition.clock.validUntil());
  await buildInMemory(smallContent({ 'alert.yaml': alert }), { now: noon, onComposed });
  expect(until).toBe(Date.parse('2026-11-24T21:00:00-06:00'));
});

it('Before it, after it and with every line of it taken out, not a byte is on any page', async () => {
  const changes: readonly (readonly [string, Date])[] = [
    [alert, new Date('2026-11-24T05:00:00-06:00')],
    [alert, new Date('2026-11-24T21:00:00-06:00')],
    [alert.replace(/^/gm, '# '), noon],
  ];
  for (const [text, now] of changes) {
    const { files } = await build({ 'alert.yaml': text }, now);
    expect(files).toEqual((await build({}, now)).files);
  }
});

it.each([
  ['', ''],
  ['until: 2026-11-24', 'Until midnight'],
  ['until: 2026-11-26', 'Until Thu, Nov 26'],
  ['until: 2026-11-26T12:00:00-06:00', 'Until Thu, Nov 26, noon'],
])('Its end is in the words of the paper: %s', async (until, words) => {
  const { pageAt } = await buildPaper(smallContent({ 'alert.yaml': `text: Ice\n${until}\n` }), noon);
  expect(pageAt('/')('.alert[role=status] time').text()).toBe(words);
});

it('Mistakes in it are told at their lines', async () => {
  const problems = await problemsWith({
    'alert.yaml': 'text: Ice\nlevel: urgent\nfrom: 2026-11-24\nuntil: 2026-11-20\npath: /nowhere\n',
  });
  expect(problems.map(where)).toContain('alert.yaml:2 unknown-value');
  const more = await problemsWith({
    'alert.yaml': 'text: Ice\nfrom: 2026-11-24\nuntil: 2026-11-20\npath: /nowhere\n',
  });
  expect(more.map(where)).toEqual(['alert.yaml:3 invalid-date', 'alert.yaml:4 dead-link']);
});
