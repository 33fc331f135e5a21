import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'cheerio';
import { describe, expect, test } from 'vitest';
import { mailto } from '../../../templates/parts/Links.tsx';
import { buildInMemory, sites, smallContent } from '../../helpers.ts';

const small = join(sites, 'small', 'content');
const subscribe = readFileSync(join(small, 'pages', 'subscribe.yaml'), 'utf8');

/** The small site with other plans, and the buttons of its subscribe page by the names of their plans. */
async function build(plan: string, more = '') {
  const common = '    price: 14.5\n    period: monthly\n    features: [News]\n    cta: Choose\n';
  const content = smallContent({
    'data/plans.yaml': `plans:\n${plan.replace('\n', `\n${common}`)}`,
    ...(more && { 'pages/subscribe.yaml': subscribe + more }),
  });
  const { report, files } = await buildInMemory(content);
  const $ = load(files.get('subscribe.html') ?? '');
  return { problems: report.problems, card: $('.plan') };
}

describe('the button of a plan', () => {
  test('writes to the named department, with the plan and its price, whatever the name of the plan is', async () => {
    const { problems, card } = await build(
      '  - name: "Print + Digital: 50% & more?"\n',
      'plans:\n  department: Group Orders\n',
    );
    expect(problems).toEqual([]);
    const href = card.find('.button').attr('href') ?? '';
    expect(href).toMatch(/^mailto:groups@alderferry\.example\?subject=[^ +#]+&body=[^ +#]+$/);
    const { searchParams } = new URL(href);
    expect([...searchParams.keys()]).toEqual(['subject', 'body']);
    const offer = 'Print + Digital: 50% & more?, $14.50 monthly';
    expect(searchParams.get('subject')).toBe(`Subscribe: ${offer}`);
    expect(searchParams.get('body')?.split('\r\n').slice(0, 3)).toEqual([
      `Plan: ${offer}`,
      '',
      'I would like to subscribe to The Alder Ferry Post.',
    ]);
    expect(card.text()).toContain('By phone: (555) 555-0142');
    expect(card.find('a').last().attr('href')).toBe('tel:+15555550142');
  });

  test('writes to the paper itself where no department is named', async () => {
    const { problems, card } = await build('  - name: Village\n');
    expect(problems).toEqual([]);
    expect(card.find('.button').attr('href')).toMatch(/^mailto:desk@alderferry\.example\?/);
    expect(card.text()).toContain('(555) 555-0140');
  });

  test.each(['path: /contact', 'url: https://shop.example/pay?plan=a&b=1'])(
    'leads to the %s of its plan',
    async (line) => {
      const { problems, card } = await build(`  - name: Village\n    ${line}\n`);
      expect(problems).toEqual([]);
      const links = card.find('a').toArray();
      expect(links.map(({ attribs }) => attribs.href)).toEqual([line.replace(/^\w+: /, '')]);
    },
  );

  test.each([
    [
      'two places',
      '    path: /contact\n    url: https://shop.example/\n',
      '',
      'plans.yaml',
      8,
      'invalid-value',
    ],
    ['another part of its page', '    path: "#Newsletter"\n', '', 'plans.yaml', 7, 'invalid-url'],
    [
      'a department that is not there',
      '',
      'plans:\n  department: Group Order\n',
      'subscribe.yaml',
      subscribe.split('\n').length + 1,
      'unknown-reference',
    ],
  ])('cannot lead to %s', async (_, lines, more, file, line, rule) => {
    const { problems } = await build(`  - name: Village\n${lines}`, more);
    expect(problems).toMatchObject([{ file: expect.stringContaining(file), line, rule }]);
  });
});

test('the address of a mail has its blanks as %20, its lines as mails end them, and no line break in its subject', () => {
  expect(mailto({ to: 'a+b@c.example', subject: 'One\n two', lines: ['A&B', 'Ünder'] })).toBe(
    'mailto:a+b@c.example?subject=One%20two&body=A%26B%0D%0A%C3%9Cnder',
  );
});
