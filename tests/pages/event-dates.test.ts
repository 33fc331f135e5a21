import { load } from 'cheerio';
import { describe, expect, test } from 'vitest';
import { createClock } from '../../cli/lib/clock.ts';
import { eventsAhead } from '../../cli/pages/event-dates.ts';
import { en } from '../../templates/words/en.ts';
import { localeOf, wordsIn } from '../../templates/words/words.ts';
import { buildInMemory, smallContent } from '../helpers.ts';
import { textsOf } from '../parsed-pages.ts';

const chicago = {
  clock: createClock(new Date('2026-11-20T18:00:00Z')),
  timeZone: 'America/Chicago',
  words: en,
  locale: 'en-US',
};
const common = { where: 'Kiest Park', about: 'Seeds.' };

describe('the dates of an event', () => {
  const inWords = (starts: string, ends?: string, clock = chicago) =>
    eventsAhead([{ title: 'Seed Swap', starts, ends, ...common }], clock)[0]?.text;

  test.each([
    ['2026-12-05T10:00:00-06:00', '2026-12-05T12:00:00-06:00', 'Sat, Dec 5, 10 a.m. to noon'],
    ['2026-12-05T07:00:00-06:00', '2026-12-05T09:30:00-06:00', 'Sat, Dec 5, 7 to 9:30 a.m.'],
    ['2026-12-05T11:00:00-06:00', '2026-12-05T13:00:00-06:00', 'Sat, Dec 5, 11 a.m. to 1 p.m.'],
    ['2026-12-05T12:00:00-06:00', '2026-12-05T15:05:00-06:00', 'Sat, Dec 5, noon to 3:05 p.m.'],
    ['2026-12-05T20:00:00-06:00', '2026-12-06T00:00:00-06:00', 'Sat, Dec 5, 8 p.m. to midnight'],
    ['2026-12-05T10:00:00-06:00', undefined, 'Sat, Dec 5, 10 a.m.'],
    ['2026-12-04T18:00:00-06:00', '2026-12-06T17:00:00-06:00', 'Fri, Dec 4, 6 p.m., to Sun, Dec 6, 5 p.m.'],
    ['2026-12-05T00:00:00-06:00', '2026-12-06T00:00:00-06:00', 'Sat, Dec 5'],
    ['2026-12-05T00:00:00-06:00', '2026-12-07T00:00:00-06:00', 'Sat, Dec 5, to Sun, Dec 6'],
    ['2027-01-09T09:00:00-06:00', undefined, 'Sat, Jan 9, 2027, 9 a.m.'],
  ])('from %s to %s are written as people say them', (starts, ends, words) => {
    expect(inWords(starts, ends)).toBe(words);
  });

  test.each([
    ['es-us', '2026-12-05T10:30:00-06:00', undefined, 'sáb, 5 de dic, 10:30 a.m.'],
    [
      'es-us',
      '2026-12-05T10:00:00-06:00',
      '2026-12-05T12:00:00-06:00',
      'sáb, 5 de dic, de 10:00 a.m. a mediodía',
    ],
    ['es', '2026-12-05T10:00:00-06:00', '2026-12-05T12:00:00-06:00', 'sáb, 5 dic, de 10:00 a 12:00'],
    ['es', '2026-12-05T00:00:00-06:00', '2026-12-07T00:00:00-06:00', 'del sáb, 5 dic al dom, 6 dic'],
    ['en-gb', '2026-12-05T10:00:00-06:00', '2026-12-05T12:00:00-06:00', 'Sat 5 Dec, 10:00 to 12:00'],
  ])('are in %s written as its readers do: %s', (language, starts, ends, words) => {
    const clock = { ...chicago, words: wordsIn(language), locale: localeOf(language) };
    expect(inWords(starts, ends, clock)?.replace(/\s/g, ' ')).toBe(words);
  });

  test('are those of the paper’s zone, whichever zone they are written in', () => {
    expect(inWords('2026-12-06T02:30:00Z')).toBe('Sat, Dec 5, 8:30 p.m.');
    expect(inWords('2026-12-06T02:30:00Z', undefined, { ...chicago, timeZone: 'UTC' })).toBe(
      'Sun, Dec 6, 2:30 a.m.',
    );
    expect(inWords('2027-07-04T15:00:00Z')).toBe('Sun, Jul 4, 2027, 10 a.m.');
  });
});

describe('the calendar', () => {
  const titlesAt = (now: string, events: readonly { title: string; starts?: string; ends?: string }[]) =>
    eventsAhead(
      events.map((event) => ({ when: undefined, ...event, ...common })),
      { ...chicago, clock: createClock(new Date(now)) },
    ).map(({ title }) => title);

  test('has dated events first, the soonest first, and the others in the order of their file', () => {
    const events = [
      { title: 'Every Thursday' },
      { title: 'Later', starts: '2026-12-06T01:00:00Z' },
      { title: 'Every Friday' },
      { title: 'Sooner', starts: '2026-12-05T18:59:00-06:00' },
    ];
    expect(titlesAt('2026-11-20T18:00:00Z', events)).toEqual([
      'Sooner',
      'Later',
      'Every Thursday',
      'Every Friday',
    ]);
  });

  test.each([
    ['2026-12-05T10:00:00-06:00', '2026-12-05T12:00:00-06:00', '2026-12-06T06:00:00Z'],
    ['2026-12-04T18:00:00-06:00', '2026-12-06T17:00:00-06:00', '2026-12-07T06:00:00Z'],
    ['2026-12-04T18:00:00-06:00', '2026-12-06T00:00:00-06:00', '2026-12-06T06:00:00Z'],
  ])('keeps an event from %s to %s until its last day is over', (starts, ends, over) => {
    const before = new Date(Date.parse(over) - 1000).toISOString();
    expect(titlesAt(before, [{ title: 'Swap', starts, ends }])).toEqual(['Swap']);
    expect(titlesAt(over, [{ title: 'Swap', starts, ends }])).toEqual([]);
  });
});

describe('events.yaml', () => {
  /** The small site with other events, and the page of its wall. */
  async function build(yaml: string, now?: Date) {
    const content = smallContent({ 'data/events.yaml': yaml });
    const { report, files } = await buildInMemory(content, now && { now });
    return { problems: report.problems, $: load(files.get('embeds/wall/village.html') ?? '') };
  }

  const event = (...lines: string[]) =>
    ['events:', '  - title: Landing Market', ...lines.map((line) => `    ${line}`)].join('\n') +
    '\n    where: North Landing\n    about: Apples and rope.\n';

  test.each([
    ['no day at all', event(), 2, 'missing-key'],
    ['an end without a start', event('when: Saturdays', 'ends: 2026-12-05T10:00:00Z'), 4, 'missing-key'],
    [
      'an end before the start',
      event('starts: 2026-12-05T10:00:00Z', 'ends: 2026-12-05T09:00:00Z'),
      4,
      'invalid-date',
    ],
    ['a day without an hour', event('starts: 2026-12-05'), 3, 'invalid-date'],
  ])('with %s is reported', async (_, yaml, line, rule) => {
    const { problems } = await build(yaml);
    expect(problems).toMatchObject([{ rule, line, file: 'content/data/events.yaml' }]);
  });

  test('shows the date with what its words add, and leads out of the frame', async () => {
    const { $, problems } = await build(
      event('when: Doors open at 9', 'starts: 2026-12-05T10:00:00-06:00', 'url: https://market.example/'),
    );
    expect(problems).toEqual([]);
    expect($('.wall time').attr('datetime')).toBe('2026-12-05T10:00:00-06:00');
    expect(textsOf($, '.wall__when')).toEqual(['Sat, Dec 5, 10 a.m.', 'Doors open at 9']);
    expect($('.wall a').last().text()).toBe('More at market.example');
    expect($('.wall a').attr()).toEqual({
      href: 'https://market.example/',
      target: '_blank',
      rel: 'noopener',
    });
  });

  test('that has nothing to come says so', async () => {
    const yaml = event('starts: 2026-12-05T10:00:00-06:00');
    const { $, problems } = await build(yaml, new Date('2026-12-07T12:00:00Z'));
    expect(problems).toEqual([]);
    expect($('.wall')).toHaveLength(0);
    expect($('main').text()).toContain('Nothing is on the calendar');
    expect((await build('events: []\n')).$('main').text()).toContain('Nothing is on the calendar');
  });
});
