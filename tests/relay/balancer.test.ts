import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { afterwards } from '../cleanup.ts';
import { temporaryFolder } from '../helpers.ts';
import { requireFfmpeg, requireHaproxy, requireIcecast } from '../machine.ts';
import { until } from '../until.ts';
import { startIcecast } from './icecast.ts';
import {
  hears,
  hearsTheTruth,
  type Listener,
  listen,
  monoSound,
  request,
  startRelay,
  startRelayProcess,
} from './relays.ts';
import { freePort } from './wire.ts';

let icecast: Awaited<ReturnType<typeof startIcecast>>;
beforeAll(async () => {
  icecast = await startIcecast({ icecast: requireIcecast(), ffmpeg: requireFfmpeg(), bitRate: 320 });
  await icecast.encode();
});
afterAll(() => icecast.stop());

const path = '/api/stream?port=8000';

/** An HAProxy in front of relays at these ports, as in docs/guides/radio.md but with checks four times as often; gives its port and its stderr. */
async function startBalancer(
  ports: readonly number[],
): Promise<{ readonly port: number; readonly words: () => string }> {
  const port = await freePort();
  const file = join(temporaryFolder(), 'haproxy.cfg');
  const server = (name: string, flags: string) =>
    ports.map((port, i) => `  server ${name}${i + 1} 127.0.0.1:${port} ${flags}`);
  writeFileSync(
    file,
    [
      'defaults',
      '  mode http',
      '  option forwardfor',
      '  timeout connect 2s',
      '  timeout client 60s',
      '  timeout server 60s',
      '  timeout check 2s',
      '  option redispatch 1',
      'frontend radio',
      `  bind 127.0.0.1:${port}`,
      '  default_backend relays',
      'backend relays',
      '  balance leastconn',
      '  option httpchk GET /healthz',
      '  option allbackups',
      ...server('relay', 'check inter 250ms fall 2 rise 1'),
      ...server('unchecked', 'backup'),
      '',
    ].join('\n'),
  );
  const haproxy = spawn(requireHaproxy(), ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'pipe'] });
  let words = '';
  haproxy.stderr.on('data', (text) => {
    words += text;
  });
  afterwards(async () => {
    haproxy.kill('SIGKILL');
    if (haproxy.exitCode === null && haproxy.signalCode === null) await once(haproxy, 'exit');
  });
  await until(
    () =>
      fetch(`http://127.0.0.1:${port}/healthz`).then(
        () => true,
        () => {
          if (haproxy.exitCode !== null) throw new Error(words);
        },
      ),
    'HAProxy',
  );
  return { port, words: () => words };
}

/** A listener that reconnects whenever it is cut off, until the test is over. */
function keepListening(port: number): () => Listener {
  let listener: Listener;
  let over = false;
  const come = () => {
    if (over) return;
    listener = listen(port, { text: request(path, ['Connection: close']) });
    listener.socket.once('close', come);
  };
  come();
  afterwards(() => {
    over = true;
  });
  return () => listener;
}

it('fifty listeners of a relay that is killed come back on the other, through a balancer', async () => {
  const flags = ['--stream', `8000=${icecast.origin}/live`, '--always-on'];
  const [doomed, other] = await Promise.all([startRelayProcess(flags), startRelayProcess(flags)]);
  const { port } = await startBalancer([doomed.port, other.port]);
  const crowd = Array.from({ length: 50 }, () => keepListening(port));
  await Promise.all(crowd.map((listener) => hears(listener(), 10_000)));
  const first = crowd.map((listener) => listener());

  doomed.process.kill('SIGKILL');
  const cut = performance.now();
  const isBack = (listener: () => Listener) =>
    listener().end() === undefined && listener().sound().length > 10_000;
  await until(() => first.filter((listener) => listener.end()).length === 25, 'half of them to be cut off');
  await until(() => crowd.every(isBack), 'all to hear the other');
  expect(performance.now() - cut).toBeLessThan(5000);
  expect(first.filter((listener) => listener.end() === undefined).length).toBeGreaterThanOrEqual(20);
  await Promise.all(crowd.map((listener) => hears(listener(), 10_000)));
});

it('a balancer that finds every relay silent still leads newcomers to what stands in', async () => {
  const nobody = await freePort();
  const flags = ['--stream', `8000=http://127.0.0.1:${nobody}/live`, '--fallback', `8000=${monoSound}`];
  const relay = await startRelay([...flags, '--always-on']);
  const { port, words } = await startBalancer([relay.port]);
  await until(() => words().includes('relays/relay1 is DOWN'), 'the balancer to notice');
  await hears(listen(port), 1000);
});

it('a relay of a relay sends the same bytes, and has the title', async () => {
  const truth = listen(icecast.port, { text: request('/live') });
  const near = await startRelay(['--stream', `8000=${icecast.origin}/live`]);
  const far = await startRelay(['--stream', `8001=http://127.0.0.1:${near.port}${path}`]);
  await hearsTheTruth(listen(far.port, { path: '/api/stream?port=8001' }), truth, 50_000);
  await icecast.entitle('The Night Desk');
  const title = async () => (await (await far.get('/api/now-playing?port=8001')).json()).title;
  await until(async () => (await title()) === 'The Night Desk', 'the title');
});
