import { load } from 'cheerio';
import { sync } from 'node-ical';
import { describe, expect, test } from 'vitest';
import { atTime } from '../../cli/lib/in-zone.ts';
import { repeatedDays } from '../../cli/pages/occurrences.ts';
import { buildInMemory, type Changes, smallContent } from '../helpers.ts';
import { ofType, thingsOf } from '../parsed-pages.ts';

/** A paper in Dallas with these events and a calendar at /events. */
async function build(yaml: string, now = '2026-11-24T18:00:00Z', files: Changes = {}) {
  const content = smallContent({
    'data/events.yaml': () => `events:\n${yaml}`,
    'pages/events.yaml': 'template: events\npath: /events\ntitle: Events\ndescription: x\nkeywords: [x]\n',
    ...files,
  });
  const built = await buildInMemory(content, { now: new Date(now) });
  const $ = load(built.files.get('events.html') ?? '');
  const text = (name: string) => built.files.get(name) ?? '';
  return { problems: built.report.problems, files: built.files, $, text };
}

const market = `  - title: Market
    repeats: { every: week, on: saturday, except: [2026-12-26] }
    time: 08:00-12:00
    where: Old Pier
    price: 0
`;
const choir = `  - title: Choir
    repeats: { every: month, on: [first thursday, last thursday], from: march, until: october }
    time: 18:30
`;

/** The Saturdays of a year and the hours they begin at in UTC, counted by hand: clocks change on March 14 and November 7, 2027. */
const saturdays = Array.from({ length: 52 }, (_, i) => new Date(Date.UTC(2026, 10, 28 + 7 * i)))
  .map((day) => day.toISOString().slice(0, 10))
  .filter((day) => day !== '2026-12-26')
  .map((day) => `${day}T${day >= '2027-03-14' && day < '2027-11-07' ? '13' : '14'}:00:00.000Z`);

/** The times in a calendar file, as a kept parser reads them. */
const timesIn = (ics: string) =>
  Object.values(sync.parseICS(ics)).flatMap((part) =>
    part?.type === 'VEVENT'
      ? [{ uid: part.uid, start: part.start.toISOString(), end: part.end?.toISOString() }]
      : [],
  );

describe('calendar files', () => {
  test('have a repeating event for a year, at the same hour of the town through both changes of clocks', async () => {
    const { problems, text } = await build(market + choir);
    expect(problems).toEqual([]);
    const times = timesIn(text('events/market.ics'));
    expect(times.map(({ start }) => start)).toEqual(saturdays);
    expect(times[0]).toEqual({
      uid: 'market-2026-11-28@alderferry.example',
      start: '2026-11-28T14:00:00.000Z',
      end: '2026-11-28T18:00:00.000Z',
    });
    const [first, ...others] = timesIn(text('events/choir.ics')).map(({ start }) => start);
    expect([first, ...others.slice(0, 2)]).toEqual([
      '2027-03-05T00:30:00.000Z',
      '2027-03-25T23:30:00.000Z',
      '2027-04-01T23:30:00.000Z',
    ]);
    expect(timesIn(text('events.ics'))).toHaveLength(saturdays.length + 16);
  });

  test('have lines of at most 75 octets, and the same identifiers and bytes until something changes', async () => {
    const long = `  - title: Año Nuevo con ñandúes, música; y más música para todas las familias del barrio viejo
    starts: 2026-12-31T20:00:00-06:00
    ends: 2027-01-01T02:00:00-06:00
    about: ${'Canción, baile y buñuelos, BEGIN:VEVENT, END:VCALENDAR. '.repeat(6)}
`;
    const [first, second, later] = [
      await build(long + market),
      await build(long + market),
      await build(`${market}${long.replace('20:00:00', '21:00:00')}`, '2026-12-01T18:00:00Z'),
    ];
    const ics = first.text('events.ics');
    expect(ics.split('\r\n').filter((line) => Buffer.byteLength(line) > 75)).toEqual([]);
    expect(ics).not.toMatch(/(?<!\r)\n/);
    expect(second.text('events.ics')).toBe(ics);
    const nameOf = ({ text }: typeof first) =>
      timesIn(text('events.ics')).find(({ uid }) => uid.startsWith('ano'));
    expect(nameOf(first)?.uid).toBe(nameOf(later)?.uid);
    expect(timesIn(ics)).toHaveLength(saturdays.length + 1);
    expect(nameOf(later)?.start).toBe('2027-01-01T03:00:00.000Z');
  });

  test('have whole days, cancelled events, and a name for each of two events with one title', async () => {
    const { text, files } = await build(`  - title: Fair
    starts: 2026-12-05T00:00:00-06:00
    ends: 2026-12-07T00:00:00-06:00
  - title: Fair
    starts: 2027-12-04T10:00:00-06:00
    cancelled: true
`);
    expect(text('events/fair.ics')).toContain('DTSTART;VALUE=DATE:20261205\r\nDTEND;VALUE=DATE:20261207\r\n');
    expect(text('events/fair-2027-12-04.ics')).toContain('STATUS:CANCELLED');
    expect([...files.keys()].filter((name) => name.startsWith('events/'))).toHaveLength(2);
  });

  test('a paper without a date has none', async () => {
    const { files, $ } = await build('  - { title: Market, when: Saturdays }\n');
    expect($('a[href$=".ics"]')).toHaveLength(0);
    expect([...files.keys()].filter((name) => name.endsWith('.ics'))).toEqual([]);
  });
});

test.each([
  ['2027-03-14', '01:30', '2027-03-14T01:30:00-06:00'],
  ['2027-03-14', '02:30', '2027-03-14T03:30:00-05:00'],
  ['2027-03-14', '18:00', '2027-03-14T18:00:00-05:00'],
  ['2027-11-07', '01:30', '2027-11-07T01:30:00-05:00'],
  ['2027-11-07', '18:00', '2027-11-07T18:00:00-06:00'],
])('%s %s in Dallas is %s', (day, time, moment) => {
  expect(atTime(day, time, 'America/Chicago')).toBe(moment);
});

test.each<[Parameters<typeof repeatedDays>[0], string, string, string[]]>([
  [
    { every: 'month', on: ['first saturday', 'Last Fridays'] },
    '2026-12-20',
    '2027-01-31',
    ['2026-12-25', '2027-01-02', '2027-01-29'],
  ],
  [
    { every: 'week', on: 'tuesday', from: 'october', until: 'march' },
    '2027-03-20',
    '2027-10-06',
    ['2027-03-23', '2027-03-30', '2027-10-05'],
  ],
  [
    { every: 'week', on: 'thursday', from: '2026-12-30', until: '2027-01-07' },
    '2026-01-01',
    '2028-01-01',
    ['2026-12-31', '2027-01-07'],
  ],
])('%o is on its days', (repeats, first, last, days) => {
  expect(repeatedDays(repeats, first, last)).toEqual(days);
});

describe('the page of the calendar', () => {
  const exhibition = `  - title: Posters
    starts: 2026-11-10T10:00:00-06:00
    ends: 2026-12-20T17:00:00-06:00
`;
  const dance = `  - title: Dance
    starts: 2026-11-25T19:00:00-06:00
    ends: 2026-11-25T22:00:00-06:00
    where: Grange Hall
    address: 3 Oak Road, Carver
    price: 12.5
    tickets: https://dance.example/
    organizer: The Grange
    picture: media/bridge.png
    pictureAlt: The hall.
`;

  test('lists days, what runs for weeks once, what repeats beside them, and what is out of season apart', async () => {
    const { $, problems } = await build(
      `${market + choir + exhibition + dance}  - { title: Chess, when: Now and then }\n`,
    );
    expect(problems.filter(({ rule }) => rule !== 'missing-media')).toEqual([]);
    const groups = $('.agenda__group')
      .toArray()
      .map((group) =>
        $(group)
          .find('h2, h3')
          .toArray()
          .map((part) => $(part).text()),
      );
    expect(groups).toEqual([
      ['On now', 'Posters'],
      ['Wednesday, November 25, Tomorrow', 'Dance'],
      ...[
        'November 28, in 4 days',
        'December 5, in 11 days',
        'December 12, in 18 days',
        'December 19, in 25 days',
      ].map((day) => [`Saturday, ${day}`, 'Market']),
      ['At other times', 'Chess'],
    ]);
    expect($('.agenda__time').first().text().trim()).toBe('until Dec 20');
    expect($('.agenda__time').eq(1).text()).toBe('7 p.m. to 10 p.m.');
    expect($('section:has(#Regular) li').text()).toBe('MarketSaturdays, 8 a.m. to noon · next Nov 28');
    expect($('section:has(#Later)').text()).toBe(
      'Back laterChoirFirst Thursdays and last Thursdays, 6:30 p.m. · from Mar 4, 2027',
    );
    expect($('a[href="/events/market.ics"]')).toHaveLength(4);
    expect($('a[href^="webcal://"]').attr('href')).toBe('webcal://alderferry.example/events.ics');
  });

  test('tells programs when, where, by whom and for how much', async () => {
    const { $ } = await build(market + dance);
    const [dancing, marketing] = ofType(thingsOf($), 'Event');
    expect(dancing).toMatchObject({
      location: { name: 'Grange Hall', address: '3 Oak Road, Carver' },
      offers: { price: 12.5, priceCurrency: 'USD', url: 'https://dance.example/' },
      organizer: { name: 'The Grange' },
    });
    expect(marketing).toMatchObject({
      startDate: '2026-11-28T08:00:00-06:00',
    });
  });
});

test('the front page and the newsletter have the next seven days', async () => {
  const { text, problems } = await build(market, undefined, {
    'pages/home.yaml': (text) => `${text.slice(0, text.indexOf('blocks:'))}blocks: [{ block: events }]\n`,
    'site.yaml': (text) => `${text}newsletter: { events: true, footer: "{{ unsubscribe }}" }\n`,
  });
  expect(problems).toEqual([]);
  expect(text('newsletter.txt')).toContain(
    'The next seven days\n\nSat, Nov 28, 8 a.m. to noon: Market: Old Pier\n',
  );
  expect(load(text('newsletter.html'))('a[href$="/events#Day-2026-11-28"]').text()).toBe('Market');
  expect(load(text('index.html'))('.events-ahead').text()).toBe('Sat, Nov 28, 8 a.m. to noonMarketOld Pier');
});

test('mistakes are told at their lines, with what to write', async () => {
  const { problems } = await build(`  - title: Choir
    repeats: { every: month, on: 5th monday }
    time: 18:00-20:00
  - title: Market
    repeats: { every: weekly, on: thirsday }
    time: 08:00
  - title: Circle
    repeats: { every: week, on: thursday, from: 2027-10-28, until: 2027-03-04 }
    time: 18:00
  - title: Walk
    repeats: { every: week, on: sunday, except: [2026-12-26] }
    time: 07:00
  - title: Chess
    repeats: { every: week, on: first tuesday }
    time: 19:00
    price: free
  - title: Tea
    repeats: { every: week, on: monday }
  - title: Play
    starts: 2026-12-04T19:00:00-06:00
    repeats: { every: month, on: thursday, from: march }
  - title: Parade
    starts: 2026-12-04T19:00:00-06:00
    repeats: { every: week, on: saturday }
`);
  expect(
    problems.map(({ line, column, rule, suggestion }) => `${line}:${column} ${rule} ${suggestion}`),
  ).toEqual([
    '3:34 invalid-value last monday',
    '6:23 unknown-value week',
    '6:35 invalid-value thursday',
    '9:68 invalid-date undefined',
    '12:50 doubtful-value undefined',
    '15:33 invalid-value undefined',
    '17:12 wrong-type 0',
    '19:14 missing-key undefined',
    '22:34 invalid-value undefined',
    '22:50 invalid-date undefined',
    '24:13 invalid-date undefined',
  ]);
});
