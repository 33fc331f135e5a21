import { load } from 'cheerio';
import { expect, test } from 'vitest';
import { buildInMemory, smallContent } from '../../helpers.ts';
import { ofType, thingsOf } from '../../parsed-pages.ts';

test('the page of events lists in its structured data every event that has a date', async () => {
  const dated = 'starts: 2026-12-05T10:00:00-06:00\n    ends: 2026-12-05T12:00:00-06:00';
  const wall = '  wall: { name: Wall, url: "/embeds/wall/{id}", linkLabel: Open, sandbox: [allow-popups] }\n';
  const content = smallContent({
    'data/events.yaml': (one) => {
      const inTown = one.replace('events:\n', '').replace(/when: .*/, dated);
      return one + inTown + inTown.replace('North Landing', 'Old Pier, 2 Oak Road, Carver');
    },
    'pages/local-events.yaml':
      'template: events\npath: /local-events\ntitle: Events\ndescription: x\nkeywords: [x]\nwall:\n  provider: wall\n  id: village\n  title: Wall\n',
    'embeds.yaml': (text) => text.replace('heights:\n', `${wall}$&`),
  });
  const { report, files } = await buildInMemory(content);
  expect(report.problems).toEqual([]);
  const $ = load(files.get('local-events.html') ?? '');
  expect($('.wall li')).toHaveLength(3);
  expect(ofType(thingsOf($), 'Event')).toEqual([
    expect.objectContaining({
      name: 'Landing Market',
      startDate: '2026-12-05T10:00:00-06:00',
      endDate: '2026-12-05T12:00:00-06:00',
      eventStatus: 'https://schema.org/EventScheduled',
      location: { '@type': 'Place', name: 'North Landing', address: 'Alder Ferry' },
    }),
    expect.objectContaining({
      location: { '@type': 'Place', name: 'Old Pier', address: '2 Oak Road, Carver' },
    }),
  ]);
});
