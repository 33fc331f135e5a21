import { expect, it } from 'vitest';
import type { ProviderFile } from '../../cli/content/embeds.ts';
import { createEmbeds, fillTemplate } from '../../cli/pages/embeds.ts';

const provider: ProviderFile = {
  name: 'RSS board',
  url: 'https://board.example/?url={feedUrl}',
  linkLabel: 'Open',
  addresses: [],
  sandbox: ['allow-popups'],
  allow: [],
  referrerPolicy: 'no-referrer',
  origins: ['https://pictures.example'],
};
const embedsOf = (provider: ProviderFile) =>
  createEmbeds({
    shared: { site: { data: { language: 'en' } }, embeds: { data: { providers: { provider } } } },
    pages: [],
    baseUrl: 'https://paper.example',
  } as never);
const form = { provider: 'provider', title: 'Form' };

it('an address is filled with each value encoded exactly once, unless it is nothing but the value', () => {
  const feedUrl = 'https://a.example/?q=50%25&r=1';
  expect(
    fillTemplate('https://x.example/?u={feedUrl}&c={category}', { feedUrl, category: 'Local & News' }),
  ).toBe('https://x.example/?u=https%3A%2F%2Fa.example%2F%3Fq%3D50%2525%26r%3D1&c=Local%20%26%20News');
  expect(fillTemplate('{feedUrl}', { feedUrl })).toBe(feedUrl);
});

it.each([
  ['https://board.example/?id={id}', ['https://board.example', 'https://pictures.example']],
  ['/embeds/form/{id}', ["'self'"]],
  ['https://paper.example/embeds/form/{id}', ["'self'"]],
])('a frame of %s may reach %j', (url, origins) => {
  expect(embedsOf({ ...provider, url }).embed({ ...form, id: 'contact' })).toMatchObject({ origins });
});

it('a block is drawn instead of a frame while an id is unset', () => {
  const block = { connected: false, title: 'Form', service: 'RSS board' };
  expect(embedsOf(provider).embed({ ...form, id: 'unset' })).toEqual(block);
});

const embeds = embedsOf({
  ...provider,
  url: 'https://frames.example/{id}',
  link: 'https://www.video.example/watch?v={id}',
  addresses: ['https://vid.example/{id}', 'https://docs.example/d/{id}/view'],
});

it.each([
  ['https://www.video.example/watch?v=a-B_9', 'a-B_9'],
  ['http://video.example/watch?app=desktop&v=a&t=30#top', 'a'],
  ['https://vid.example/a?si=xyz', 'a'],
  ['https://docs.example/d/a.b/view', 'a.b'],
  ['https://docs.example/d/a/edit', undefined],
  ['https://vid.example/', undefined],
  ['https://vid.example/channel/a', undefined],
  ['https://vid.example.evil.example/a', undefined],
  ['https://evil.example/?https://vid.example/a', undefined],
  ['https://vid.example/a%22b', undefined],
])('the id in the address %s is %s', (address, id) => {
  const { embed } = embeds.ofAddress(address) ?? {};
  expect(embed?.src).toBe(id === undefined ? undefined : `https://frames.example/${id}`);
  expect(embed?.link).toBe(id === undefined ? undefined : address);
});
