import { connect } from 'node:net';

const path = '/api/stream?port=8000';
const get = (path: string, fields = '') => `GET ${path} HTTP/1.1\r\nHost: relay\r\n${fields}\r\n`;
const garbage = Buffer.from(Array.from({ length: 5000 }, (_, i) => (i * 7919 + (i >> 3)) % 256));

interface Visitor {
  readonly kind: string;
  /** What it sends. */
  readonly says: readonly (string | Buffer)[];
  /** After how many bytes of the response it leaves, -1 for at once; by default it waits until the relay closes the connection. */
  readonly leaves?: number;
  readonly how?: 'end' | 'destroy' | 'reset';
}

const visitors: readonly Visitor[] = [
  { kind: 'a listener who hangs up', says: [get(path)], leaves: 20_000, how: 'end' },
  { kind: 'a listener who vanishes', says: [get(path)], leaves: 1000, how: 'reset' },
  { kind: 'a listener who changes his mind', says: [get(path)], leaves: 0, how: 'destroy' },
  {
    kind: 'a listener whom node:http reads',
    says: [get(path, 'X-A: 1\r\nX-A: 2\r\n')],
    leaves: 20_000,
    how: 'reset',
  },
  {
    kind: 'one who comes in pieces',
    says: [get(path).slice(0, 20), get(path).slice(20)],
    leaves: 1000,
    how: 'end',
  },
  { kind: 'one who asks twice', says: [get(path) + get(path)] },
  {
    kind: 'one who hears titles',
    says: [get('/api/now-playing?port=8000', 'Accept: text/event-stream\r\n')],
    leaves: 100,
    how: 'reset',
  },
  { kind: 'one who asks for nothing there is', says: [get('/api/stream?port=1')] },
  { kind: 'garbage', says: [garbage] },
  { kind: 'a huge header', says: [get(path, `X: ${'y'.repeat(60_000)}\r\n`)] },
  { kind: 'half a request', says: [get(path).slice(0, 30)] },
  { kind: 'silence', says: [] },
  { kind: 'one who is gone at once', says: [], leaves: -1, how: 'reset' },
  {
    kind: 'a body that does not come',
    says: [`POST ${path} HTTP/1.1\r\nHost: relay\r\nContent-Length: 1000000\r\n\r\nx`],
  },
];

export interface Churn {
  readonly atOnce: number;
  /** Milliseconds after which a visitor whose connection is still open counts as a fault. */
  readonly patience: number;
  readonly goesOn: (visitors: number) => boolean;
}

/** Sends visitors of every kind, good and bad, while `goesOn`. Gives their number, and which connections were left open. */
export async function churn(
  port: number,
  { atOnce, patience, goesOn }: Churn,
): Promise<{ readonly visitors: number; readonly faults: readonly string[] }> {
  let count = 0;
  const faults: string[] = [];
  const visit = ({ kind, says, leaves, how }: Visitor) =>
    new Promise<void>((done) => {
      const socket = connect(port, '127.0.0.1');
      let heard = 0;
      const leave = () => {
        if (how === 'end') socket.end();
        else if (how === 'reset') socket.resetAndDestroy();
        else socket.destroy();
      };
      const tooLong = setTimeout(() => {
        faults.push(`${kind}: still there after ${patience} ms and ${heard} bytes`);
        socket.destroy();
      }, patience);
      socket.on('connect', () => {
        for (const text of says) socket.write(text);
        if (leaves === -1) leave();
        if (leaves === 0) setTimeout(leave, 1);
      });
      socket.on('data', (chunk) => {
        heard += chunk.length;
        if (leaves !== undefined && leaves > 0 && heard >= leaves) leave();
      });
      socket.on('error', () => {});
      socket.on('close', () => {
        clearTimeout(tooLong);
        done();
      });
    });
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (goesOn(count)) {
        const visitor = visitors[count % visitors.length];
        count += 1;
        if (visitor) await visit(visitor);
      }
    }),
  );
  return { visitors: count, faults };
}
