/** A piece of sound that can be decoded on its own; `length` is in bytes. */
export interface Frame {
  readonly length: number;
  readonly seconds: number;
  readonly sampleRate: number;
  readonly channels: number;
}

type ReadFrame = (bytes: Buffer, at: number) => Frame | undefined;

/** The packing of a stream by its content type. Ogg and others with headers only at the start cannot be joined midway. */
const packings = {
  'audio/mpeg': 'mp3',
  'audio/mp3': 'mp3',
  'audio/x-mpeg': 'mp3',
  'audio/aac': 'aac',
  'audio/aacp': 'aac',
  'audio/x-aac': 'aac',
} as const;

export type ContentType = keyof typeof packings;
export type Packing = (typeof packings)[ContentType];

export const packingOf = (type: ContentType): Packing => packings[type];

/** A content type without parameters; `undefined` for sound that cannot be joined midway. */
export function contentTypeOf(field: string): ContentType | undefined {
  const type = (field.split(';')[0] ?? '').trim().toLowerCase();
  return Object.hasOwn(packings, type) ? (type as ContentType) : undefined;
}

/** The frame at `at`; `undefined` if there is none. */
export const frameAt = (bytes: Buffer, at: number, packing: Packing): Frame | undefined =>
  readers[packing](bytes, at);

/** The offset of the first frame from `from` on that is followed by another frame; -1 if there is none. */
export function firstFrame(bytes: Buffer, packing: Packing, from = 0): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const frame = frameAt(bytes, at, packing);
    if (frame && frameAt(bytes, at + frame.length, packing)) return at;
  }
  return -1;
}

/** The complete frames from `from` on with their offsets; anything else is skipped. */
export function* framesIn(bytes: Buffer, packing: Packing, from = 0) {
  for (let at = firstFrame(bytes, packing, from); at !== -1 && at < bytes.length; ) {
    const frame = frameAt(bytes, at, packing);
    const isWhole = frame && at + frame.length <= bytes.length;
    if (isWhole) yield { ...frame, at };
    at = isWhole ? at + frame.length : firstFrame(bytes, packing, at + 1);
  }
}

/** In bytes: more than any frame. */
const maxFrame = 8192;

/** Cuts a stream after whole frames: gives what is whole of each chunk, and keeps the rest for the next. Bytes without frames are given as they are. */
export function createFramer(packing: Packing): (chunk: Buffer) => Buffer {
  let rest: Buffer = Buffer.alloc(0);
  return (chunk) => {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    let end = Math.max(0, firstFrame(bytes, packing));
    for (let frame = frameAt(bytes, end, packing); frame && end + frame.length <= bytes.length; ) {
      end += frame.length;
      frame = frameAt(bytes, end, packing);
    }
    if (bytes.length - end > maxFrame) end = bytes.length;
    rest = bytes.subarray(end);
    return bytes.subarray(0, end);
  };
}

/** The end of an ID3 tag at the start of a file; its size is stored in four times seven bits. https://id3.org/id3v2.4.0-structure */
export const endOfTag = (head: Buffer): number =>
  head.toString('latin1', 0, 3) === 'ID3'
    ? 10 + [...head.subarray(6, 10)].reduce((length, byte) => length * 128 + (byte & 0x7f), 0)
    : 0;

/** The sound format at `at`, in words for the log. A player cannot go on when the format changes. */
export function formatAt(bytes: Buffer, at: number, packing: Packing): string {
  const { sampleRate = 0, channels = 0 } = frameAt(bytes, at, packing) ?? {};
  return `${packing.toUpperCase()}, ${sampleRate / 1000} kHz, ${channels === 1 ? 'mono' : 'stereo'}`;
}

/** Kilobits per second by the index in the frame header, of MPEG version 1, and of 2 and 2.5, layer III. ISO 11172-3, 13818-3. */
const bitRates = {
  1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
} as const;
const sampleRates = [44_100, 48_000, 32_000];

const mp3FrameAt: ReadFrame = (bytes, at) => {
  const [b0 = 0, b1 = 0, b2 = 0, b3 = 0] = bytes.subarray(at, at + 4);
  if (b0 !== 0xff || (b1 & 0xe6) !== 0xe2) return undefined;
  const version = (b1 >> 3) & 3;
  const rate = sampleRates[(b2 >> 2) & 3];
  const kilobits = bitRates[version === 3 ? 1 : 2][b2 >> 4];
  if (version === 1 || rate === undefined || !kilobits) return undefined;
  const sampleRate = rate >> (version === 3 ? 0 : version === 2 ? 1 : 2);
  const samples = version === 3 ? 1152 : 576;
  return {
    length: Math.floor((samples * kilobits * 125) / sampleRate) + ((b2 >> 1) & 1),
    seconds: samples / sampleRate,
    sampleRate,
    channels: b3 >> 6 === 3 ? 1 : 2,
  };
};

/** Samples per second by the index in an ADTS header. ISO 13818-7. */
const aacRates = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000, 7350,
];

const aacFrameAt: ReadFrame = (bytes, at) => {
  const [b0 = 0, b1 = 0, b2 = 0, b3 = 0, b4 = 0, b5 = 0] = bytes.subarray(at, at + 6);
  if (b0 !== 0xff || (b1 & 0xf6) !== 0xf0) return undefined;
  const length = ((b3 & 3) << 11) | (b4 << 3) | (b5 >> 5);
  const sampleRate = aacRates[(b2 >> 2) & 15];
  const channels = ((b2 & 1) << 2) | (b3 >> 6);
  return length >= 7 && sampleRate ? { length, seconds: 1024 / sampleRate, sampleRate, channels } : undefined;
};

const readers: Readonly<Record<Packing, ReadFrame>> = { mp3: mp3FrameAt, aac: aacFrameAt };
