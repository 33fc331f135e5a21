import * as sound from '../lib/mp3-frames.ts';

/** How the sound of a stream is packed: what a newcomer may start at follows from it. */
export type Packing = 'mp3' | 'aac';

/** Types of streams whose sound can be joined anywhere; Ogg and its like carry their headers only at the start. */
const packings: Readonly<Record<string, Packing>> = {
  'audio/mpeg': 'mp3',
  'audio/mp3': 'mp3',
  'audio/x-mpeg': 'mp3',
  'audio/aac': 'aac',
  'audio/aacp': 'aac',
  'audio/x-aac': 'aac',
};

/** A kind of sound, as listeners are told it, and as it is read here. */
export interface Kind {
  readonly contentType: string;
  readonly packing: Packing;
}

export const mp3: Kind = { contentType: 'audio/mpeg', packing: 'mp3' };

/** The kind of sound that a content type names, without what may follow the type; `undefined` for what a newcomer could not join. */
export function kindOf(type: string): Kind | undefined {
  const contentType = (type.split(';')[0] ?? '').trim().toLowerCase();
  const packing = Object.hasOwn(packings, contentType) ? packings[contentType] : undefined;
  return packing && { contentType, packing };
}

/** A frame that starts at `at`; `undefined` where none does. */
export const frameAt = (bytes: Buffer, at: number, packing: Packing): sound.Frame | undefined =>
  readers[packing](bytes, at);

/** Where in `bytes` the first frame starts that another follows, from `from` on; -1 where none does. */
export const firstFrame = (bytes: Buffer, packing: Packing, from = 0): number =>
  sound.firstFrame(bytes, readers[packing], from);

/** Samples a second by the index in an ADTS header. ISO 13818-7. */
const aacRates = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000, 7350,
];

const aacFrameAt: sound.ReadFrame = (bytes, at) => {
  const [b0 = 0, b1 = 0, b2 = 0, b3 = 0, b4 = 0, b5 = 0] = bytes.subarray(at, at + 6);
  if (b0 !== 0xff || (b1 & 0xf6) !== 0xf0) return undefined;
  const length = ((b3 & 3) << 11) | (b4 << 3) | (b5 >> 5);
  const sampleRate = aacRates[(b2 >> 2) & 15];
  return length >= 7 && sampleRate ? { length, seconds: 1024 / sampleRate } : undefined;
};

const readers: Readonly<Record<Packing, sound.ReadFrame>> = { mp3: sound.mp3FrameAt, aac: aacFrameAt };
