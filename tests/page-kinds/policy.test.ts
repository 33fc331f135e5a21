import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  contentSecurityPolicy,
  hashSource,
  originsOf,
  originsOfBlock,
  policySource,
} from '../../cli/page-kinds/policy.ts';
import type { Embed } from '../../templates/types.ts';

const script = "'sha256-abc='";

describe('the policy of a page', () => {
  it('allows only the files of the site where the page says nothing', () => {
    expect(contentSecurityPolicy([script], {})).toBe(
      [
        "default-src 'none'",
        "script-src 'self' 'sha256-abc='",
        "style-src 'self'",
        "img-src 'self'",
        "font-src 'self'",
        "connect-src 'self'",
        "form-action 'none'",
        "base-uri 'none'",
      ].join('; '),
    );
  });

  it('names everything a page loads, each source once, frames sorted', () => {
    const policy = contentSecurityPolicy([script], {
      frames: ['https://video.example', "'self'", 'https://ads.example', 'https://video.example'],
      connections: ['https://radio.example', "'self'", 'https://radio.example'],
      media: ['https://radio.example'],
      sendsMail: true,
    });
    expect(policy).toBe(
      [
        "default-src 'none'",
        "script-src 'self' 'sha256-abc='",
        "style-src 'self'",
        "img-src 'self'",
        "font-src 'self'",
        "connect-src 'self' https://radio.example",
        "media-src 'self' https://radio.example",
        "frame-src 'self' https://ads.example https://video.example",
        'form-action mailto:',
        "base-uri 'none'",
      ].join('; '),
    );
  });

  it('allows sounds of the site itself for a page that names no other origin', () => {
    expect(contentSecurityPolicy([], { media: [] })).toContain("; media-src 'self'; ");
  });

  it('allows an inline script by its hash', () => {
    const hash = createHash('sha256').update('alert(1)').digest('base64');
    expect(hashSource('alert(1)')).toBe(`'sha256-${hash}'`);
  });
});

describe('the origins of an embed', () => {
  const embed: Embed = {
    connected: true,
    title: 'Board',
    service: 'Boards',
    src: 'https://board.example/?a',
    link: 'https://board.example/?a',
    linkLabel: 'Open',
    sandbox: '',
    allow: '',
    referrerPolicy: 'no-referrer',
    origins: ['https://board.example', 'https://a;b'],
  };

  it('are those it may reach, each safe in a policy', () => {
    expect(originsOf(embed)).toEqual(['https://board.example', 'https://a%3Bb']);
    expect(originsOfBlock({ embed })).toEqual(['https://board.example', 'https://a%3Bb']);
  });

  it('are none where there is no embed, or no service yet, or a page of the paper in its place', () => {
    expect(originsOf(undefined)).toEqual([]);
    expect(originsOf({ connected: false, title: 'Board', service: 'Boards' })).toEqual([]);
    expect(originsOfBlock({})).toEqual([]);
  });
});

describe('a source', () => {
  it.each([
    ['https://a.example:8443', 'https://a.example:8443'],
    ["'self'", "'self'"],
    ['https://a;script-src-elem', 'https://a%3Bscript-src-elem'],
    ["https://a 'unsafe-inline'", "https://a%20'unsafe-inline'"],
    ['https://a,https://b', 'https://a%2Chttps://b'],
    ['https://*', 'https://%2A'],
    ['https://ä"', 'https://%C3%A4%22'],
  ])('%s is written %s', (origin, written) => {
    expect(policySource(origin)).toBe(written);
  });
});
