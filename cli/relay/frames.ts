import * as sound from '../lib/mp3-frames.ts';

/** How the sound of a stream is packed, by its type. Ogg and others that have their headers only at the start cannot be joined midway. */
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

/** The content type without its parameters; `undefined` for sound that a listener could not join. */
export function contentTypeOf(field: string): ContentType | undefined {
  const type = (field.split(';')[0] ?? '').trim().toLowerCase();
  return Object.hasOwn(packings, type) ? (type as ContentType) : undefined;
}

/** A frame that starts at `at`; `undefined` if none does. */
export const frameAt = (bytes: Buffer, at: number, packing: Packing): sound.Frame | undefined =>
  readers[packing](bytes, at);

/** Where in `bytes` the first frame starts that another follows, from `from` on; -1 if none does. */
export const firstFrame = (bytes: Buffer, packing: Packing, from = 0): number =>
  sound.firstFrame(bytes, readers[packing], from);

/** The kind of sound that starts at `at`, in words for the log. A player that has started with one kind cannot go on with another. */
export function formatAt(bytes: Buffer, at: number, packing: Packing): string {
  const { sampleRate = 0, channels = 0 } = frameAt(bytes, at, packing) ?? {};
  return `${packing.toUpperCase()}, ${sampleRate / 1000} kHz, ${channels === 1 ? 'mono' : 'stereo'}`;
}

/** Samples a second by the index in an ADTS header. ISO 13818-7. */
const aacRates = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000, 7350,
];

const aacFrameAt: sound.ReadFrame = (bytes, at) => {
  const [b0 = 0, b1 = 0, b2 = 0, b3 = 0, b4 = 0, b5 = 0] = bytes.subarray(at, at + 6);
  if (b0 !== 0xff || (b1 & 0xf6) !== 0xf0) return undefined;
  const length = ((b3 & 3) << 11) | (b4 << 3) | (b5 >> 5);
  const sampleRate = aacRates[(b2 >> 2) & 15];
  const channels = ((b2 & 1) << 2) | (b3 >> 6);
  return length >= 7 && sampleRate ? { length, seconds: 1024 / sampleRate, sampleRate, channels } : undefined;
};

const readers: Readonly<Record<Packing, sound.ReadFrame>> = { mp3: sound.mp3FrameAt, aac: aacFrameAt };
