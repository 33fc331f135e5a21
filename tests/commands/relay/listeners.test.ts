import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { clientOf, createAddressList, networkOf } from '../../../cli/commands/relay/admission.ts';
import { until } from '../../until.ts';
import { hears, listen, monoSound, request, startRelay, startRelayProcess, startUpstream } from './relays.ts';
import { frames } from './sound.ts';

const stations = ['--stream', `8000=${monoSound}`];

describe('a newcomer', () => {
  it('is ahead by the burst, a frame first, and then hears as much as time goes by', async () => {
    const relay = await startRelay(stations, { limits: { burst: 4000 } });
    await hears(listen(relay.port), 1000);
    const listener = listen(relay.port);
    // 16,000 bytes a second. A file is itself 8 s ahead when it is opened.
    await hears(listener, 64_000);
    const start = performance.now();
    await hears(listener, 10_000);
    expect(performance.now() - start).toBeGreaterThan(400);
  });

  it('waits for the first sound', async () => {
    const upstream = await startUpstream((socket) => {
      setTimeout(() => socket.write(`HTTP/1.0 200 OK\r\nContent-Type: audio/mpeg\r\n\r\n`), 100);
      setTimeout(() => socket.write(frames(100)), 200);
    });
    const relay = await startRelay(['--stream', `8000=${upstream.url}`]);
    const listener = listen(relay.port);
    await hears(listener, 1000);
    expect(listener.head()).toMatch(/^http\/1\.1 200/);
  });
});

describe('limits', () => {
  it('hold for all listeners together, with a refusal that says when to come again, and names the flag', async () => {
    const relay = await startRelay([...stations, '--max-listeners', '2']);
    const [first, second] = [listen(relay.port), listen(relay.port)];
    await Promise.all([hears(first, 1000), hears(second, 1000)]);
    const response = await relay.get('/api/stream?port=8000');
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await response.text()).toBe('All 2 places are taken (--max-listeners).\n');
    first.socket.destroy();
    await until(async () => (await relay.listeners()) === 1, 'one to leave');
    await hears(listen(relay.port), 1000);
  });

  const from = (client: string) =>
    ({ text: request('/api/stream?port=8000', [`X-Forwarded-For: ${client}`]) }) as const;

  it('hold for one public address, whom a trusted proxy names', async () => {
    const relay = await startRelay([...stations, '--max-per-address', '1', '--trust-proxy', '127.0.0.0/8']);
    await hears(listen(relay.port, from('203.0.113.5')), 1000);
    await hears(listen(relay.port, from('203.0.113.6')), 1000);
    const refused = listen(relay.port, from('203.0.113.5'));
    await until(() => refused.end(), 'an answer');
    expect(refused.head()).toMatch(/^http\/1\.1 429 .*retry-after: 5/s);
  });

  const trusted = createAddressList(['10.0.0.0/8', '2001:db8::7']);
  it.each([
    ['what a trusted proxy says', '10.1.2.3', '198.51.100.1', '198.51.100.1'],
    ['the last address that is no proxy', '10.1.2.3', '6.6.6.6, 198.51.100.1, 10.9.9.9', '198.51.100.1'],
    ['a proxy that says nothing', '10.1.2.3', undefined, '10.1.2.3'],
    ['an IPv4 address that came as IPv6', '::ffff:203.0.113.9', undefined, '203.0.113.9'],
    ['what an IPv6 proxy says', '2001:db8::7', '2001:db8::99', '2001:db8::99'],
    ['an address with a port', '10.1.2.3', '[2001:db8::1]:4711, 10.1.2.3:80', '2001:db8::1'],
    ['unknown where a proxy names no address', '10.1.2.3', '_hidden', 'unknown'],
  ])('count by %s', (_, connection, forwarded, client) => {
    expect(clientOf(connection, forwarded, trusted)).toBe(client);
  });

  it.each([
    ['2001:db8:0:7::1', '2001:db8:0:7'],
    ['2001:DB8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['1:2:3:4:5:6:7:8', '1:2:3:4'],
  ])('count %s as %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });

  it.each([
    ['of this machine', [], ''],
    ['of a private network', ['--trust-proxy', '127.0.0.1'], '192.168.1.5'],
    ['who claim to be others', [], '203.0.113.5'],
    ['when there is no limit', ['--trust-proxy', '127.0.0.1', '--max-per-address', '0'], '203.0.113.5'],
  ])('do not hold for listeners %s', async (_, flags, client) => {
    const relay = await startRelay([...stations, '--max-per-address', '1', ...flags]);
    const crowd = [1, 2, 3].map(() => listen(relay.port, client ? from(client) : {}));
    await Promise.all(crowd.map((listener) => hears(listener, 1000)));
  });
});

it('at SIGTERM ends everything in its time, whoever holds on, and exits with 0', async () => {
  const relay = await startRelayProcess([...stations, '--max-listeners', '11']);
  const stuck = listen(relay.port);
  await hears(stuck, 1000);
  stuck.socket.pause();
  const crowd = Array.from({ length: 10 }, () => listen(relay.port));
  await Promise.all(crowd.map((listener) => hears(listener, 1000)));
  const idle = listen(relay.port, { text: '' });
  const refused = listen(relay.port, { halfOpen: true });
  await until(() => refused.head(), 'a refusal');
  relay.process.kill('SIGTERM');
  await until(() => relay.process.exitCode === 0, 'the relay to exit', 5000);
  await until(() => crowd.every((listener) => listener.end() === 'end'), 'all to be ended');
  await until(() => idle.end(), 'all connections to be closed');
  await relay.happened('stopped');
});

it('lets go of those it refuses, though they hold on', async () => {
  const relay = await startRelayProcess([...stations, '--max-listeners', '1']);
  await hears(listen(relay.port), 1000);
  const open = () => readdirSync(`/proc/${relay.process.pid}/fd`).length;
  const before = open();
  const refused = Array.from({ length: 20 }, () => listen(relay.port, { halfOpen: true }));
  await until(() => refused.every((one) => one.head().startsWith('http/1.1 503')), 'refusals');
  await until(() => open() <= before, 'as few open files as before');
});
