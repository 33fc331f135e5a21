import { connect, createServer } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { type ClientOptions, openClient } from '../../cli/feeds/feed-client.ts';
import { type Answer, type Failed, type FetchOptions, fetchFeed } from '../../cli/feeds/fetch-feed.ts';
import { until } from '../until.ts';
import {
  type BadServer,
  makeCertificate,
  startSecureServer,
  startServer,
  startSocketServer,
} from './bad-server.ts';

const feed = '<rss version="2.0"><channel><title>Smallville Courier</title></channel></rss>';
const now = new Date('2026-11-20T12:00:00Z');

const warnings: Error[] = [];
process.on('warning', (warning) => warnings.push(warning));
afterAll(() => expect(warnings).toEqual([]));

/** A client that may reach this machine, has no pause, and is closed when the test is over. */
function startClient(options: Partial<ClientOptions> = {}) {
  const client = openClient({
    allowPrivate: true,
    environment: {},
    ...options,
    limits: { pause: 1, ...options.limits },
  });
  onTestFinished(() => client.close());
  return client;
}

const ask = (url: string, client: Partial<ClientOptions> = {}, options: Partial<FetchOptions> = {}) =>
  fetchFeed(url, startClient(client), { userAgent: 'Galley', now: () => now, ...options });

/** For requests that only the time limit ends. */
const soon = { limits: { time: 200 } };

const textOf = (answer: Answer) => (answer.kind === 'fresh' ? Buffer.from(answer.bytes).toString() : answer);

const failure = (reason: string, more: Partial<Failed> = {}) => ({ kind: 'failed', reason, ...more });
const silence = (reason: string, more: Partial<Failed> = {}) => failure(reason, { ...more, silent: true });

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
    response.writeHead(status, headers).end(status === 204 || status === 304 ? undefined : feed);
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
  it('says who asks and what for, and tells nothing else', async () => {
    const server = await serve({ '/feed?a=1': [200] });
    await ask(`${server.url}/feed?a=1#top`, {}, { userAgent: 'Galley/1 (+https://example.org/)' });
    expect(server.requests).toEqual([
      [
        'GET /feed?a=1',
        `host: 127.0.0.1:${server.port}`,
        'connection: keep-alive',
        'user-agent: Galley/1 (+https://example.org/)',
        'accept: application/rss+xml, application/atom+xml, application/feed+json, application/rdf+xml;q=0.9, application/xml;q=0.8, text/xml;q=0.8, application/json;q=0.7, */*;q=0.1',
        'accept-encoding: gzip, br\n',
      ].join('\n'),
    ]);
  });

  it('has the validators of the cached answer, on every redirect, and no cookie', async () => {
    const server = await serve({
      '/': [302, { location: '/feed', 'set-cookie': 'a=b; path=/' }],
      '/feed': [200],
    });
    await ask(server.url, {}, { etag: 'W/"1"', lastModified: 'Fri, 20 Nov 2026 11:00:00 GMT' });
    expect(server.requests).toHaveLength(2);
    for (const request of server.requests) {
      expect(request).toContain('if-none-match: W/"1"\n');
      expect(request).toContain('if-modified-since: Fri, 20 Nov 2026 11:00:00 GMT\n');
      expect(request).not.toContain('cookie');
    }
  });

  it.each(['"\u2615"', '"a"\r\nx: y', 'x'.repeat(1001)])(
    'leaves out the validator %j, which no header can carry',
    async (etag) => {
      const server = await serve();
      expect(textOf(await ask(server.url, {}, { etag }))).toBe(feed);
      expect(server.requests[0]).not.toContain('if-none-match');
    },
  );

  it.each([
    ['/feed', 'its address cannot be read'],
    ['http://', 'its address cannot be read'],
    ['file:///etc/passwd', 'its address is neither http nor https'],
    ['http://a:b@127.0.0.1/', 'its address has a name or a password in it'],
  ])('is not sent to %j', async (address, reason) => {
    expect(await ask(address)).toEqual(failure(reason));
  });
});

describe('an answer', () => {
  it('has everything that the next request needs', async () => {
    const headers = {
      'content-type': 'image/png; charset=klingon',
      etag: '"1"',
      'last-modified': 'Fri, 20 Nov 2026 11:00:00 GMT',
      'cache-control': 'public, max-age=600, s-maxage=9000',
      age: '60',
    };
    const server = await serve({ '/': [200, headers] });
    expect(await ask(`${server.url}/#top`)).toEqual({
      kind: 'fresh',
      bytes: Buffer.from(feed),
      contentType: 'image/png; charset=klingon',
      url: `${server.url}/`,
      etag: '"1"',
      lastModified: 'Fri, 20 Nov 2026 11:00:00 GMT',
      maxAge: 540,
    });
  });

  it('is read whole without a length, and in chunks after early hints', async () => {
    const chunks = [...feed].map((letter) => `1\r\n${letter}\r\n`).join('');
    const hints = 'HTTP/1.1 103 Early Hints\r\nlink: </style.css>\r\n\r\n'.repeat(3);
    for (const text of [
      `HTTP/1.0 200 OK\r\n\r\n${feed}`,
      `${hints}HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\ntrailer: a\r\n\r\n${chunks}0\r\na: b\r\n\r\n`,
    ])
      expect(textOf(await ask((await send(text)).url))).toBe(feed);
  });

  it('of 304 is unchanged, but only if that was asked', async () => {
    const server = await serve({ '/': [304, { etag: '"2"', 'cache-control': 'max-age=60' }] });
    const unchanged = { kind: 'unchanged', etag: '"2"', maxAge: 60 };
    expect(await ask(server.url, {}, { etag: '"1"' })).toEqual(unchanged);
    expect(await ask(server.url)).toEqual(failure('it answered 304 Not Modified', { status: 304 }));
  });

  it.each([
    ['max-age="60"', undefined, 60],
    ['private,Max-Age=60', '15', 45],
    ['max-age=60', '90', 0],
    ['max-age=60', 'soon', 60],
    ['max-age=60, no-cache', undefined, 0],
    ['No-Store', undefined, 0],
    [`max-age=${'9'.repeat(400)}`, undefined, 999_999_999],
    ['s-maxage=60', undefined, undefined],
    ['max-age=-60', undefined, undefined],
    ['', undefined, undefined],
  ])('that says %j, aged %j, may be cached for %j s', async (control, age, seconds) => {
    const server = await serve({ '/': [200, { 'cache-control': control, ...(age && { age }) }] });
    expect(await ask(server.url)).toMatchObject({ kind: 'fresh', maxAge: seconds });
  });
});

describe('a redirect', () => {
  it.each([300, 301, 302, 303, 307, 308])('by %i is followed', async (status) => {
    const server = await serve({ '/a/b': [status, { location: '../feed?a#top' }], '/feed?a': [200] });
    const answer = await ask(`${server.url}/a/b`);
    expect([textOf(answer), answer]).toMatchObject([feed, { url: `${server.url}/feed?a` }]);
  });

  it('is followed five times, and no sixth time, as in a circle', async () => {
    const hops = [1, 2, 3, 4, 5].map((n) => [`/${n}`, [302, { location: `/${n + 1}` }]] as const);
    const server = await serve({
      ...Object.fromEntries(hops),
      '/0': [302, { location: '/1' }],
      '/6': [200],
      '/circle': [301, { location: '/circle' }],
    });
    expect(textOf(await ask(`${server.url}/1`))).toBe(feed);
    const tooMany = failure('it redirects more than 5 times');
    expect([await ask(`${server.url}/0`), await ask(`${server.url}/circle`)]).toEqual([tooMany, tooMany]);
  });

  it.each([
    [[301, 308, 302, 301], '/2'],
    [[308], '/1'],
    [[302, 301], undefined],
    [[], undefined],
  ] as const)('by %j has the feed moved to %j', async (statuses, to) => {
    const hops = statuses.map((status, n) => [`/${n}`, [status, { location: `/${n + 1}#top` }]] as const);
    const server = await serve({ ...Object.fromEntries(hops), [`/${statuses.length}`]: [304] });
    const moved = { kind: 'unchanged', movedTo: to && server.url + to };
    expect(await ask(`${server.url}/0`, {}, { etag: '"1"' })).toEqual(moved);
  });

  it('may name an address that is not ASCII', async () => {
    const server = await startServer(({ url }, response) => {
      if (url !== '/') return response.end(url);
      response.writeHead(302, { location: Buffer.from('/tòrrent/ü').toString('latin1') }).end();
    });
    expect(textOf(await ask(server.url))).toBe('/t%C3%B2rrent/%C3%BC');
  });

  it.each([
    [{}, 'it redirects without saying where'],
    [{ location: 'http://a b/' }, 'it redirects to an address that cannot be read'],
    [{ location: 'file:///etc/passwd' }, 'it redirects to an address that is neither http nor https'],
    [{ location: '//a:b@127.0.0.1/' }, 'it redirects to an address that has a name or a password in it'],
  ])('with %j is a failure', async (headers, reason) => {
    const server = await serve({ '/': [302, headers] });
    expect(await ask(server.url)).toEqual(failure(reason));
    expect(server.requests).toHaveLength(1);
  });
});

describe('https', () => {
  const pem = makeCertificate();
  const startSecure = () => startSecureServer(pem, (_request, response) => response.end(feed));

  it('is spoken, and led to from http', async () => {
    const secure = await startSecure();
    const server = await serve({ '/': [301, { location: `${secure.url}/feed` }] });
    const answer = await ask(server.url, { ca: pem });
    expect([textOf(answer), answer]).toMatchObject([feed, { movedTo: `${secure.url}/feed` }]);
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
    expect(await ask(secure.url)).toEqual(failure('its certificate cannot be trusted'));
    expect(secure.connections()).toBe(1);
    const other = `https://paper.example:${secure.port}/`;
    expect(await ask(other, { ca: pem, resolve: resolveTo('127.0.0.1') })).toEqual(
      failure('its certificate is for another host'),
    );
  });

  it('is not spoken by every server', async () => {
    const [plain, mute] = [await serve(), await startSocketServer(() => {})];
    const answers = [plain, mute].map(({ url }) => ask(url.replace('http:', 'https:'), soon));
    expect(await Promise.all(answers)).toEqual([
      failure('a secure connection was not possible'),
      silence('it took longer than 0.2 s'),
    ]);
  });
});

const ofPrivate = (address: string) =>
  failure(`its host leads to a private address (${address}); use --allow-private to allow it`);

describe('a private address', () => {
  it.each([
    ['127.0.0.1', '127.0.0.1'],
    ['127.1', '127.0.0.1'],
    ['127.0.0.1.', '127.0.0.1'],
    ['2130706433', '127.0.0.1'],
    ['0x7f.0x0.0x0.0x1', '127.0.0.1'],
    ['017700000001', '127.0.0.1'],
    ['%31%32%37.0.0.1', '127.0.0.1'],
    ['①②⑦.⓪.⓪.①', '127.0.0.1'],
    ['0', '0.0.0.0'],
    ['[::1]', '::1'],
    ['[::]', '::'],
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

it('a name without an address is a failure', async () => {
  const notFound = () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' }));
  const answers = [resolveTo(), notFound].map((resolve) => ask('http://paper.example/', { resolve }));
  expect(await Promise.all(answers)).toEqual([
    silence('its host has no address'),
    silence('the host could not be found'),
  ]);
});

describe('a proxy', () => {
  const proxied = (server: BadServer, name: string) => ({
    allowPrivate: false,
    environment: { [name]: server.url },
    resolve: () => Promise.reject(new Error('the proxy looks names up')),
  });
  const startProxy = () => startServer((_request, response) => response.end(feed));

  it('gets requests for http, whatever the name leads to', async () => {
    const proxy = await startProxy();
    for (const name of ['HTTP_PROXY', 'http_proxy'])
      expect(textOf(await ask('http://paper.example/feed', proxied(proxy, name)))).toBe(feed);
    const environment = { http_proxy: `127.0.0.1:${proxy.port}` };
    expect(textOf(await ask('http://paper.example/feed', { environment }))).toBe(feed);
    for (const request of proxy.requests)
      expect(request).toMatch(/^GET http:\/\/paper\.example\/feed\nhost: paper\.example\n/);
  });

  it('opens tunnels for https', async () => {
    const pem = makeCertificate();
    const secure = await startSecureServer(pem, (_request, response) => response.end(feed));
    const proxy = await startSocketServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      socket.pipe(connect(secure.port, '127.0.0.1')).pipe(socket);
    });
    const url = `https://localhost:${secure.port}/`;
    const options = proxied(proxy, 'HTTPS_PROXY');
    expect(textOf(await ask(url, { ...options, ca: pem }))).toBe(feed);
    expect(proxy.requests[0]).toMatch(/^connect localhost:\d+ http\/1\.1\r\n/);
    expect(await ask(url, options)).toEqual(failure('its certificate cannot be trusted'));
  });

  it('that refuses is a failure', async () => {
    const proxy = await send('HTTP/1.1 407 Who?\r\n\r\n');
    const refused = failure('the proxy did not connect');
    expect(await ask('http://paper.example/feed', proxied(proxy, 'HTTP_PROXY'))).toEqual(refused);
    expect(await ask('https://paper.example/feed', proxied(proxy, 'HTTPS_PROXY'))).toEqual(refused);
  });

  it('gets no request for a private address, nor is led to one', async () => {
    const proxy = await startServer((_request, response) =>
      response.writeHead(302, { location: 'http://0x7f.1/' }).end(),
    );
    const options = proxied(proxy, 'HTTP_PROXY');
    expect(await ask('http://10.0.0.1/', options)).toEqual(ofPrivate('10.0.0.1'));
    expect(proxy.connections()).toBe(0);
    expect(await ask('http://paper.example/', options)).toEqual(ofPrivate('127.0.0.1'));
    expect(proxy.requests).toHaveLength(1);
  });

  it('gets no request for hosts of NO_PROXY, which are checked here', async () => {
    const [proxy, server] = [await startProxy(), await serve()];
    const environment = { HTTP_PROXY: proxy.url, NO_PROXY: '.example' };
    const options = { environment, resolve: resolveTo('127.0.0.1') };
    const url = `http://paper.example:${server.port}/`;
    expect(await ask(url, { ...options, allowPrivate: false })).toEqual(ofPrivate('127.0.0.1'));
    expect(textOf(await ask(url, options))).toBe(feed);
    expect([proxy.connections(), server.connections()]).toEqual([0, 1]);
  });
});

describe('a compressed answer', () => {
  const compressed = (coding: string, bytes: Buffer) =>
    startServer((_request, response) => response.writeHead(200, { 'content-encoding': coding }).end(bytes));

  const spoiled = (bytes: Buffer) => bytes.map((byte, at) => (at < 12 ? byte : 0xff - byte));
  const [gzipped, brotlied] = [gzipSync(feed), brotliCompressSync(feed)];
  const twoParts = Buffer.concat([gzipSync(feed.slice(0, 20)), gzipSync(feed.slice(20))]);

  it.each([
    ['gzip', gzipped],
    ['X-GZIP', gzipped],
    ['gzip', twoParts],
    ['deflate', deflateSync(feed)],
    ['br', brotlied],
    ['identity', Buffer.from(feed)],
  ])('by %s is uncompressed', async (coding, bytes) => {
    expect(textOf(await ask((await compressed(coding, bytes)).url))).toBe(feed);
  });

  it.each([
    ['zstd', gzipped, 'its answer is compressed in an unknown way', 1],
    ['gzip, gzip', gzipped, 'its answer is compressed in an unknown way', 1],
    ['gzip', Buffer.from(spoiled(gzipped)), 'its answer could not be uncompressed', 1],
    ['gzip', Buffer.from(feed), 'its answer could not be uncompressed', 1],
    ['br', Buffer.from(spoiled(brotlied)), 'its answer could not be uncompressed', 1],
    ['gzip', gzipped.subarray(0, -12), 'the connection was interrupted', 2],
    ['br', brotlied.subarray(0, -12), 'the connection was interrupted', 2],
    ['gzip', Buffer.alloc(0), 'its answer was empty', 1],
    ['gzip', gzipSync(''), 'its answer was empty', 1],
  ])('by %s can be a failure', async (coding, bytes, reason, requests) => {
    const server = await compressed(coding, bytes);
    expect(await ask(server.url)).toMatchObject(failure(reason));
    expect(server.requests).toHaveLength(requests);
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

describe('a long answer', () => {
  it('is read up to the limit', async () => {
    const few = { limits: { bytes: 1024 } };
    const server = await startServer(({ url = '' }, response) =>
      response.end('x'.repeat(Number(url.slice(1)))),
    );
    expect(textOf(await ask(`${server.url}/1024`, few))).toHaveLength(1024);
    expect(await ask(`${server.url}/1025`, few)).toEqual(failure('it sent more than 0.0009765625 MiB'));
  });

  it('that never ends is left, and its connection shut', async () => {
    const server = await startServer((_request, response) => {
      const more = () => response.writable && response.write('x'.repeat(65536), more);
      more();
    });
    expect(await ask(server.url)).toEqual(failure('it sent more than 2 MiB'));
    await isShut(server);
  });
});

describe('a server that refuses', () => {
  it.each([
    [401, 'it answered 401 Unauthorized'],
    [404, 'it answered 404 Not Found'],
    [410, 'it answered 410 Gone'],
    [500, 'it answered 500 Internal Server Error'],
    [999, 'it answered 999'],
    [204, 'it answered 204 No Content'],
    [206, 'it answered 206 Partial Content'],
    [305, 'it answered 305 Use Proxy'],
  ])('by %i gets one request, and its connection is shut', async (status, reason) => {
    const server = await startSocketServer((socket) =>
      socket.write(`HTTP/1.1 ${status} <b>Whatever\r\ncontent-length: 100\r\n\r\nNo.`),
    );
    expect(await ask(server.url)).toEqual(failure(reason, { status }));
    expect(server.requests).toHaveLength(1);
    await isShut(server);
  });

  it.each([
    [429, '120', '2026-11-20T12:02:00Z'],
    [403, ' 120 ', '2026-11-20T12:02:00Z'],
    [503, 'Fri, 20 Nov 2026 13:00:00 GMT', '2026-11-20T13:00:00Z'],
    [429, '172801', '2026-11-22T12:00:00Z'],
    [429, '9'.repeat(400), '2026-11-22T12:00:00Z'],
    [429, 'Fri, 20 Nov 2099 13:00:00 GMT', '2026-11-22T12:00:00Z'],
    [429, '0', undefined],
    [429, 'Fri, 20 Nov 2026 11:00:00 GMT', undefined],
    [429, 'in 2099', undefined],
    [429, '-5', undefined],
    [429, '1e9', undefined],
    [404, '120', undefined],
  ])('by %i is left alone, with %j, until %s', async (status, said, until) => {
    const server = await serve({ '/': [status, { 'retry-after': said }] });
    const retryAfter = until === undefined ? undefined : new Date(until);
    expect(await ask(server.url)).toMatchObject({ status, retryAfter });
    expect(server.requests).toHaveLength(1);
  });
});

describe('a second try', () => {
  const ok = `HTTP/1.1 200 OK\r\ncontent-length: ${feed.length}\r\n\r\n${feed}`;

  it.each([
    ['a 503', 'HTTP/1.1 503 No\r\n\r\n'],
    ['a connection reset before the answer', ''],
    ['one in the headers', 'HTTP/1.1 200 OK\r\ncontent-'],
    ['one in the body', 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n<rss'],
    ['one between chunks', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n4\r\n<rss\r\n'],
  ])('is made after %s', async (_name, text) => {
    const server = await startSocketServer((socket, nth) => {
      if (nth > 1) socket.end(ok);
      else socket.write(text, () => socket.resetAndDestroy());
    });
    expect(textOf(await ask(server.url))).toBe(feed);
    expect(server.requests).toHaveLength(2);
  });

  it('is the last', async () => {
    const [bad, broken] = [await serve({ '/': [502] }), await send('', 'reset')];
    expect(await ask(bad.url)).toEqual(failure('it answered 502 Bad Gateway', { status: 502 }));
    expect(await ask(broken.url)).toEqual(silence('the connection was interrupted', { broken: true }));
    expect([bad.requests.length, broken.requests.length]).toEqual([2, 2]);
  });

  it('is not made if the server says when, or if there is none', async () => {
    const waits = await serve({ '/': [503, { 'retry-after': '60' }] });
    await ask(waits.url);
    expect(waits.requests).toHaveLength(1);
    const started = performance.now();
    expect(await ask('http://127.0.0.1:1/', { limits: { pause: 5000 } })).toEqual(
      silence('the host refused the connection'),
    );
    expect(performance.now() - started).toBeLessThan(4000);
  });
});

describe('a server that does not speak HTTP', () => {
  it.each([
    ['garbage', '\x00\x01\x02\xff garbage'],
    ['HTTP/0.9', '<rss version="2.0"></rss>'],
    ['a header with a NUL', 'HTTP/1.1 200 OK\r\na: b\0c\r\n\r\n'],
    ['no length', 'HTTP/1.1 200 OK\r\ncontent-length: four\r\n\r\n<rss'],
    ['an endless chunk', `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${'f'.repeat(40)}\r\n`],
    ['endless headers', `HTTP/1.1 200 OK\r\n${'x-flood: 0123456789\r\n'.repeat(10_000)}`],
  ])('but %s is a failure', async (_name, text) => {
    const server = await send(text, 'wait');
    expect(await ask(server.url)).toEqual(failure('it does not speak HTTP'));
    expect(server.requests).toHaveLength(1);
    await isShut(server);
  });

  it('after its answer does no harm', async () => {
    const answer = `HTTP/1.1 200 OK\r\ncontent-length: ${feed.length}\r\n\r\n${feed}`;
    const server = await send(`${answer}HTTP/1.1 200 OK\r\n\r\nMore.\x00`, 'wait');
    expect(textOf(await ask(server.url))).toBe(feed);
    await isShut(server);
  });
});

describe('the time', () => {
  it.each([
    ['says nothing', ''],
    ['stops in its headers', 'HTTP/1.1 200 OK\r\ncontent-type: '],
    ['stops after its headers', 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n'],
    ['says that it will go on', 'HTTP/1.1 102 Processing\r\n\r\n'],
  ])('ends for a server that %s', async (_name, text) => {
    const server = await send(text, 'wait');
    expect(await ask(server.url, soon)).toEqual(silence('it took longer than 0.2 s'));
    expect(server.requests).toHaveLength(1);
    await isShut(server);
  });

  it('ends for a body that drips', async () => {
    const server = await startServer((_request, response) => {
      const timer = setInterval(() => response.write('x'), 5);
      response.on('close', () => clearInterval(timer));
    });
    expect(await ask(server.url, soon)).toEqual(silence('it took longer than 0.2 s'));
    await isShut(server);
  });

  it('counts redirects and the lookup of the name', async () => {
    const server = await startServer(({ url = '' }, response) => {
      setTimeout(() => response.writeHead(302, { location: `${url}x` }).end(), 60);
    });
    const resolve = () => new Promise<never>(() => {});
    const answers = [ask(server.url, soon), ask('http://paper.example/', { ...soon, resolve })];
    for (const answer of await Promise.all(answers))
      expect(answer).toEqual(silence('it took longer than 0.2 s'));
  });

  it('ends at once when the caller aborts, also in the pause before the second try', async () => {
    const [hung, reset] = [await send('', 'wait'), await send('', 'reset')];
    const stop = new AbortController();
    const options = { signal: stop.signal };
    const answers = [ask(hung.url, {}, options), ask(reset.url, { limits: { pause: 60_000 } }, options)];
    await until(
      () => hung.requests.length > 0 && reset.requests.length > 0 && reset.open() === 0,
      'the requests',
    );
    stop.abort();
    answers.push(ask(hung.url, {}, options));
    for (const answer of await Promise.all(answers))
      expect(answer).toEqual(failure('there was no time for it'));
    expect([hung.requests.length, reset.requests.length]).toEqual([1, 1]);
    await isShut(hung);
  });
});

describe('a client', () => {
  it('keeps to two connections to a host, and uses them again', async () => {
    let most = 0;
    const server = await startServer((_request, response) => {
      most = Math.max(most, server.open());
      setTimeout(() => response.end(feed), 10);
    });
    const client = startClient();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => fetchFeed(server.url, client, { userAgent: 'Galley' })),
    );
    expect(answers.every(({ kind }) => kind === 'fresh')).toBe(true);
    expect([most, server.connections()]).toEqual([2, 2]);
  });

  it('ends all requests when it is closed', async () => {
    const [hung, mute] = [
      await send('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n', 'wait'),
      await send('', 'wait'),
    ];
    const client = startClient();
    const options = { userAgent: 'Galley' };
    const answers = Promise.all([hung, mute].map(({ url }) => fetchFeed(url, client, options)));
    await until(() => hung.requests.length + mute.requests.length === 2, 'the requests');
    await client.close();
    for (const answer of [...(await answers), await fetchFeed(hung.url, client, options)])
      expect(answer).toMatchObject(failure('there was no time for it'));
    await Promise.all([isShut(hung), isShut(mute)]);
  });
});
