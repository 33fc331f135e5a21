import { getEventListeners } from 'node:events';
import { connect, createServer } from 'node:net';
import {
  brotliCompressSync,
  constants,
  createBrotliCompress,
  createDeflate,
  createGzip,
  deflateRawSync,
  deflateSync,
  gzipSync,
} from 'node:zlib';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { type ClientOptions, openClient } from '../../cli/feeds/feed-client.ts';
import { type Answer, type Failed, type FetchOptions, fetchFeed } from '../../cli/feeds/fetch-feed.ts';
import { until } from '../until.ts';
import {
  type BadServer,
  growthDuring,
  makeCertificate,
  packedZeros,
  startSecureServer,
  startServer,
  startSocketServer,
} from './bad-server.ts';

const feed = '<rss version="2.0"><channel><title>Smallville Courier</title></channel></rss>';
const now = new Date('2026-11-20T12:00:00Z');

const warnings: Error[] = [];
process.on('warning', (warning) => warnings.push(warning));
afterAll(() => expect(warnings).toEqual([]));

/** A client that may ask this machine, waits for nothing, and is closed when the test is over. */
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

/** For whatever is to end only by the clock. */
const soon = { limits: { time: 200 } };

const textOf = (answer: Answer) => (answer.kind === 'fresh' ? Buffer.from(answer.bytes).toString() : answer);

const failure = (reason: string, more: Partial<Failed> = {}) => ({
  kind: 'failed',
  reason,
  answered: true,
  ...more,
});

/** A server that gives each address of `answers` its status and headers, and `feed` for a body. */
const serve = (answers: Record<string, readonly [status: number, headers?: Record<string, string>]>) =>
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
        'accept-encoding: gzip, deflate, br\n',
      ].join('\n'),
    ]);
  });

  it('asks whether the answer at hand still holds, on every redirect', async () => {
    const server = await serve({ '/': [302, { location: '/feed' }], '/feed': [200] });
    await ask(server.url, {}, { etag: 'W/"1"', lastModified: 'Fri, 20 Nov 2026 11:00:00 GMT' });
    expect(server.requests).toHaveLength(2);
    for (const request of server.requests) {
      expect(request).toContain('if-none-match: W/"1"\n');
      expect(request).toContain('if-modified-since: Fri, 20 Nov 2026 11:00:00 GMT\n');
    }
  });

  it.each(['"caf\u00e9"', '"\u2615"', '"a"\r\nx: y', '', 'x'.repeat(1001)])(
    'leaves out the validator %j, which no header can carry',
    async (etag) => {
      const server = await serve({ '/': [200] });
      expect(textOf(await ask(server.url, {}, { etag }))).toBe(feed);
      expect(server.requests[0]).not.toContain('if-none-match');
    },
  );

  it('sends no cookie back', async () => {
    const server = await serve({
      '/': [302, { location: '/feed', 'set-cookie': 'a=b; path=/' }],
      '/feed': [200],
    });
    await ask(server.url);
    expect(server.requests.join()).not.toContain('cookie');
  });
});

describe('an answer', () => {
  it('comes with everything that the next request needs', async () => {
    const server = await serve({
      '/': [
        200,
        {
          'content-type': 'application/rss+xml; charset=windows-1252',
          etag: '"1"',
          'last-modified': 'Fri, 20 Nov 2026 11:00:00 GMT',
          'cache-control': 'public, max-age=600, s-maxage=9000',
          age: '60',
        },
      ],
    });
    expect(await ask(`${server.url}/#top`)).toEqual({
      kind: 'fresh',
      bytes: Buffer.from(feed),
      contentType: 'application/rss+xml; charset=windows-1252',
      url: `${server.url}/`,
      etag: '"1"',
      lastModified: 'Fri, 20 Nov 2026 11:00:00 GMT',
      maxAge: 540,
    });
  });

  it('is fresh whatever its type says', async () => {
    const server = await serve({
      '/page': [200, { 'content-type': 'text/html' }],
      '/wrong': [200, { 'content-type': 'image/png; charset=klingon' }],
      '/none': [200],
    });
    const answers = await Promise.all(['/page', '/wrong', '/none'].map((path) => ask(server.url + path)));
    expect(answers).toMatchObject([
      { kind: 'fresh', contentType: 'text/html' },
      { kind: 'fresh', contentType: 'image/png; charset=klingon' },
      { kind: 'fresh', contentType: undefined },
    ]);
  });

  it('comes whole though the server tells no length and shuts', async () => {
    const server = await send(`HTTP/1.0 200 OK\r\n\r\n${feed}`);
    expect(textOf(await ask(server.url))).toBe(feed);
  });

  it('comes whole in chunks, after early hints and with trailers', async () => {
    const chunks = [...feed].map((letter) => `1\r\n${letter}\r\n`).join('');
    const hints = 'HTTP/1.1 103 Early Hints\r\nlink: </style.css>\r\n\r\n'.repeat(3);
    const server = await send(
      `${hints}HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\ntrailer: a\r\n\r\n${chunks}0\r\na: b\r\n\r\n`,
    );
    expect(textOf(await ask(server.url))).toBe(feed);
  });

  it('says when nothing has changed', async () => {
    const server = await serve({ '/': [304, { etag: '"2"', 'cache-control': 'max-age=60' }] });
    expect(await ask(server.url, {}, { etag: '"1"' })).toEqual({
      kind: 'unchanged',
      etag: '"2"',
      maxAge: 60,
    });
    expect(await ask(server.url, {}, { lastModified: 'Fri, 20 Nov 2026 11:00:00 GMT' })).toMatchObject({
      kind: 'unchanged',
    });
  });

  it('is a failure if it says so unasked', async () => {
    const server = await serve({ '/': [304] });
    expect(await ask(server.url)).toEqual(failure('it answered 304 Not Modified', { status: 304 }));
  });

  it.each([
    ['max-age=60', undefined, 60],
    ['max-age="60"', undefined, 60],
    ['Max-Age=60, max-age=90', undefined, 60],
    ['private,max-age=60', '15', 45],
    ['max-age=60', '90', 0],
    ['max-age=60', 'soon', 60],
    ['max-age=60', '-5', 60],
    ['max-age=0', undefined, 0],
    ['max-age=60, no-cache', undefined, 0],
    ['No-Store', undefined, 0],
    ['no-cache="set-cookie", max-age=60', undefined, 60],
    [`max-age=${'9'.repeat(400)}`, undefined, 2 ** 31],
    [`max-age=${'9'.repeat(400)}`, '9'.repeat(400), 0],
    ['s-maxage=60', undefined, undefined],
    ['x-max-age=60', undefined, undefined],
    ['max-age=-60', undefined, undefined],
    ['max-age', undefined, undefined],
    ['public', undefined, undefined],
    ['', undefined, undefined],
  ])('that says %j, aged %j, may be kept for %j s', async (control, age, seconds) => {
    const server = await serve({ '/': [200, { 'cache-control': control, ...(age && { age }) }] });
    expect(await ask(server.url)).toMatchObject({ kind: 'fresh', maxAge: seconds });
  });

  it('with its fields twice has the first of them, and all of its cache control', async () => {
    const server = await send(
      `HTTP/1.0 200 OK\r\netag: "1"\r\netag: "2"\r\ncache-control: public\r\ncache-control: no-store\r\n\r\n${feed}`,
    );
    expect(await ask(server.url)).toMatchObject({ etag: '"1"', maxAge: 0 });
  });
});

describe('a redirect', () => {
  it.each([300, 301, 302, 303, 307, 308])('by %i is followed', async (status) => {
    const server = await serve({ '/a/b': [status, { location: '../feed?a#top' }], '/feed?a': [200] });
    const answer = await ask(`${server.url}/a/b`);
    expect([textOf(answer), answer]).toMatchObject([feed, { url: `${server.url}/feed?a` }]);
    expect(server.requests[1]).toMatch(/^GET \/feed\?a\n/);
  });

  it('is followed five times', async () => {
    const hops = Object.fromEntries(
      [1, 2, 3, 4, 5].map((n) => [`/${n}`, [302, { location: `/${n + 1}` }]] as const),
    );
    const server = await serve({ ...hops, '/6': [200] });
    expect(textOf(await ask(`${server.url}/1`))).toBe(feed);
  });

  it('is not followed a sixth time', async () => {
    const hops = Object.fromEntries(
      [1, 2, 3, 4, 5, 6].map((n) => [`/${n}`, [302, { location: `/${n + 1}` }]] as const),
    );
    const server = await serve({ ...hops, '/7': [200] });
    expect(await ask(`${server.url}/1`)).toEqual(failure('it redirects more than 5 times'));
    expect(server.requests).toHaveLength(6);
  });

  it('to itself or in a circle is a failure', async () => {
    const server = await serve({
      '/': [301, { location: '#again' }],
      '/a': [302, { location: '/b' }],
      '/b': [302, { location: '/a' }],
    });
    const circle = failure('it redirects in a circle');
    expect(await Promise.all(['/', '/a'].map((path) => ask(server.url + path)))).toEqual([circle, circle]);
  });

  it.each([
    [[301, 308, 302, 301], '/2'],
    [[308], '/1'],
    [[302, 301], undefined],
    [[303, 301], undefined],
    [[307, 308], undefined],
    [[300], undefined],
    [[], undefined],
  ] as const)('by %j has the feed moved to %j', async (statuses, to) => {
    const hops = statuses.map((status, n) => [`/${n}`, [status, { location: `/${n + 1}#top` }]] as const);
    const server = await serve({ ...Object.fromEntries(hops), [`/${statuses.length}`]: [304] });
    expect(await ask(`${server.url}/0`, {}, { etag: '"1"' })).toEqual({
      kind: 'unchanged',
      movedTo: to && server.url + to,
    });
  });

  it('names an address that is not plain ASCII as browsers read it', async () => {
    const server = await startServer(({ url }, response) => {
      if (url === '/')
        response.writeHead(302, { location: Buffer.from('/tòrrent/ü').toString('latin1') }).end();
      else response.end(url);
    });
    expect(textOf(await ask(server.url))).toBe('/t%C3%B2rrent/%C3%BC');
  });

  it.each([
    [{}, 'it redirects without saying where'],
    [{ location: '' }, 'it redirects without saying where'],
    [{ location: 'http://' }, 'it redirects to an address that cannot be read'],
    [{ location: 'http://a b/' }, 'it redirects to an address that cannot be read'],
    [{ location: 'http://[fe80::1%25eth0]/' }, 'it redirects to an address that cannot be read'],
    [{ location: 'ftp://127.0.0.1/' }, 'it redirects to an address that is neither http nor https'],
    [{ location: 'file:///etc/passwd' }, 'it redirects to an address that is neither http nor https'],
    [{ location: 'data:text/xml,<rss/>' }, 'it redirects to an address that is neither http nor https'],
    [{ location: 'feed:feed' }, 'it redirects to an address that is neither http nor https'],
    [{ location: '//a:b@127.0.0.1/' }, 'it redirects to an address that has a name or a password in it'],
  ])('with %j is a failure', async (headers, reason) => {
    const server = await serve({ '/': [302, headers] });
    expect(await ask(server.url)).toEqual(failure(reason));
    expect(server.requests).toHaveLength(1);
  });

  it('does not make us read the page that comes with it', async () => {
    const server = await startServer(({ url }, response) => {
      if (url === '/xxxx') return response.end(feed);
      response.writeHead(302, { location: `${url}x` }).write('Moved.');
    });
    expect(textOf(await ask(server.url))).toBe(feed);
  });
});

describe('https', () => {
  const pem = makeCertificate();
  const trusting = { ca: pem };

  it('is spoken, and led to from http', async () => {
    const secure = await startSecureServer(pem, (_request, response) => response.end(feed));
    const server = await serve({ '/': [301, { location: `${secure.url}/feed` }] });
    const answer = await ask(server.url, trusting);
    expect([textOf(answer), answer]).toMatchObject([feed, { movedTo: `${secure.url}/feed` }]);
  });

  it('does not lead back to http', async () => {
    const server = await serve({ '/': [200] });
    const secure = await startSecureServer(pem, (_request, response) =>
      response.writeHead(302, { location: server.url }).end(),
    );
    expect(await ask(secure.url, trusting)).toEqual(failure('it redirects from https to http'));
    expect(server.connections()).toBe(0);
  });

  it('needs a certificate that somebody has signed, and is not asked again', async () => {
    const secure = await startSecureServer(pem, (_request, response) => response.end(feed));
    expect(await ask(secure.url)).toEqual(failure('its certificate cannot be trusted', { answered: false }));
    expect(secure.connections()).toBe(1);
  });

  it('needs a certificate of the host that is asked', async () => {
    const secure = await startSecureServer(pem, (_request, response) => response.end(feed));
    const resolve = async () => [{ address: '127.0.0.1', family: 4 }];
    expect(await ask(`https://paper.example:${secure.port}/`, { ...trusting, resolve })).toEqual(
      failure('its certificate is for another host', { answered: false }),
    );
  });

  it('is not spoken by everybody', async () => {
    const server = await serve({ '/': [200] });
    expect(await ask(server.url.replace('http:', 'https:'))).toEqual(
      failure('a secure connection was not possible', { answered: false }),
    );
  });

  it('is not waited for when the server says nothing', async () => {
    const server = await startSocketServer(() => {});
    expect(await ask(server.url.replace('http:', 'https:'), soon)).toEqual(
      failure('it did not answer within 0.2 s', { answered: false }),
    );
  });
});

describe('an address', () => {
  it.each([
    ['', 'its address cannot be read'],
    ['/feed', 'its address cannot be read'],
    ['http://', 'its address cannot be read'],
    ['ftp://127.0.0.1/feed', 'its address is neither http nor https'],
    ['file:///etc/passwd', 'its address is neither http nor https'],
    ['feed://127.0.0.1/feed', 'its address is neither http nor https'],
    ['http://a:b@127.0.0.1/', 'its address has a name or a password in it'],
    ['http://a@127.0.0.1/', 'its address has a name or a password in it'],
    ['http://:b@127.0.0.1/', 'its address has a name or a password in it'],
  ])('%j is not asked', async (address, reason) => {
    expect(await ask(address)).toEqual(failure(reason, { answered: false }));
  });
});

const ofPrivate = (address: string, more: Partial<Failed> = {}) =>
  failure(`its host leads to a private address (${address}); use --allow-private to allow it`, more);

describe('a private address', () => {
  it.each([
    ['127.0.0.1', '127.0.0.1'],
    ['127.1', '127.0.0.1'],
    ['127.0.0.1.', '127.0.0.1'],
    ['2130706433', '127.0.0.1'],
    ['0x7f000001', '127.0.0.1'],
    ['0x7f.1', '127.0.0.1'],
    ['0x7f.0x0.0x0.0x1', '127.0.0.1'],
    ['0177.0.0.1', '127.0.0.1'],
    ['017700000001', '127.0.0.1'],
    ['%31%32%37.0.0.1', '127.0.0.1'],
    ['①②⑦.⓪.⓪.①', '127.0.0.1'],
    ['127。0。0。1', '127.0.0.1'],
    ['127.0.0.2', '127.0.0.2'],
    ['0', '0.0.0.0'],
    ['0.0.0.0', '0.0.0.0'],
    ['[::1]', '::1'],
    ['[0:0:0:0:0:0:0:1]', '::1'],
    ['[::]', '::'],
    ['[::ffff:127.0.0.1]', '::ffff:7f00:1'],
    ['[::ffff:7f00:1]', '::ffff:7f00:1'],
    ['[0:0:0:0:0:FFFF:127.0.0.1]', '::ffff:7f00:1'],
    ['[::127.0.0.1]', '::7f00:1'],
    ['[64:ff9b::127.0.0.1]', '64:ff9b::7f00:1'],
  ])('spelled %s is refused before anything is connected', async (host, address) => {
    const server = await serve({ '/': [200] });
    expect(await ask(`http://${host}:${server.port}/`, { allowPrivate: false })).toEqual(
      ofPrivate(address, { answered: false }),
    );
    expect(server.connections()).toBe(0);
  });

  it.each(['localhost', 'LOCALHOST', 'vm'])('behind the name %s is refused', async (name) => {
    const server = await serve({ '/': [200] });
    const answer = await ask(`http://${name}:${server.port}/`, { allowPrivate: false });
    expect(answer).toMatchObject({ kind: 'failed', answered: false });
    expect(answer).toHaveProperty('reason', expect.stringMatching(/^its host leads to a private address/));
    expect(server.connections()).toBe(0);
  });

  const only1 = (address: string) => address === '127.0.0.1';

  it('beside a public one is passed over', async () => {
    const server = await serve({ '/': [200] });
    const asked: string[] = [];
    const resolve = async (name: string) => {
      asked.push(name);
      return ['127.0.0.3', '::1', '127.0.0.1', '10.0.0.1'].map((address) => ({
        address,
        family: address.includes(':') ? 6 : 4,
      }));
    };
    const decoy = createServer((socket) => socket.destroy());
    let decoyed = 0;
    decoy.on('connection', () => {
      decoyed += 1;
    });
    await new Promise<void>((done) => decoy.listen(server.port, '127.0.0.3', done));
    onTestFinished(() => void decoy.close());
    const url = `http://paper.example:${server.port}/`;
    expect(textOf(await ask(url, { allowPrivate: false, isPublic: only1, resolve }))).toBe(feed);
    expect([asked, decoyed, server.connections()]).toEqual([['paper.example'], 0, 1]);
  });

  it('in place of the one that was looked up is not asked', async () => {
    const server = await serve({ '/': [200] });
    let calls = 0;
    // The first look is at what the name leads to, the second at what the socket is connected to.
    const isPublic = () => calls++ === 0;
    const url = `http://localhost:${server.port}/`;
    const resolve = async () => [{ address: '127.0.0.1', family: 4 }];
    expect(await ask(url, { allowPrivate: false, isPublic, resolve })).toEqual(
      ofPrivate('127.0.0.1', { answered: false }),
    );
    expect([server.connections(), server.requests]).toEqual([1, []]);
    await isShut(server);
  });

  it.each([
    ['http://127.0.0.2:PORT/', '127.0.0.2'],
    ['//127.2:PORT/', '127.0.0.2'],
    ['http://inside.example:PORT/', '127.0.0.2'],
    ['http://[::ffff:127.0.0.2]:PORT/', '::ffff:7f00:2'],
  ])('is not led to by a redirect to %s', async (location, address) => {
    const target = await serve({ '/': [200] });
    const server = await serve({ '/': [302, { location: location.replace('PORT', `${target.port}`) }] });
    const resolve = async () => [{ address: '127.0.0.2', family: 4 }];
    expect(await ask(server.url, { allowPrivate: false, isPublic: only1, resolve })).toEqual(
      ofPrivate(address),
    );
    expect([server.connections(), target.connections()]).toEqual([1, 0]);
  });

  it('is asked where that is allowed', async () => {
    const server = await serve({ '/': [302, { location: '/feed' }], '/feed': [200] });
    expect(textOf(await ask(`http://localhost:${server.port}/`))).toBe(feed);
  });

  it('that a name has none of is a failure in plain words', async () => {
    const nobody = async () => [];
    const notFound = () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' }));
    const answers = [nobody, notFound].map((resolve) => ask('http://paper.example/', { resolve }));
    expect(await Promise.all(answers)).toEqual([
      failure('its host has no address', { answered: false }),
      failure('the host could not be found', { answered: false }),
    ]);
  });
});

describe('a proxy', () => {
  const proxied = (server: BadServer, name: string, more: NodeJS.ProcessEnv = {}) => ({
    allowPrivate: false,
    environment: { [name]: server.url, ...more },
    resolve: () => Promise.reject(new Error('nobody is to look a name up')),
  });

  it.each(['HTTP_PROXY', 'http_proxy'])(
    'of %s is asked for http, whatever the name leads to',
    async (name) => {
      const proxy = await startServer((_request, response) => response.end(feed));
      expect(textOf(await ask('http://paper.example/feed', proxied(proxy, name)))).toBe(feed);
      expect(proxy.requests[0]).toMatch(/^GET http:\/\/paper\.example\/feed\nhost: paper\.example\n/);
    },
  );

  it.each(['HTTPS_PROXY', 'https_proxy'])('of %s is asked for a tunnel for https', async (name) => {
    const proxy = await send('HTTP/1.1 403 Forbidden\r\n\r\n');
    expect(await ask('https://paper.example/feed', proxied(proxy, name))).toEqual(
      failure('the proxy did not connect', { answered: false }),
    );
    expect(proxy.requests[0]).toMatch(/^connect paper\.example:443 http\/1\.1\r\n/);
  });

  it('carries https, certificate and all', async () => {
    const pem = makeCertificate();
    const secure = await startSecureServer(pem, (_request, response) => response.end(feed));
    const proxy = await startSocketServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      socket.pipe(connect(secure.port, '127.0.0.1')).pipe(socket);
    });
    const url = `https://localhost:${secure.port}/`;
    const options = proxied(proxy, 'HTTPS_PROXY');
    expect(textOf(await ask(url, { ...options, ca: pem }))).toBe(feed);
    expect(await ask(url, options)).toMatchObject({ reason: 'its certificate cannot be trusted' });
    expect(await ask(url.replace('localhost', 'paper.example'), { ...options, ca: pem })).toMatchObject({
      reason: 'its certificate is for another host',
    });
  });

  it('may be named without http://', async () => {
    const proxy = await startServer((_request, response) => response.end(feed));
    const environment = { http_proxy: `127.0.0.1:${proxy.port}` };
    expect(textOf(await ask('http://paper.example/feed', { environment }))).toBe(feed);
  });

  it('that wants a password is a failure', async () => {
    const proxy = await startServer((_request, response) => response.writeHead(407).end('Who?'));
    expect(await ask('http://paper.example/feed', proxied(proxy, 'HTTP_PROXY'))).toMatchObject({
      reason: 'the proxy asks for a name and a password',
    });
  });

  it('is not asked for an address that is private, nor led to one', async () => {
    const proxy = await startServer((_request, response) =>
      response.writeHead(302, { location: 'http://0x7f.1/' }).end(),
    );
    const options = proxied(proxy, 'HTTP_PROXY');
    expect(await ask('http://10.0.0.1/', options)).toEqual(ofPrivate('10.0.0.1', { answered: false }));
    expect(proxy.connections()).toBe(0);
    expect(await ask('http://paper.example/', options)).toEqual(ofPrivate('127.0.0.1'));
    expect(proxy.requests).toHaveLength(1);
  });

  it('is not asked for what NO_PROXY names, which we check ourselves', async () => {
    const proxy = await startServer((_request, response) => response.end(feed));
    const server = await serve({ '/': [200] });
    const environment = { HTTP_PROXY: proxy.url, NO_PROXY: '.example' };
    const resolve = async () => [{ address: '127.0.0.1', family: 4 }];
    const url = `http://paper.example:${server.port}/`;
    expect(await ask(url, { allowPrivate: false, environment, resolve })).toEqual(
      ofPrivate('127.0.0.1', { answered: false }),
    );
    expect(textOf(await ask(url, { environment, resolve }))).toBe(feed);
    expect([proxy.connections(), server.connections()]).toEqual([0, 1]);
  });

  it('is told of', () => {
    const isProxied = (environment: NodeJS.ProcessEnv) => startClient({ environment }).proxied;
    expect(isProxied({})).toBe(false);
    expect(isProxied({ HTTP_PROXY: '', NO_PROXY: '*' })).toBe(false);
    expect(isProxied({ HTTP_PROXY: 'http://127.0.0.1:3128' })).toBe(true);
    expect(isProxied({ https_proxy: 'http://127.0.0.1:3128' })).toBe(true);
  });
});

describe('a packed answer', () => {
  const wayTo = (coding: string, bytes: Buffer) =>
    startServer((_request, response) => response.writeHead(200, { 'content-encoding': coding }).end(bytes));

  it.each([
    ['gzip', gzipSync(feed)],
    ['x-gzip', gzipSync(feed)],
    ['GZIP', gzipSync(feed)],
    ['gzip', Buffer.concat([gzipSync(feed.slice(0, 20)), gzipSync(feed.slice(20))])],
    ['deflate', deflateSync(feed)],
    ['deflate', deflateRawSync(feed)],
    ['br', brotliCompressSync(feed)],
    ['identity', Buffer.from(feed)],
  ])('by %s is unpacked', async (coding, bytes) => {
    expect(textOf(await ask((await wayTo(coding, bytes)).url))).toBe(feed);
  });

  it.each(['zstd', 'compress', 'gzip, gzip', 'x'])('by %s is not: nobody asked for that', async (coding) => {
    const server = await startServer((_request, response) => {
      response.writeHead(200, { 'content-encoding': coding }).write(gzipSync(feed));
    });
    expect(await ask(server.url)).toEqual(failure('its answer is compressed in an unknown way'));
    await isShut(server);
  });

  const spoiled = (bytes: Buffer) => {
    const copy = Buffer.from(bytes);
    for (let at = 12; at < copy.length; at += 1) copy[at] = 0xff - (copy[at] ?? 0);
    return copy;
  };

  it.each([
    ['gzip', spoiled(gzipSync(feed))],
    ['gzip', Buffer.from(feed)],
    ['deflate', spoiled(deflateSync(feed))],
    ['deflate', Buffer.from(feed)],
    ['br', Buffer.from(feed)],
    ['br', spoiled(brotliCompressSync(feed))],
  ])('by %s that is spoiled is a failure, at once', async (coding, bytes) => {
    const server = await wayTo(coding, bytes);
    expect(await ask(server.url)).toEqual(failure('its answer could not be uncompressed'));
    expect(server.requests).toHaveLength(1);
  });

  it.each([
    ['gzip', gzipSync(feed)],
    ['deflate', deflateSync(feed)],
    ['deflate', deflateRawSync(feed)],
    ['br', brotliCompressSync(feed)],
  ])('by %s that is cut off is a failure, after a second try', async (coding, bytes) => {
    const server = await wayTo(coding, bytes.subarray(0, -12));
    expect(await ask(server.url)).toEqual(failure('the connection was interrupted', { broken: true }));
    expect(server.requests).toHaveLength(2);
  });

  it('of nothing is empty', async () => {
    expect(await ask((await wayTo('gzip', Buffer.alloc(0))).url)).toEqual(failure('its answer was empty'));
    expect(await ask((await wayTo('gzip', gzipSync(''))).url)).toEqual(failure('its answer was empty'));
  });

  it.each([
    ['gzip', () => createGzip({ level: 1 })],
    ['deflate', () => createDeflate({ level: 1 })],
    ['br', () => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })],
  ])('by %s that swells to 200 MB is left at 2 MiB', async (coding, packer) => {
    const server = await wayTo(coding, await packedZeros(200, packer()));
    const growth = await growthDuring(async () => {
      expect(await ask(server.url)).toEqual(failure('it sent more than 2 MiB'));
    });
    expect(growth).toBeLessThan(50 * 1024 * 1024);
    await isShut(server);
  });

  it('that never ends is left as well', async () => {
    const server = await startServer((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      const packer = createGzip({ level: 1 });
      packer.pipe(response);
      const more = () => packer.writable && packer.write(Buffer.alloc(1024 * 1024), more);
      response.on('close', () => packer.destroy());
      packer.on('error', () => {});
      more();
    });
    expect(await ask(server.url)).toEqual(failure('it sent more than 2 MiB'));
    await isShut(server);
  });
});

describe('a long answer', () => {
  const few = { limits: { bytes: 1024 } };
  const ofLength = (length: number) => startServer((_request, response) => response.end('x'.repeat(length)));

  it('is taken up to the limit', async () => {
    expect(textOf(await ask((await ofLength(1024)).url, few))).toHaveLength(1024);
  });

  it('is left one byte after it', async () => {
    const server = await ofLength(1025);
    expect(await ask(server.url, few)).toEqual(failure('it sent more than 0.0009765625 MiB'));
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

describe('a server that says no', () => {
  it.each([
    [400, 'it answered 400 Bad Request'],
    [401, 'it answered 401 Unauthorized'],
    [403, 'it answered 403 Forbidden'],
    [404, 'it answered 404 Not Found'],
    [429, 'it answered 429 Too Many Requests'],
    [500, 'it answered 500 Internal Server Error'],
    [299, 'it answered 299'],
    [999, 'it answered 999'],
    [201, 'it answered 201 Created'],
    [204, 'it answered 204 No Content'],
    [205, 'it answered 205 Reset Content'],
    [206, 'it answered 206 Partial Content'],
    [305, 'it answered 305 Use Proxy'],
  ])('by %i is asked once, and its connection shut', async (status, reason) => {
    const server = await startSocketServer((socket) =>
      socket.write(`HTTP/1.1 ${status} <b>Whatever\r\ncontent-length: 100\r\n\r\nNo.`),
    );
    expect(await ask(server.url)).toEqual(failure(reason, { status }));
    expect(server.requests).toHaveLength(1);
    await isShut(server);
  });

  it('for good is told apart', async () => {
    const server = await serve({ '/': [410] });
    expect(await ask(server.url)).toEqual(failure('it answered 410 Gone', { status: 410, gone: true }));
  });

  it('by an empty answer is a failure', async () => {
    const server = await startServer((_request, response) => response.end());
    expect(await ask(server.url)).toEqual(failure('its answer was empty'));
    const chunked = await send('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n');
    expect(await ask(chunked.url)).toEqual(failure('its answer was empty'));
  });

  it.each([
    [429, '120', '2026-11-20T12:02:00Z'],
    [503, '120', '2026-11-20T12:02:00Z'],
    [403, '120', '2026-11-20T12:02:00Z'],
    [429, ' 120 ', '2026-11-20T12:02:00Z'],
    [429, 'Fri, 20 Nov 2026 13:00:00 GMT', '2026-11-20T13:00:00Z'],
    [429, 'Friday, 20-Nov-26 13:00:00 GMT', '2026-11-20T13:00:00Z'],
    [429, '172801', '2026-11-22T12:00:00Z'],
    [429, '9'.repeat(400), '2026-11-22T12:00:00Z'],
    [429, 'Fri, 20 Nov 2099 13:00:00 GMT', '2026-11-22T12:00:00Z'],
    [429, '0', undefined],
    [429, 'Fri, 20 Nov 2026 11:00:00 GMT', undefined],
    [429, 'Fri, 20 Nov 2026 12:00:00 GMT', undefined],
    [429, 'soon', undefined],
    [429, 'in 2099', undefined],
    [429, '-5', undefined],
    [429, '1.5', undefined],
    [429, '1e9', undefined],
    [429, '2099-01-01', undefined],
    [404, '120', undefined],
    [500, '120', undefined],
  ])('by %i wants, with %j, to be left alone until %s', async (status, said, until) => {
    const server = await serve({ '/': [status, { 'retry-after': said }] });
    expect(await ask(server.url)).toMatchObject({
      status,
      retryAfter: until === undefined ? undefined : new Date(until),
    });
    expect(server.requests).toHaveLength(1);
  });
});

describe('a second try', () => {
  const ok = `HTTP/1.1 200 OK\r\ncontent-length: ${feed.length}\r\n\r\n${feed}`;

  it.each([502, 503, 504])('is made after %i', async (status) => {
    const server = await startSocketServer((socket, nth) =>
      socket.end(nth === 1 ? `HTTP/1.1 ${status} No\r\n\r\n` : ok),
    );
    expect(textOf(await ask(server.url))).toBe(feed);
    expect(server.requests).toHaveLength(2);
  });

  it('is the last', async () => {
    const server = await serve({ '/': [502] });
    expect(await ask(server.url)).toEqual(failure('it answered 502 Bad Gateway', { status: 502 }));
    expect(server.requests).toHaveLength(2);
  });

  it('is made after 503 only without a time to wait for', async () => {
    const waits = await serve({ '/': [503, { 'retry-after': '60' }] });
    const past = await serve({ '/': [503, { 'retry-after': 'Fri, 20 Nov 2026 11:00:00 GMT' }] });
    await Promise.all([ask(waits.url), ask(past.url)]);
    expect([waits.requests.length, past.requests.length]).toEqual([1, 2]);
  });

  it.each([
    ['reset before it answers', ''],
    ['cut in its headers', 'HTTP/1.1 200 OK\r\ncontent-'],
    ['cut in its body', 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n<rss'],
    ['cut between its chunks', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n4\r\n<rss\r\n'],
    [
      'cut though it said it would shut',
      'HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 100\r\n\r\n<rss',
    ],
    [
      'cut in a chunk',
      'HTTP/1.1 200 OK\r\nconnection: close\r\ntransfer-encoding: chunked\r\n\r\n40\r\n<rss',
    ],
  ])('is made after a connection that was %s', async (_name, text) => {
    const both = (['end', 'reset'] as const).map(async (way) => {
      const server = await startSocketServer((socket, nth) => {
        if (nth > 1) return socket.end(ok);
        if (way === 'end') return socket.end(text);
        socket.write(text, () => socket.resetAndDestroy());
      });
      expect(textOf(await ask(server.url))).toBe(feed);
      expect(server.requests).toHaveLength(2);
    });
    await Promise.all(both);
  });

  it('tells when the connection breaks off again', async () => {
    const server = await send('', 'reset');
    expect(await ask(server.url)).toEqual(
      failure('the connection was interrupted', { answered: false, broken: true }),
    );
    const later = await send('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n<rss', 'reset');
    expect(await ask(later.url)).toEqual(failure('the connection was interrupted', { broken: true }));
    expect([server.requests.length, later.requests.length]).toEqual([2, 2]);
  });

  it('is not made where nobody listens', async () => {
    const server = createServer();
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const address = server.address();
    const port = address && typeof address === 'object' ? address.port : 0;
    await new Promise((done) => server.close(done));
    const waits = performance.now();
    expect(await ask(`http://127.0.0.1:${port}/`, { limits: { pause: 5000 } })).toEqual(
      failure('the host refused the connection', { answered: false }),
    );
    expect(performance.now() - waits).toBeLessThan(4000);
  });
});

describe('a server that does not speak HTTP', () => {
  it.each([
    ['garbage', '\x00\x01\x02\xff garbage'],
    ['HTTP/0.9', '<rss version="2.0"></rss>'],
    ['SSH', 'SSH-2.0-OpenSSH_9.6\r\n'],
    ['another version', 'HTTP/7.7 200 OK\r\n\r\n'],
    ['no number', 'HTTP/1.1 OK\r\n\r\n'],
    ['a header without a name', 'HTTP/1.1 200 OK\r\n: a\r\n\r\n'],
    ['a header with a NUL', 'HTTP/1.1 200 OK\r\na: b\0c\r\n\r\n'],
    ['no length', 'HTTP/1.1 200 OK\r\ncontent-length: four\r\n\r\n<rss'],
    ['no chunks', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n<rss></rss>'],
    ['an endless chunk', `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${'f'.repeat(40)}\r\n`],
  ])('but %s is a failure', async (_name, text) => {
    const server = await send(text, 'wait');
    const { kind, reason, broken, answered } = (await ask(server.url)) as Failed;
    expect({ kind, reason, broken, answered }).toEqual(failure('it does not speak HTTP'));
    expect(server.requests).toHaveLength(1);
    await isShut(server);
  });

  it.each([
    ['goes on for ever', (line: string) => line.repeat(10_000)],
    ['has one that never ends', () => `a: ${'x'.repeat(200_000)}`],
  ])('to the end of its headers, and %s, is left', async (_name, headers) => {
    const server = await send(`HTTP/1.1 200 OK\r\n${headers('x-flood: 0123456789\r\n')}`, 'wait');
    expect(await ask(server.url)).toEqual(failure('its headers are too long'));
    await isShut(server);
  });

  it.each([['101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade'], ['100 Continue']])(
    'but says %s is a failure',
    async (head) => {
      const server = await send(`HTTP/1.1 ${head}\r\n\r\n`, 'wait');
      expect(await ask(server.url, soon)).toMatchObject({ kind: 'failed' });
      await isShut(server);
    },
  );

  it('after its answer does no harm', async () => {
    const server = await send(
      `HTTP/1.1 200 OK\r\ncontent-length: ${feed.length}\r\n\r\n${feed}HTTP/1.1 200 OK\r\n\r\nMore.\x00`,
      'wait',
    );
    expect(textOf(await ask(server.url))).toBe(feed);
    await isShut(server);
  });
});

describe('the time', () => {
  it.each([
    ['says nothing', ''],
    ['stops in its headers', 'HTTP/1.1 200 OK\r\ncontent-type: '],
    ['says that it will go on', 'HTTP/1.1 102 Processing\r\n\r\n'],
  ])('ends for a server that %s', async (_name, text) => {
    const server = await send(text, 'wait');
    expect(await ask(server.url, soon)).toEqual(
      failure('it did not answer within 0.2 s', { answered: false }),
    );
    expect(server.requests).toHaveLength(1);
    await isShut(server);
  });

  it('ends for a server that stops after its headers', async () => {
    const server = await send('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n', 'wait');
    expect(await ask(server.url, soon)).toEqual(failure('its answer was not complete after 0.2 s'));
    await isShut(server);
  });

  it.each(['', 'gzip'])('ends for a body that drips, packed by %j', async (coding) => {
    const bytes = gzipSync(Buffer.from(Array.from({ length: 4000 }, (_, at) => (at * at * 7) % 251)));
    const server = await startServer((_request, response) => {
      response.writeHead(200, coding ? { 'content-encoding': coding } : {});
      let at = 0;
      const timer = setInterval(() => response.write(bytes.subarray(at, ++at)), 5);
      response.on('close', () => clearInterval(timer));
    });
    expect(await ask(server.url, soon)).toEqual(failure('its answer was not complete after 0.2 s'));
    await isShut(server);
  });

  it('ends for headers that drip', async () => {
    const server = await startSocketServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nx: ');
      const timer = setInterval(() => socket.write('x'), 5);
      socket.on('close', () => clearInterval(timer));
    });
    expect(await ask(server.url, soon)).toEqual(
      failure('it did not answer within 0.2 s', { answered: false }),
    );
    await isShut(server);
  });

  it('counts the redirects', async () => {
    const server = await startServer(({ url = '' }, response) => {
      setTimeout(() => response.writeHead(302, { location: `${url}x` }).end(), 60);
    });
    expect(await ask(server.url, soon)).toEqual(failure('its answer was not complete after 0.2 s'));
  });

  it('counts the lookup of the name', async () => {
    const resolve = () => new Promise<never>(() => {});
    expect(await ask('http://paper.example/', { ...soon, resolve })).toEqual(
      failure('it did not answer within 0.2 s', { answered: false }),
    );
  });

  it('ends at once when the caller has no more of it', async () => {
    const server = await send('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n', 'wait');
    const stop = new AbortController();
    const answer = ask(server.url, {}, { signal: stop.signal });
    await until(() => server.requests.length > 0, 'the request');
    stop.abort();
    expect(await answer).toMatchObject({ kind: 'failed', reason: 'there was no time for it' });
    await isShut(server);
  });

  it('is not begun when the caller has none', async () => {
    const server = await serve({ '/': [200] });
    expect(await ask(server.url, {}, { signal: AbortSignal.abort() })).toEqual(
      failure('there was no time for it', { answered: false }),
    );
  });

  it('leaves nothing behind on the caller’s signal', async () => {
    const server = await serve({ '/': [502] });
    const { signal } = new AbortController();
    await ask(server.url, {}, { signal });
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('ends in the pause before the second try as well', async () => {
    const server = await send('', 'reset');
    const stop = new AbortController();
    const answer = ask(server.url, { limits: { pause: 60_000 } }, { signal: stop.signal });
    await until(() => server.requests.length > 0 && server.open() === 0, 'the connection to break off');
    stop.abort();
    expect(await answer).toEqual(failure('there was no time for it', { answered: false }));
    expect(server.requests).toHaveLength(1);
  });
});

describe('a client', () => {
  it('keeps to two connections a host, and uses them again', async () => {
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

  it('asks many hosts at once', async () => {
    const server = await serve({ '/': [200] });
    const client = startClient({ resolve: async () => [{ address: '127.0.0.1', family: 4 }] });
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        fetchFeed(`http://paper${at}.example:${server.port}/`, client, { userAgent: 'Galley' }),
      ),
    );
    expect(answers.every(({ kind }) => kind === 'fresh')).toBe(true);
  });

  it('breaks off everything when it is closed', async () => {
    const hung = await send('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n', 'wait');
    const mute = await send('', 'wait');
    const client = startClient();
    const options = { userAgent: 'Galley' };
    const lost = openClient({ allowPrivate: true, environment: {}, resolve: () => new Promise(() => {}) });
    const answers = Promise.all([
      fetchFeed(hung.url, client, options),
      fetchFeed(mute.url, client, options),
      fetchFeed(mute.url.replace('http:', 'https:'), client, options),
      fetchFeed('http://paper.example/', lost, options),
    ]);
    await until(() => hung.requests.length + mute.requests.length === 3, 'the requests');
    await Promise.all([client.close(), lost.close()]);
    for (const answer of await answers)
      expect(answer).toMatchObject({ kind: 'failed', reason: 'there was no time for it' });
    await Promise.all([isShut(hung), isShut(mute)]);
    expect(await fetchFeed(hung.url, client, options)).toMatchObject({ reason: 'there was no time for it' });
  });
});
