import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTimes } from '../../templates/client/times.ts';
import { en } from '../../templates/words/en.ts';
import { es } from '../../templates/words/es.ts';

describe.each([
  ['en-US', en, '18 min ago · 7:02 p.m. · Yesterday, 9:00 p.m. · Yesterday · Nov 18 · Dec 31, 2025'],
  ['es-US', es, 'hace 18 min · 7:02 p.m. · Ayer, 9:00 p.m. · Ayer · 18 nov · 31 dic 2025'],
  ['es-ES', es, 'hace 18 min · 19:02 · Ayer, 21:00 · Ayer · 18 nov · 31 dic 2025'],
])('times in %s', (locale, words, expected) => {
  beforeAll(() => void vi.stubGlobal('scriptWords', words.scripts));
  afterAll(() => void vi.unstubAllGlobals());

  it('are minutes, a time of day, yesterday, a day, and a day of another year', () => {
    const { story } = createTimes(locale, 'America/Chicago');
    const at = (time: string) => new Date(`${time}:00-06:00`);
    const texts = ['11-20T20:02', '11-20T19:02', '11-19T21:00', '11-19T09:00', '11-18T23:59'].map((time) =>
      story(at(`2026-${time}`), at('2026-11-20T20:20')),
    );
    expect([...texts, story(at('2025-12-31T12:00'), at('2026-11-20T20:20'))].join(' · ')).toBe(expected);
  });
});

describe('a time in the zone of the paper', () => {
  beforeAll(() => void vi.stubGlobal('scriptWords', en.scripts));
  afterAll(() => void vi.unstubAllGlobals());

  it.each([
    ['is a minute at least', '2026-11-20T18:00:30', '2026-11-20T18:00:00', '1 min ago'],
    ['is of yesterday after midnight', '2026-11-20T04:59', '2026-11-20T06:00', 'Yesterday, 10:59 p.m.'],
    ['is of the day before one of 25 hours', '2026-10-31T18:00', '2026-11-02T05:30', 'Yesterday'],
    ['is of a day of 23 hours', '2026-03-08T14:00', '2026-03-09T05:30', 'Yesterday, 9:00 a.m.'],
    ['is of the day before one of 23 hours', '2026-03-08T05:45', '2026-03-09T05:30', 'Mar 7'],
  ])('%s', (_, moment, now, expected) => {
    const { story } = createTimes('en-US', 'America/Chicago');
    expect(story(new Date(`${moment}Z`), new Date(`${now}Z`))).toBe(expected);
  });

  it('makes today of now', () => {
    const { today } = createTimes('es-US', 'America/Chicago');
    expect(today(new Date('2026-11-21T05:59:00Z'))).toBe('viernes, 20 de noviembre de 2026');
  });
});
