import { describe, expect, it } from 'vitest';
import {
  formerIssue,
  namesFolder,
  plainAddress,
  redirectTargetIssue,
} from '../../../cli/content/schema/former-address.ts';

describe('a former address', () => {
  it.each([
    ['/old', '/old', false],
    ['/2019/story.html', '/2019/story', false],
    ['/old.php', '/old.php', false],
    ['/2019/11/story/', '/2019/11/story', true],
    ['/news/index.html', '/news', true],
    ['/News_and_Views/~ada', '/News_and_Views/~ada', false],
    ['/cafe\u0301', '/café', false],
    ['/', '/', false],
  ])('%s is answered as %s', (written, address, isFolder) => {
    expect(formerIssue(written)).toBeUndefined();
    expect([plainAddress(written), namesFolder(written)]).toEqual([address, isFolder]);
  });

  it.each([
    ['/old.php?id=3', /does not look at what follows `\?`/, '/old.php'],
    ['/?p=12', /does not look at what follows `\?`/, undefined],
    ['/old#part', /does not look at what follows `#`/, '/old'],
    ['https://paper.example/old/story', /without its host/, '/old/story'],
    ['old', /is not an address of the paper/, '/old'],
    ['/a\\b', /is not an address of the paper/, '/a/b'],
    ['/old story', /a space/, '/old%20story'],
    ['/100%', /percent-encoding/, undefined],
    ['/a%2Fb', /percent-encoding/, undefined],
    ['/a/../b', /starts with a dot/, undefined],
    ['/.well-known/old', /starts with a dot/, undefined],
    ['/backup/site.tar.gz', /ends with `\.gz`/, undefined],
    ['/_headers', /is `404`, `_headers`/, undefined],
    ['/a*b', /with `\*`/, undefined],
    ['/Category:News', /with `:`/, undefined],
    ['/a%E2%80%AEb', /invisible/, undefined],
    [`/${'%D0%B6'.repeat(121)}`, /too long/, undefined],
    ['/api/stream', /Galley’s own files/, undefined],
  ])('cannot be %j', (written, message, suggestion) => {
    const issue = formerIssue(written);
    expect(issue).toMatchObject({ rule: 'invalid-address', message: expect.stringMatching(message) });
    expect(issue?.suggestion).toBe(suggestion);
  });
});

it.each([
  ['/about#team', undefined],
  ['https://elsewhere.example/a', undefined],
  ['//elsewhere.example/a', undefined],
  ['http://elsewhere.example/a', 'https://elsewhere.example/a'],
  ['about', '/about'],
])('the target %s is right, or was meant to be %s', (written, suggestion) => {
  expect(redirectTargetIssue(written)?.suggestion).toBe(suggestion);
});

it.each(['mailto:ada@paper.example', 'tel:+12145550100', 'javascript:alert(1)', 'sms:+12145550100', 'x y'])(
  'no readers can be sent to %s',
  (written) => {
    expect(redirectTargetIssue(written)).toBeDefined();
  },
);
