// A crowd of listeners in a separate process, which gets orders and sends reports as messages; see `bench/relay.ts`.
import { connect, type Socket } from 'node:net';

const needleBytes = 256;

export interface Address {
  readonly host: string;
  readonly port: number;
  readonly path: string;
}

interface Listener {
  readonly asked: number;
  heardFirst: number;
  lastHeard: number;
  /** The longest gap between two pieces of sound, in milliseconds. */
  gap: number;
  /** The listener's offset in the reference stream; -1 until it is found. */
  place: number;
  /** The part of the response head that has come; undefined once it is complete. */
  head: string | undefined;
  state: 'waiting' | 'listening' | 'ended';
  wrong: boolean;
  /** Sound that has not come in the reference stream yet. */
  early: Buffer[];
  readonly socket: Socket;
}

interface Gathering {
  readonly address: Address;
  readonly count: number;
  /** Per second. */
  readonly rate: number;
  readonly reads?: boolean;
}

export interface Report {
  /** How many have received sound. */
  readonly heard: number;
  readonly listening: number;
  readonly wrong: number;
  /** How many listen, and received exactly the bytes of the reference stream. */
  readonly proven: number;
  /** The longest gap of those that listen, in milliseconds. */
  readonly gap: number;
  readonly firstByte: { readonly median: number; readonly p99: number };
}

/** The orders of a crowd: the value of each, and its answer. */
export interface Orders {
  /** Connects to the reference stream. */
  readonly watch: { readonly value: Address; readonly answer: unknown };
  readonly gather: { readonly value: Gathering; readonly answer: { readonly rate: number } };
  /** Those that still wait connect again. */
  readonly askAgain: { readonly value: Pick<Gathering, 'address' | 'rate'>; readonly answer: unknown };
  readonly report: { readonly value: undefined; readonly answer: Report };
  /** How many bytes of the reference stream have come. */
  readonly known: { readonly value: undefined; readonly answer: number };
  /** Gaps are measured from now on. */
  readonly mark: { readonly value: undefined; readonly answer: unknown };
  /** All leave; the reference stream stays open. */
  readonly disperse: { readonly value: undefined; readonly answer: unknown };
  /** All leave, and the reference stream is closed. */
  readonly leave: { readonly value: undefined; readonly answer: unknown };
}

export interface Order<Name extends keyof Orders> {
  readonly name: Name;
  readonly value: Orders[Name]['value'];
}

type Answer<Name extends keyof Orders> = Orders[Name]['answer'] | Promise<Orders[Name]['answer']>;

/** The reference: the sound that everyone should get, read directly from its source. */
let truth = Buffer.alloc(8 * 1024 * 1024);
let known = 0;
let witness: Socket | undefined;
/** The offsets of the listeners' first bytes in the reference stream. */
const places = new Map<string, number>();
let crowd: Listener[] = [];
const inbox = Buffer.alloc(256 * 1024);

const request = ({ host, port, path }: Address) =>
  `GET ${path} HTTP/1.1\r\nHost: ${host}:${port}\r\nUser-Agent: crowd\r\nAccept: */*\r\n\r\n`;

function watch(address: Address): void {
  let head = '';
  witness = connect({ host: address.host, port: address.port });
  witness.on('error', () => {});
  witness.on('connect', () => witness?.write(request(address)));
  witness.on('data', (chunk) => {
    let sound: Buffer = chunk;
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

function verify(listener: Listener, sound: Buffer): void {
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

function join(address: Address, reads: boolean): void {
  const listener: Listener = {
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

function hear(listener: Listener, chunk: Buffer): void {
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

const quantile = (values: readonly number[], part: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ??
  Number.NaN;

async function report(): Promise<Report> {
  // The reference stream may be a moment behind the relay's listeners.
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
async function gather({ address, count, rate, reads = true }: Gathering): Promise<{ readonly rate: number }> {
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

async function askAgain({ address, rate }: Pick<Gathering, 'address' | 'rate'>): Promise<void> {
  const waiting = crowd.filter(({ state }) => state !== 'listening');
  crowd = crowd.filter(({ state }) => state === 'listening');
  for (const { socket } of waiting) socket.destroy();
  if (waiting.length > 0) await gather({ address, count: waiting.length, rate });
}

const handlers: { [Name in keyof Orders]: (value: Orders[Name]['value']) => Answer<Name> } = {
  watch,
  gather,
  askAgain,
  report,
  known: () => known,
  mark() {
    for (const listener of crowd) listener.gap = 0;
  },
  disperse,
  leave() {
    disperse();
    witness?.destroy();
    witness = undefined;
    known = 0;
    places.clear();
  },
};

function disperse(): void {
  for (const { socket } of crowd) socket.destroy();
  crowd = [];
}

const follow = <Name extends keyof Orders>({ name, value }: Order<Name>) => handlers[name](value);

process.on('message', async ({ id, order }: { id: number; order: Order<keyof Orders> }) => {
  process.send?.({ id, answer: await follow(order) });
});
process.on('disconnect', () => process.exit());
