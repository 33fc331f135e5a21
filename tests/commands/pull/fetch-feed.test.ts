import { createServer } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type ClientOptions, openClient } from '../../../cli/commands/pull/feed-client.ts';
import {
  type Answered,
  type Failed,
  type FetchOptions,
  fetchFeed,
} from '../../../cli/commands/pull/fetch-feed.ts';
import { until } from '../../until.ts';
import {
  type BadServer,
  makeCertificate,
  startSecureServer,
  startServer,
  startSocketServer,
} from './bad-server.ts';

const feed = '<rss version="2.0"><channel><title>Smallville Courier</title></channel></rss>';

const warnings: Error[] = [];
process.on('warning', (warning) => warnings.push(warning));
afterAll(() => expect(warnings).toEqual([]));
afterEach(() => void vi.unstubAllEnvs());

/** A client that may reach this machine, and is closed when the test is over. */
function startClient(options: Partial<ClientOptions> = {}) {
  const client = openClient({ allowPrivate: true, ...options });
  onTestFinished(() => client.close());
  return client;
}

const ask = (url: string, client: Partial<ClientOptions> = {}, options: Partial<FetchOptions> = {}) =>
  fetchFeed(url, startClient(client), { userAgent: 'Galley', ...options });

/** For requests that only the time limit ends. */
const soon = { limits: { time: 200 } };

const textOf = (answer: Answered | Failed) =>
  answer.kind === 'fresh' ? Buffer.from(answer.bytes).toString() : answer;

const failure = (reason: string, more: Partial<Failed> = {}) => ({
  ...{ kind: 'failed', fault: 'answer', reason },
  ...more,
});
const silence = (reason: string) => failure(reason, { fault: 'silence' });
const slow = silence('its host did not answer in time');

const resolveTo =
  (...addresses: string[]) =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

/** A server that gives each address of `answers` its status and headers, and `feed` for a body. */
const serve = (
  answers: Record<string, readonly [status: number, headers?: Record<string, string>]> = { '/': [200] },
) =>
  startServer(({ url = '' }, response) => {
    const [status, headers = {}] = answers[url] ?? [404];
    response.writeHead(status, headers).end(status === 304 ? undefined : feed);
  });

/** A server that sends the same bytes to everybody, whatever they are. */
const send = (text: string | Buffer, then: 'end' | 'wait' | 'reset' = 'end') =>
  startSocketServer((socket) =>
    socket.write(text, () => {
      if (then === 'end') socket.end();
      if (then === 'reset') socket.resetAndDestroy();
    }),
  );

const isShut = (server: BadServer) => until(() => server.open() === 0, 'the connection to be shut', 5000);

describe('the request', () => {
  it('says who asks and what for, with the validators of the cached answer at every redirect, and no cookie', async () => {
    const server = await serve({
      '/': [302, { location: '/feed?a=1', 'set-cookie': 'a=b; path=/' }],
      '/feed?a=1': [200],
    });
    const lastModified = 'Fri, 20 Nov 2026 11:00:00 GMT';
    await ask(`${server.url}#top`, {}, { userAgent: 'Galley/1', etag: 'W/"1"', lastModified });
    expect(server.requests.map((request) => request.split('\n')[0])).toEqual(['GET /', 'GET /feed?a=1']);
    for (const request of server.requests) {
      for (const line of [
        'user-agent: Galley/1',
        'if-none-match: W/"1"',
        `if-modified-since: ${lastModified}`,
      ])
        expect(request).toContain(`${line}\n`);
      expect(request).toMatch(/^accept: application\/rss\+xml, /m);
      expect(request).not.toMatch(/cookie|referer/);
    }
  });

  it.each(['/feed', 'file:///etc/passwd', 'data:,x', 'http://a:b@127.0.0.1/'])(
    'is not sent to %j',
    async (address) => expect(await ask(address)).toEqual(failure('its address is no web address')),
  );
});

describe('an answer', () => {
  it('of 304 is unchanged, but only if that was asked', async () => {
    const server = await serve({ '/': [304] });
    expect(await ask(server.url, {}, { etag: '"1"' })).toMatchObject({ kind: 'unchanged' });
    expect(await ask(server.url)).toEqual(failure('it answered 304 Not Modified'));
  });
});

describe('a redirect', () => {
  it.each([301, 302, 303, 307, 308])('by %i is followed', async (status) => {
    const headers = { 'content-type': 'image/png; charset=klingon' };
    const server = await serve({
      '/a/b': [status, { location: '../feed?a#top' }],
      '/feed?a': [200, headers],
    });
    const answer = await ask(`${server.url}/a/b`);
    expect([textOf(answer), answer]).toMatchObject([feed, { url: `${server.url}/feed?a` }]);
  });

  it('is followed five times, and no sixth time, as in a circle', async () => {
    const hops = [0, 1, 2, 3, 4, 5].map((n) => [`/${n}`, [302, { location: `/${n + 1}` }]] as const);
    const server = await serve({
      ...{ ...Object.fromEntries(hops), '/6': [200], '/circle': [301, { location: '/circle' }] },
    });
    expect(textOf(await ask(`${server.url}/1`))).toBe(feed);
    for (const path of ['/0', '/circle'])
      expect(await ask(server.url + path)).toEqual(failure('it redirects more than 5 times'));
  });

  it('may name an address that is not ASCII', async () => {
    const server = await startServer(({ url }, response) => {
      if (url !== '/') return response.end(url);
      response.writeHead(302, { location: Buffer.from('/tòrrent/ü').toString('latin1') }).end();
    });
    expect(textOf(await ask(server.url))).toBe('/t%C3%B2rrent/%C3%BC');
  });

  it.each([
    [{}, 'it answered 302 Found'],
    [{ location: 'http://a b/' }, 'it redirects to no web address'],
    [{ location: 'file:///etc/passwd' }, 'it redirects to no web address'],
    [{ location: '//a:b@127.0.0.1/' }, 'it redirects to no web address'],
  ])('with %j is a failure', async (headers, reason) => {
    const server = await serve({ '/': [302, headers] });
    expect(await ask(server.url)).toMatchObject(failure(reason));
    expect(server.requests).toHaveLength(1);
  });
});

describe('https', () => {
  const pem = makeCertificate();
  const startSecure = () => startSecureServer(pem, (_request, response) => response.end(feed));

  it('is spoken, and led to from http', async () => {
    const secure = await startSecure();
    const server = await serve({ '/': [301, { location: `${secure.url}/feed` }] });
    expect(textOf(await ask(server.url, { ca: pem }))).toBe(feed);
  });

  it('does not lead back to http', async () => {
    const server = await serve();
    const secure = await startSecureServer(pem, (_request, response) =>
      response.writeHead(302, { location: server.url }).end(),
    );
    expect(await ask(secure.url, { ca: pem })).toEqual(failure('it redirects from https to http'));
    expect(server.connections()).toBe(0);
  });

  it('needs a certificate that is trusted and of the host, and is not requested again', async () => {
    const secure = await startSecure();
    const distrusted = failure('its certificate cannot be trusted');
    expect(await ask(secure.url)).toEqual(distrusted);
    expect(secure.connections()).toBe(1);
    const other = `https://paper.example:${secure.port}/`;
    expect(await ask(other, { ca: pem, resolve: resolveTo('127.0.0.1') })).toEqual(distrusted);
    const plain = await ask((await serve()).url.replace('http:', 'https:'));
    expect(plain).toMatchObject({ reason: expect.stringMatching(/^the connection failed \(\w+\)$/) });
  });
});

const ofPrivate = (address: string) =>
  failure(`its host leads to a private address (${address}); use --allow-private to allow it`);

describe('a private address', () => {
  it.each([
    ['127.0.0.1', '127.0.0.1'],
    ['127.1', '127.0.0.1'],
    ['2130706433', '127.0.0.1'],
    ['①②⑦.⓪.⓪.①', '127.0.0.1'],
    ['0', '0.0.0.0'],
    ['[::1]', '::1'],
    ['[0:0:0:0:0:FFFF:127.0.0.1]', '::ffff:7f00:1'],
    ['[::127.0.0.1]', '::7f00:1'],
    ['[64:ff9b::127.0.0.1]', '64:ff9b::7f00:1'],
  ])('spelled %s is refused before a connection is made', async (host, address) => {
    const server = await serve();
    expect(await ask(`http://${host}:${server.port}/`, { allowPrivate: false })).toEqual(ofPrivate(address));
    expect(server.connections()).toBe(0);
  });

  it('behind a name is refused', async () => {
    const server = await serve();
    const answer = await ask(`http://LOCALHOST:${server.port}/`, { allowPrivate: false });
    expect(answer).toHaveProperty('reason', expect.stringMatching(/^its host leads to a private address/));
    expect(server.connections()).toBe(0);
  });

  const only1 = (address: string) => address === '127.0.0.1';

  it('of a name that has a public one is passed over; the name is looked up once', async () => {
    const server = await serve();
    const decoy = createServer((socket) => socket.destroy());
    let [lookups, decoyed] = [0, 0];
    decoy.on('connection', () => {
      decoyed += 1;
    });
    await new Promise<void>((done) => decoy.listen(server.port, '127.0.0.3', done));
    onTestFinished(() => void decoy.close());
    // A name that leads to a private address from its second lookup on.
    const resolve = async () => {
      lookups += 1;
      return lookups > 1
        ? resolveTo('127.0.0.3')()
        : resolveTo('127.0.0.3', '::1', '127.0.0.1', '10.0.0.1')();
    };
    const url = `http://paper.example:${server.port}/`;
    expect(textOf(await ask(url, { allowPrivate: false, isPublic: only1, resolve }))).toBe(feed);
    expect([lookups, decoyed, server.connections()]).toEqual([1, 0, 1]);
  });

  it.each([
    ['//127.2:PORT/', '127.0.0.2'],
    ['http://inside.example:PORT/', '127.0.0.2'],
    ['http://[::ffff:127.0.0.2]:PORT/', '::ffff:7f00:2'],
  ])('is not led to by a redirect to %s', async (location, address) => {
    const target = await serve();
    const server = await serve({ '/': [302, { location: location.replace('PORT', `${target.port}`) }] });
    const options = { allowPrivate: false, isPublic: only1, resolve: resolveTo('127.0.0.2') };
    expect(await ask(server.url, options)).toEqual(ofPrivate(address));
    expect([server.connections(), target.connections()]).toEqual([1, 0]);
  });
});

describe('a proxy', () => {
  const proxied = (server: BadServer, name: string) => {
    vi.stubEnv(name, server.url);
    const resolve = () => Promise.reject(new Error('the proxy looks names up'));
    return { allowPrivate: false, resolve };
  };

  it('gets requests for http, whatever the name leads to', async () => {
    const proxy = await startServer((_request, response) => response.end(feed));
    expect(textOf(await ask('http://paper.example/feed', proxied(proxy, 'http_proxy')))).toBe(feed);
    expect(proxy.requests[0]).toMatch(/^GET http:\/\/paper\.example\/feed\nhost: paper\.example\n/);
  });

  it('that refuses says nothing about the host', async () => {
    const proxy = await send('HTTP/1.1 407 Who?\r\n\r\n');
    const refused = failure('it cannot be reached from this machine', { fault: 'ours' });
    for (const scheme of ['http', 'https'])
      expect(await ask(`${scheme}://paper.example/`, proxied(proxy, `${scheme}_proxy`))).toEqual(refused);
  });

  it('gets no request for a private address, nor is led to one', async () => {
    const proxy = await startServer((_request, response) =>
      response.writeHead(302, { location: 'http://0x7f.1/' }).end(),
    );
    const options = proxied(proxy, 'http_proxy');
    expect(await ask('http://10.0.0.1/', options)).toEqual(ofPrivate('10.0.0.1'));
    expect(proxy.connections()).toBe(0);
    expect(await ask('http://paper.example/', options)).toEqual(ofPrivate('127.0.0.1'));
    expect(proxy.requests).toHaveLength(1);
  });

  it('gets no request for hosts of NO_PROXY, which are checked here', async () => {
    const proxy = await startServer((_request, response) => response.end('no'));
    vi.stubEnv('no_proxy', '.example');
    const options = { ...proxied(proxy, 'http_proxy'), resolve: resolveTo('127.0.0.1') };
    expect(await ask('http://paper.example/', options)).toEqual(ofPrivate('127.0.0.1'));
    expect(proxy.connections()).toBe(0);
  });
});

it('a name without an address is a failure, and so is a port that browsers refuse', async () => {
  const notFound = () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' }));
  const offline = () => Promise.reject(Object.assign(new Error('no'), { code: 'EAI_AGAIN' }));
  const silent = () => new Promise<never>(() => {});
  const answers = [notFound, offline, silent].map((resolve) =>
    ask('http://paper.example/', { ...soon, resolve }),
  );
  expect(await Promise.all(answers)).toEqual([
    silence('its host could not be found'),
    failure('it cannot be reached from this machine', { fault: 'ours' }),
    slow,
  ]);
  expect(await ask('http://127.0.0.1:25/')).toEqual(failure('the connection failed (bad port)'));
});

describe('a long answer', () => {
  const compressed = (coding: string, bytes: Buffer) =>
    startServer((_request, response) => response.writeHead(200, { 'content-encoding': coding }).end(bytes));

  it.each([
    ['gzip', gzipSync(feed)],
    ['br', brotliCompressSync(feed)],
  ])('is compressed by %s', async (coding, bytes) => {
    expect(textOf(await ask((await compressed(coding, bytes)).url))).toBe(feed);
    const spoiled = bytes.map((byte, i) => (i < 12 ? byte : 0xff - byte));
    const server = await compressed(coding, Buffer.from(spoiled));
    expect(await ask(server.url)).toEqual(failure('its answer is damaged'));
    expect(server.requests).toHaveLength(1);
  });

  it.concurrent.each([
    ['gzip', gzipSync(Buffer.alloc(16 * 1024 * 1024), { level: 1 })],
    ['br', brotliCompressSync(Buffer.alloc(16 * 1024 * 1024))],
  ])('by %s that swells to 16 MiB is left at 2 MiB', async (coding, bytes) => {
    const server = await compressed(coding, bytes);
    expect(await ask(server.url)).toEqual(failure('it sent more than 2 MiB'));
    await isShut(server);
  });
});

describe('a server that refuses', () => {
  it.each([
    [404, 'it answered 404 Not Found'],
    [999, 'it answered 999'],
    [206, 'it answered 206 Partial Content'],
  ])('by %i gets one request, and its connection is shut', async (status, reason) => {
    const server = await startSocketServer((socket) =>
      socket.write(`HTTP/1.1 ${status} <b>Whatever\r\ncontent-length: 100\r\n\r\nNo.`),
    );
    expect(await ask(server.url)).toEqual(failure(reason));
    expect(server.requests).toHaveLength(1);
    await isShut(server);
  });

  it('says how long it wants to be left alone', async () => {
    const said = [
      '120',
      new Date(Date.now() + 3_600_000).toUTCString(),
      '0',
      'Fri, 20 Nov 2015 11:00:00 GMT',
      'x',
    ];
    const answers = said.map(async (retryAfter) =>
      ask((await serve({ '/': [503, { 'retry-after': retryAfter }] })).url),
    );
    const seconds = (await Promise.all(answers)).map((answer) => 'retryAfter' in answer && answer.retryAfter);
    expect(seconds).toEqual([120, expect.closeTo(3600, -2), undefined, undefined, undefined]);
  });
});

const ok = 'HTTP/1.1 200 OK\r\n';

describe('a server that sends', () => {
  const [damaged, interrupted] = [
    failure('its answer is damaged'),
    silence('the connection was interrupted'),
  ];

  it.concurrent.each([
    ['garbage', '\x00\x01\x02\xff garbage', 'wait', damaged],
    ['endless headers', `${ok}${'x-flood: 0123456789\r\n'.repeat(10_000)}`, 'wait', damaged],
    ['nothing, and hangs up', '', 'reset', interrupted],
    ['half a body', `${ok}content-length: 100\r\n\r\n<rss`, 'end', interrupted],
    ['nothing, and waits', '', 'wait', slow],
  ] as const)(
    '%s is a failure; only an interrupted one is tried once more',
    async (_name, text, then, why) => {
      const server = await send(text, then);
      expect(await ask(server.url, { limits: { time: 1500 } })).toEqual(why);
      expect(server.requests).toHaveLength(why === interrupted ? 2 : 1);
      await isShut(server);
    },
  );

  it('the feed at the second try is read', async () => {
    const server = await startSocketServer((socket, nth) => {
      if (nth > 1) socket.end(`${ok}content-length: ${feed.length}\r\n\r\n${feed}`);
      else socket.resetAndDestroy();
    });
    expect(textOf(await ask(server.url))).toBe(feed);
  });

  it('a body that drips, or slow redirects, has ten seconds for all', async () => {
    const server = await startServer(({ url = '' }, response) => {
      if (url !== '/') return setTimeout(() => response.writeHead(302, { location: `${url}x` }).end(), 60);
      const timer = setInterval(() => response.write('x'), 5);
      response.on('close', () => clearInterval(timer));
    });
    expect(await ask(server.url, soon)).toEqual(slow);
    expect(await ask(`${server.url}/x`, soon)).toEqual(slow);
    await isShut(server);
  });
});

describe('a client', () => {
  it('ends all requests when it is closed', async () => {
    const [hung, mute] = [
      await send('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n', 'wait'),
      await send('', 'wait'),
    ];
    const client = startClient({ resolve: () => new Promise(() => {}) });
    const urls = [hung.url, mute.url, 'http://paper.example/'];
    const answers = Promise.all(urls.map((url) => fetchFeed(url, client, { userAgent: 'Galley' })));
    await until(() => hung.requests.length + mute.requests.length === 2, 'the requests');
    await client.close();
    for (const answer of [...(await answers), await fetchFeed(hung.url, client, { userAgent: 'Galley' })])
      expect(answer).toEqual(failure('there was no time for it', { fault: 'ours' }));
    await Promise.all([isShut(hung), isShut(mute)]);
  });
});
