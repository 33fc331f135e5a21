import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { churn } from '../relay/churn.ts';
import { hears, listen, startRelayProcess, startUpstream } from '../relay/relays.ts';
import { frames } from '../relay/sound.ts';
import { until } from '../until.ts';
import { isSmoke } from './scope.ts';

const most = isSmoke ? 200 : 5000;

it('disconnects every visitor, leaks nothing and plays on, while its source comes and goes', async () => {
  const upstream = await startUpstream((socket) => {
    socket.write('HTTP/1.0 200 OK\r\nContent-Type: audio/mpeg\r\n\r\n');
    socket.write(frames(100));
    const timer = setInterval(() => socket.write(frames(8)), 100);
    const gone = setTimeout(() => socket.destroy(), 1500);
    socket.on('close', () => {
      clearInterval(timer);
      clearTimeout(gone);
    });
  });
  const relay = await startRelayProcess(['--stream', `8000=${upstream.url}`]);
  const good = Array.from({ length: 5 }, () => listen(relay.port));
  await Promise.all(good.map((listener) => hears(listener, 1000)));
  const open = () => readdirSync(`/proc/${relay.process.pid}/fd`).length;
  const before = open();

  const { visitors, faults } = await churn(relay.port, {
    atOnce: isSmoke ? 50 : 100,
    patience: 8000,
    goesOn: (visitors) => visitors < most,
  });
  expect([visitors, faults]).toEqual([most, []]);
  await until(() => open() <= before, 'as few open files as before');
  expect(await relay.listeners()).toBe(good.length);
  for (const listener of good) {
    await hears(listener, 1000);
    expect([listener.end(), listener.gap() < 2000]).toEqual([undefined, true]);
  }
  await until(() => upstream.connections() > 1, 'a source that has come and gone');
});
