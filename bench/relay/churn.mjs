// Visitors of every kind, good and bad, one after the other: for the tests and the bench of the relay.
import { connect } from 'node:net';

const path = '/api/stream?port=8000';
const get = (/** @type {string} */ path, fields = '') =>
  `GET ${path} HTTP/1.1\r\nHost: relay\r\n${fields}\r\n`;
const garbage = Buffer.from(Array.from({ length: 5000 }, (_, i) => (i * 7919 + (i >> 3)) % 256));

/** What each kind sends, and after how many bytes of answer it leaves; without `leaves` it waits to be sent away. @type {readonly { kind: string, says: (string | Buffer)[], leaves?: number, how?: 'end' | 'destroy' | 'reset' }[]} */
const kinds = [
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

/**
 * Has visitors come, `atOnce` at a time, as long as `goesOn` says; a visitor whom nobody sends away in `patience` milliseconds is a fault.
 *
 * @param {number} port
 * @param {{ atOnce: number, patience: number, goesOn: (visitors: number) => boolean }} options
 * @returns how many came, and what was not as it should be
 */
export async function churn(port, { atOnce, patience, goesOn }) {
  let visitors = 0;
  /** @type {string[]} */
  const faults = [];
  const visit = async (/** @type {typeof kinds[number]} */ { kind, says, leaves, how }) => {
    await new Promise((/** @type {(value?: unknown) => void} */ done) => {
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
  };
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (goesOn(visitors)) {
        const kind = kinds[visitors % kinds.length];
        visitors += 1;
        if (kind) await visit(kind);
      }
    }),
  );
  return { visitors, faults };
}
