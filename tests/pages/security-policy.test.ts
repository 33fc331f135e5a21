import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { contentSecurityPolicy, hashSource, policySource } from '../../cli/pages/security-policy.ts';

const nothing = {
  parts: new Set<string>(),
  frames: new Set<string>(),
  connections: new Set<string>(),
  media: new Set<string>(),
  forms: new Set<string>(),
};

it('a page that says nothing loads only the files of the site', () => {
  expect(contentSecurityPolicy(["'sha256-abc='"], nothing, {})).toBe(
    "default-src 'none'; script-src 'self' 'sha256-abc='; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; form-action 'none'; base-uri 'none'",
  );
});

it('a policy names everything that a page loads, each source once, frames sorted', () => {
  const needs = {
    ...nothing,
    frames: new Set(['https://video.example', "'self'", 'https://ads.example']),
    connections: new Set(['https://radio.example', "'self'"]),
    media: new Set(['https://radio.example']),
    forms: new Set(['mailto:', 'https://mail.example']),
  };
  expect(contentSecurityPolicy([], needs, {})).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self' https://radio.example; media-src 'self' https://radio.example; frame-src 'self' https://ads.example https://video.example; form-action mailto: https://mail.example; base-uri 'none'",
  );
  const withSound = { ...nothing, parts: new Set(['sound']) };
  expect(contentSecurityPolicy([], withSound, {})).toContain("; media-src 'self'; ");
});

it('an inline script is allowed by its hash', () => {
  const hash = createHash('sha256').update('alert(1)').digest('base64');
  expect(hashSource('alert(1)')).toBe(`'sha256-${hash}'`);
});

it.each([
  ['https://a.example:8443', 'https://a.example:8443'],
  ["'self'", "'self'"],
  ['https://a;script-src-elem', 'https://a%3Bscript-src-elem'],
  ["https://a 'unsafe-inline'", "https://a%20'unsafe-inline'"],
  ['https://a,https://b', 'https://a%2Chttps://b'],
  ['https://*', 'https://%2A'],
  ['https://ä"', 'https://%C3%A4%22'],
])('the source %s is written %s', (origin, written) => {
  expect(policySource(origin)).toBe(written);
});
