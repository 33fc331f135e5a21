import { load } from 'cheerio';
import { expect, it } from 'vitest';
import { appointments } from '../../cli/pages/issue.ts';
import { problemsWith, where } from '../changed-site.ts';
import { buildInMemory, type Changes, smallContent } from '../helpers.ts';
import { valuesOf } from '../parsed-pages.ts';

const utc = (time: number) => new Date(time).toISOString().slice(0, 16);

it.each([
  [
    'the last one and the next',
    ['tuesday', 'friday'],
    '06:00',
    '2026-11-25T18:00:00Z',
    '2026-11-24T12:00',
    '2026-11-27T12:00',
  ],
  [
    'at the moment itself',
    ['tuesday', 'friday'],
    '06:00',
    '2026-11-27T12:00:00Z',
    '2026-11-27T12:00',
    '2026-12-01T12:00',
  ],
  [
    'once a week, over the end of summer time',
    ['sunday'],
    '01:30',
    '2026-11-01T08:00:00Z',
    '2026-11-01T06:30',
    '2026-11-08T07:30',
  ],
  [
    'at a time that the clocks skip',
    ['saturday', 'sunday'],
    '02:30',
    '2026-03-08T08:15:00Z',
    '2026-03-07T08:30',
    '2026-03-08T08:30',
  ],
])('appointed times: %s', (_, days, time, now, from, until) => {
  expect(appointments(days, time, 'America/Chicago', new Date(now)).map(utc)).toEqual([from, until]);
});

const post =
  (id: string, date: string, more = '') =>
  () =>
    `---\nid: ${id}\ntitle: The story of ${id}\nexcerpt: What ${id} did.\npublishedDate: ${date}\ncategory: River Life\n${more}---\nText.\n`;

/** Built at a moment: letters on Tuesdays and Fridays, six o'clock in Chicago. */
async function built(
  now: string,
  signup = 'service: listmonk, id: ce13e971-c2ed-4069-bd0c-240e9a9f56f9, action: "https://lists.example/subscription/form"',
  more: Changes = {},
) {
  const content = smallContent({
    'site.yaml': (text) =>
      `${text}newsletter: { days: [tuesday, friday], footer: "Stop: {{ UnsubscribeURL }}", signup: { ${signup} } }\n`,
    'pages/newsletter.yaml': () =>
      'template: newsletter\npath: /newsletter\ntitle: The letter\nbody: From both landings.\n',
    'blog/ada.md': post('ada', '2026-11-20T12:00:00Z', 'weight: 1\n'),
    'blog/ben.md': post('ben', '2026-11-24T11:59:00Z'),
    'blog/cleo.md': post('cleo', '2026-11-23T09:00:00Z', 'weight: 5\nuntil: 2026-11-25T00:00:00Z\n'),
    'blog/dora.md': post('dora', '2026-11-24T12:00:00Z'),
    ...more,
  });
  const { files, report } = await buildInMemory(content, { now: new Date(now) });
  expect(report.problems.map(where)).toEqual([]);
  return files;
}

it('an issue is the same at any hour, in the order of weights, and its briefs are a list', async () => {
  const [noon, later] = [await built('2026-11-24T18:00:00Z'), await built('2026-11-27T11:59:00Z')];
  expect(noon.get('newsletter/latest.html')).toBe(later.get('newsletter/latest.html'));
  expect(noon.get('newsletter.txt')).toBe(later.get('newsletter.txt'));
  const $ = load(noon.get('newsletter/latest.html') ?? '');
  expect($('h2').text().trim()).toBe('The story of cleoThe story of ben');
  expect(valuesOf($, 'a:not(h2 a)', 'href')).toEqual(
    ['/newsletter', '/blog/cleo', '/blog/ben', '/blog/ada']
      .map((path) => `https://alderferry.example${path}`)
      .concat('{{ UnsubscribeURL }}'),
  );
  expect(load(noon.get('newsletter.html') ?? '')('main h3').text()).toBe(
    'The story of cleoThe story of benThe story of ada',
  );
});

it('the note of the editor is in the issue of its time alone, and its links are whole and checked', async () => {
  const note = {
    'newsletter.md': () => '---\ndate: 2026-11-24\n---\nGood *morning*. See [about](/about).\n',
  };
  const tuesday = await built('2026-11-24T18:00:00Z', undefined, note);
  const $ = load(tuesday.get('newsletter/latest.html') ?? '');
  expect($('em').text()).toBe('morning');
  expect($('div a[href="https://alderferry.example/about"]').text()).toBe('about');
  expect(tuesday.get('newsletter.txt')).toContain('Good *morning*');
  const friday = await built('2026-11-27T18:00:00Z', undefined, note);
  expect(friday.get('newsletter.txt')).not.toContain('morning');
  const dead = { 'newsletter.md': () => '---\ndate: 2026-11-24\n---\nSee [it](/nowhere).\n' };
  expect((await problemsWith(dead)).map(where)).toContain('newsletter.md:4 dead-link');
});

it('a day without a story leaves the last issue that had one', async () => {
  expect((await built('2026-12-09T18:00:00Z')).get('newsletter.txt')).toContain('Friday, November 27');
});

it('a sign-up is a form that leads to its service alone, in the footer of pages without one', async () => {
  const files = await built(
    '2026-11-24T18:00:00Z',
    'service: buttondown, id: courier, origins: ["https://thanks.example"]',
  );
  for (const path of ['newsletter.html', 'blog/ben.html', 'about.html']) {
    const $ = load(files.get(path) ?? '');
    expect($('form').attr('action')).toBe('https://buttondown.com/api/emails/embed-subscribe/courier');
    expect($('meta[http-equiv]').attr('content')).toContain(
      '; form-action https://buttondown.com https://thanks.example;',
    );
    expect($('form').parents('footer')).toHaveLength(path === 'about.html' ? 1 : 0);
  }
});

it('a time without days, and a note without a newsletter, do nothing and are told', async () => {
  const problems = await problemsWith({
    'site.yaml': (text) =>
      `${text}newsletter: { time: "07:00", signup: { service: mailchimp, action: "https://a.us6.list-manage.com/subscribe/post?u=1&id=2" } }\n`,
  });
  expect(problems.map(where)).toEqual([expect.stringMatching(/^site\.yaml:\d+ doubtful-value$/)]);
  const note = { 'newsletter.md': () => '---\ndate: 2026-11-24\n---\nGood morning.\n' };
  expect((await problemsWith(note)).map(where)).toEqual(['newsletter.md:1 doubtful-value']);
});

it.each([
  ['service: buttondown', 'missing-key'],
  ['service: kit, id: "my form"', 'invalid-value'],
  [
    'service: mailchimp, action: "https://a.us6.list-manage.com/subscribe/post?u=1&amp;id=2"',
    'invalid-value https://a.us6.list-manage.com/subscribe/post?u=1&id=2',
  ],
  ['service: buttondown, id: courier, action: "https://mail.example/"', 'invalid-value'],
  ['action: "http://mail.example/"', 'invalid-url'],
])('a sign-up with %s is told what it needs', async (signup, rule) => {
  const problems = await problemsWith({
    'site.yaml': (text) => `${text}newsletter:\n  footer: "{{ unsubscribe }}"\n  signup: { ${signup} }\n`,
  });
  expect(problems.map(where).join()).toMatch(
    new RegExp(`^site\\.yaml:\\d+ ${rule.replace(/[.?]/g, '\\$&')}`),
  );
});

it('what else the form of any other service sends is as the paper writes it', async () => {
  const signup = 'action: "https://mail.example/join", hidden: { list: "4", "tag": "$&" }';
  const $ = load((await built('2026-11-24T18:00:00Z', signup)).get('about.html') ?? '');
  expect(valuesOf($, 'input[type="hidden"]', 'name')).toEqual(['list', 'tag']);
  expect(valuesOf($, 'input[type="hidden"]', 'value')).toEqual(['4', '$&']);
});
