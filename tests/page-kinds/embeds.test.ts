import { describe, expect, it } from 'vitest';
import { connect, fillTemplate } from '../../cli/page-kinds/embeds.ts';
import type { ProviderFile } from '../../cli/sources/embeds.ts';
import { en } from '../../templates/words/en.ts';

const provider: ProviderFile = {
  name: 'RSS board',
  url: 'https://board.example/?url={feedUrl}',
  linkLabel: 'Open',
  sandbox: ['allow-popups'],
  allow: [],
  referrerPolicy: 'no-referrer',
  origins: ['https://pictures.example'],
};
const baseUrl = 'https://paper.example';

describe('fillTemplate', () => {
  it('encodes each value exactly once', () => {
    expect(
      fillTemplate('https://x.example/?u={feedUrl}&c={category}', {
        feedUrl: 'https://a.example/?q=50%25&r=1',
        category: 'Local News & Community',
      }),
    ).toBe(
      'https://x.example/?u=https%3A%2F%2Fa.example%2F%3Fq%3D50%2525%26r%3D1&c=Local%20News%20%26%20Community',
    );
  });

  it('takes a value as it is where the address is nothing else', () => {
    expect(fillTemplate('{feedUrl}', { feedUrl: 'https://a.example/rss?x=1' })).toBe(
      'https://a.example/rss?x=1',
    );
  });
});

describe('connect', () => {
  it('names every origin the frame may reach', () => {
    const embed = connect(provider, 'Headlines', { feedUrl: 'https://a.example/rss' }, baseUrl, en);
    expect(embed).toMatchObject({
      connected: true,
      origins: ['https://board.example', 'https://pictures.example'],
    });
  });

  it.each(['/embeds/form/{id}', 'https://paper.example/embeds/form/{id}'])(
    "counts frames of the paper's own origin as 'self': %s",
    (url) => {
      expect(connect({ ...provider, url }, 'Form', { id: 'contact' }, baseUrl, en)).toMatchObject({
        origins: ["'self'"],
      });
    },
  );

  it('gives a block to draw instead of a frame while an id is unset', () => {
    expect(connect(provider, 'Form', { id: 'unset' }, baseUrl, en)).toEqual({
      connected: false,
      title: 'Form',
      service: 'RSS board',
    });
  });
});
