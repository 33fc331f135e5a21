import { once } from 'node:events';
import { connect, createServer } from 'node:net';

/** A port that nobody uses now. */
export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

/** A wire to a port of this machine that can be cut, and held still. @param {number} to */
export async function layWire(to) {
  /** @type {Set<import('node:net').Socket>} */
  const open = new Set();
  const server = createServer((near) => {
    const far = connect(to, '127.0.0.1');
    for (const [one, other] of [
      [near, far],
      [far, near],
    ]) {
      if (!one || !other) continue;
      open.add(one);
      one.on('error', () => {});
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const cut = () => {
    for (const socket of open) socket.resetAndDestroy();
  };
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    /** Breaks every connection; others may be made. */
    cut,
    /** Nothing goes through the connections there are, and they stay. */
    hold() {
      for (const socket of open) {
        socket.unpipe();
        socket.pause();
      }
    },
    close() {
      server.close();
      cut();
    },
  };
}
