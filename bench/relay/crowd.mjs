// A crowd of listeners in a process of its own. Orders come and reports go as messages; see `bench/relay.mjs`.
import { connect } from 'node:net';

const needleBytes = 256;

/** @typedef {{ host: string, port: number, path: string }} Address */
/** @typedef {{ asked: number, heardFirst: number, lastHeard: number, gap: number, place: number, head: string | undefined, state: 'waiting' | 'listening' | 'ended', wrong: boolean, early: Buffer[], socket: import('node:net').Socket }} Listener */

/** What everyone ought to hear, by a connection of its own to where the sound comes from. */
let truth = Buffer.alloc(8 * 1024 * 1024);
let known = 0;
/** @type {import('node:net').Socket | undefined} */
let witness;
/** Where in the truth a first stretch of sound stands. @type {Map<string, number>} */
const places = new Map();
/** @type {Listener[]} */
let crowd = [];
const inbox = Buffer.alloc(256 * 1024);

/** @param {Address} address */
const request = ({ host, port, path }) =>
  `GET ${path} HTTP/1.1\r\nHost: ${host}:${port}\r\nUser-Agent: crowd\r\nAccept: */*\r\n\r\n`;

/** @param {Address} address */
function watch(address) {
  let head = '';
  witness = connect({ host: address.host, port: address.port });
  witness.on('error', () => {});
  witness.on('connect', () => witness?.write(request(address)));
  witness.on('data', (chunk) => {
    let sound = chunk;
    if (!head.includes('\r\n\r\n')) {
      head += chunk.toString('latin1');
      const end = head.indexOf('\r\n\r\n');
      if (end === -1) return;
      sound = Buffer.from(head.slice(end + 4), 'latin1');
    }
    if (known + sound.length > truth.length) truth = Buffer.concat([truth, Buffer.alloc(truth.length)]);
    sound.copy(truth, known);
    known += sound.length;
  });
}

/** @param {Listener} listener @param {Buffer} sound */
function verify(listener, sound) {
  if (!witness || listener.wrong) return;
  if (listener.early.length > 0 || listener.place === -1) {
    listener.early.push(Buffer.from(sound));
    sound = Buffer.concat(listener.early);
    listener.early = [];
  }
  if (listener.place === -1) {
    if (sound.length < needleBytes) return void listener.early.push(sound);
    const needle = sound.subarray(0, needleBytes);
    const key = needle.toString('latin1');
    const place = places.get(key) ?? truth.subarray(0, known).indexOf(needle);
    if (place === -1) return void listener.early.push(sound);
    places.set(key, place);
    listener.place = place;
  }
  if (listener.place + sound.length > known) return void listener.early.push(Buffer.from(sound));
  if (truth.compare(sound, 0, sound.length, listener.place, listener.place + sound.length) !== 0)
    listener.wrong = true;
  listener.place += sound.length;
}

/** @param {Address} address @param {boolean} reads */
function join(address, reads) {
  /** @type {Listener} */
  const listener = {
    asked: performance.now(),
    heardFirst: 0,
    lastHeard: 0,
    gap: 0,
    place: -1,
    head: '',
    state: 'waiting',
    wrong: false,
    early: [],
    socket: connect({
      host: address.host,
      port: address.port,
      onread: {
        buffer: inbox,
        callback(size, buffer) {
          hear(listener, Buffer.from(buffer.buffer, buffer.byteOffset, size));
          return true;
        },
      },
    }),
  };
  const { socket } = listener;
  socket.on('error', () => {});
  socket.on('close', () => {
    listener.state = 'ended';
  });
  socket.on('connect', () => {
    socket.write(request(address));
    if (!reads) socket.pause();
  });
  crowd.push(listener);
}

/** @param {Listener} listener @param {Buffer} chunk */
function hear(listener, chunk) {
  let sound = chunk;
  if (listener.head !== undefined) {
    listener.head += chunk.toString('latin1');
    const end = listener.head.indexOf('\r\n\r\n');
    if (end === -1) return;
    if (!/^HTTP\/1\.[01] 200/.test(listener.head)) return void listener.socket.destroy();
    sound = Buffer.from(listener.head.slice(end + 4), 'latin1');
    listener.head = undefined;
    listener.state = 'listening';
  }
  if (sound.length === 0) return;
  const now = performance.now();
  if (listener.heardFirst === 0) listener.heardFirst = now;
  else listener.gap = Math.max(listener.gap, now - listener.lastHeard);
  listener.lastHeard = now;
  verify(listener, sound);
}

/** @param {readonly number[]} values @param {number} part */
const quantile = (values, part) =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))];

async function report() {
  // The truth may be a moment behind those who heard it from the relay.
  for (let round = 0; round < 20 && witness && crowd.some(({ early }) => early.length > 0); round++) {
    for (const listener of crowd) if (listener.early.length > 0) verify(listener, Buffer.alloc(0));
    await new Promise((next) => setTimeout(next, 50));
  }
  const now = performance.now();
  const waits = crowd
    .filter(({ heardFirst }) => heardFirst > 0)
    .map(({ heardFirst, asked }) => heardFirst - asked);
  return {
    heard: waits.length,
    listening: crowd.filter(({ state }) => state === 'listening').length,
    wrong: crowd.filter(({ wrong }) => wrong).length,
    /** They listen, and all they heard was compared byte for byte with the truth. */
    proven: crowd.filter(
      ({ place, early, wrong, state }) => state === 'listening' && place > 0 && !wrong && early.length === 0,
    ).length,
    gap: Math.max(
      0,
      ...crowd
        .filter(({ state, heardFirst }) => state === 'listening' && heardFirst > 0)
        .map(({ gap, lastHeard }) => Math.max(gap, now - lastHeard)),
    ),
    firstByte: { median: quantile(waits, 0.5), p99: quantile(waits, 0.99) },
  };
}

/** Joins `count` listeners, `rate` a second. */
async function gather({ address, count, rate, reads = true }) {
  const start = performance.now();
  for (let joined = 0; joined < count; ) {
    const due = Math.min(count, Math.floor(((performance.now() - start) / 1000) * rate) + 1);
    while (joined < due) {
      join(address, reads);
      joined += 1;
    }
    await new Promise((next) => setImmediate(next));
  }
  return { rate: count / ((performance.now() - start) / 1000) };
}

/** Has those who still wait ask again, `rate` a second. */
async function askAgain({ address, rate }) {
  const waiting = crowd.filter(({ state }) => state !== 'listening');
  crowd = crowd.filter(({ state }) => state === 'listening');
  for (const { socket } of waiting) socket.destroy();
  if (waiting.length > 0) await gather({ address, count: waiting.length, rate });
}

const orders = {
  watch: (/** @type {Address} */ address) => watch(address),
  gather,
  askAgain,
  report,
  known: () => known,
  /** Gaps are measured anew. */
  mark() {
    for (const listener of crowd) listener.gap = 0;
  },
  /** All leave; what they ought to hear is still watched. */
  disperse() {
    for (const { socket } of crowd) socket.destroy();
    crowd = [];
  },
  leave() {
    orders.disperse();
    witness?.destroy();
    witness = undefined;
    known = 0;
    places.clear();
  },
};

process.on(
  'message',
  async (/** @type {{ id: number, order: keyof typeof orders, value: any }} */ { id, order, value }) => {
    process.send?.({ id, result: await orders[order](value) });
  },
);
process.on('disconnect', () => process.exit());
