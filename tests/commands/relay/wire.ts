import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** A free port. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const port = portOf(server);
  server.close();
  await once(server, 'close');
  return port;
}

export type Wire = Awaited<ReturnType<typeof layWire>>;

/** A proxy to a port of this machine, whose connections can be broken and held. */
export async function layWire(to: number) {
  const open = new Set<Socket>();
  const join = (one: Socket, other: Socket) => {
    open.add(one);
    one.on('error', () => {});
    one.on('close', () => {
      open.delete(one);
      other.destroy();
    });
    one.pipe(other);
  };
  const server = createServer((near) => {
    const far = connect(to, '127.0.0.1');
    join(near, far);
    join(far, near);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  /** Breaks every connection; new ones may be made. */
  const cut = () => {
    for (const socket of open) socket.resetAndDestroy();
  };
  return {
    port: portOf(server),
    cut,
    /** Stops what goes through the connections, which stay open. */
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

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}
