import { dirname } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { createDraft } from '../../cli/commands/letter/draft.ts';
import { smallContent } from '../helpers.ts';
import { serveRequests } from '../serve-requests.ts';
import { galleyWarm } from '../warm-program.ts';

const list = 'ce13e971-c2ed-4069-bd0c-240e9a9f56f9';

/** A server that keeps what is posted to it, and answers as the documentation of the three services says. */
async function startService(refused: RegExp = /^never$/) {
  const kept: Record<string, unknown>[] = [];
  const asked: string[] = [];
  const at = await serveRequests(async (request, response) => {
    const { method, url = '', headers } = request;
    const body = JSON.parse((await text(request)) || '{}');
    const call = `${method} ${url.replace(/\?.*/, '')}`;
    asked.push(call);
    const campaigns = { data: { results: kept } };
    const answers: Record<string, unknown> = {
      'GET /emails': {
        results: url.endsWith('page=1') ? [] : kept,
        next: url.endsWith('page=1') ? '…' : null,
      },
      'GET /api/campaigns': campaigns,
      'GET /api/lists': { data: { results: [{ id: 3, uuid: list }] } },
      'GET /campaigns': { campaigns: kept },
    };
    if (method === 'POST' && !url.includes('/actions/')) kept.push({ ...body, id: 7 });
    if (method === 'DELETE') kept.pop();
    const made = url.startsWith('/api') ? { data: { id: 7 } } : { id: 7 };
    if (refused.test(call)) response.writeHead(500).end('<h1>Out of order</h1>');
    else if (!headers.authorization || url.includes('/actions/')) response.writeHead(204).end();
    else response.end(JSON.stringify(answers[call] ?? made));
  });
  return { kept, asked, at };
}

const mail = {
  name: 'post-2026-11-24',
  subject: 'Post: Herons',
  html: '<p>Herons',
  text: 'Herons',
  from: 'Post',
  replyTo: '',
};
const common = { hidden: {}, origins: [] };
const mailchimp = {
  ...common,
  service: 'mailchimp',
  action: 'https://a.us6.list-manage.com/subscribe/post?u=1&id=2',
} as const;

it('makes a draft once, and sends it only if asked', async () => {
  const { kept, asked, at } = await startService();
  const draft = (send: boolean) => createDraft('buttondown', mail, common, { token: 'secret', send, at });
  expect([await draft(false), await draft(true)]).toEqual([true, false]);
  expect(kept).toEqual([
    {
      subject: 'Post: Herons',
      body: '<p>Herons',
      status: 'draft',
      slug: mail.name,
      metadata: { issue: mail.name },
      id: 7,
    },
  ]);
  expect(asked.filter((call) => call !== 'GET /emails')).toEqual(['POST /emails']);
  const other = await startService();
  expect(
    await createDraft('mailchimp', mail, mailchimp, { token: 'key-us6', send: true, at: other.at }),
  ).toBe(true);
  expect(other.asked).toEqual([
    'GET /campaigns',
    'POST /campaigns',
    'PUT /campaigns/7/content',
    'POST /campaigns/7/actions/send',
  ]);
});

it('leaves nothing half made, and makes nothing if it cannot ask', async () => {
  const { kept, asked, at } = await startService(/^PUT/);
  await expect(createDraft('mailchimp', mail, mailchimp, { token: 'key-us6', at })).rejects.toThrow(
    'did not do it: 500',
  );
  expect([kept, asked.at(-1)]).toEqual([[], 'DELETE /campaigns/7']);
  const deaf = await startService(/^GET/);
  await expect(createDraft('buttondown', mail, common, { token: 'secret', at: deaf.at })).rejects.toThrow(
    'Out of order',
  );
  expect(deaf.asked).toEqual(['GET /emails']);
});

it('galley letter shows the last one, and makes the draft of the one that is due', async () => {
  const { kept, at } = await startService();
  const letter = `newsletter: { days: [friday], signup: { service: listmonk, id: ${list}, action: "${at}/subscription/form" } }`;
  const folder = dirname(smallContent({ 'site.yaml': (text) => `${text}${letter}\n` }));
  const run = (now: string, flags: readonly string[], token = 'user:secret') =>
    galleyWarm(folder, ['letter', '--now', now, ...flags], { GALLEY_LETTER_TOKEN: token });
  const draft = ['--draft', 'listmonk'];
  const shown = await run('2026-11-06T18:00:00Z', []);
  expect([shown.status, shown.stdout]).toEqual([0, expect.stringContaining('The bridge toll ends in May')]);
  expect((await run('2026-11-06T18:00:00Z', draft, '')).status).toBe(2);
  expect((await run('2026-11-06T18:00:00Z', ['--send'])).status).toBe(2);
  for (const stdout of [
    'made the-alder-ferry-post-2026-11-06 at listmonk\n',
    'the-alder-ferry-post-2026-11-06 is at listmonk already\n',
  ])
    expect(await run('2026-11-06T18:00:00Z', draft)).toEqual({ status: 0, stdout, stderr: '' });
  expect(kept).toEqual([
    expect.objectContaining({ name: 'the-alder-ferry-post-2026-11-06', lists: [3], content_type: 'html' }),
  ]);
  expect((await run('2026-11-13T18:00:00Z', draft)).stdout).toContain('no story was published since');
});
