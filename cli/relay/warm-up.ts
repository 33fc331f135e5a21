import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { readFlags } from './flags.ts';
import type { Limits } from './options.ts';
import { createRelay } from './relay.ts';
import { serve } from './serve.ts';

/** A second of silence, as MP3 of 128 kbit/s. */
const silence = Buffer.alloc(38 * 417, Buffer.concat([Buffer.from('fffb9000', 'hex'), Buffer.alloc(413)]));
const request = 'GET /api/stream?port=1 HTTP/1.1\r\nHost: localhost\r\nAccept: */*\r\n\r\n';

/** Has a relay of its own serve `limits.warmUp` listeners, so that V8 has compiled the code when a crowd comes. Takes one to three seconds. */
export async function warmUp(limits: Limits): Promise<void> {
  if (limits.warmUp === 0) return;
  const source = createServer((socket) => {
    socket.on('error', () => {}).write('HTTP/1.0 200 OK\r\nContent-Type: audio/mpeg\r\n\r\n');
    for (let second = 0; second < 8; second += 1) socket.write(silence);
  }).listen(0, '127.0.0.1');
  await once(source, 'listening');
  const url = new URL(`http://127.0.0.1:${(source.address() as AddressInfo).port}/`);
  const flags = readFlags(['--stream', `1=${url}`, '--port', '0', '--shutdown', '0.1'], limits);
  const relay = createRelay({ ...flags, log() {} });
  const { port, close } = await serve(relay, { ...flags, log() {} });
  const listen = async () => {
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    socket.write(request);
    await Promise.race([once(socket, 'data'), once(socket, 'close')]);
    socket.destroy();
  };
  for (let done = 0; done < limits.warmUp; done += 100)
    await Promise.all(Array.from({ length: 100 }, listen));
  await relay.stop();
  close();
  source.close();
}
