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

/** Kilobits a second by the index in the header of an MPEG frame: version 1 and versions 2 and 2.5, layer III. ISO 11172-3, 13818-3. */
const bitRates = {
  1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
} as const;
const sampleRates = [44_100, 48_000, 32_000];

/** A frame that starts at `at`: its length in bytes and its duration in seconds; `undefined` where none starts. */
export function frameAt(
  bytes: Buffer,
  at: number,
  packing: Packing,
): { readonly length: number; readonly seconds: number } | undefined {
  const [b0 = 0, b1 = 0, b2 = 0, b3 = 0, b4 = 0, b5 = 0] = bytes.subarray(at, at + 6);
  if (b0 !== 0xff) return undefined;
  if (packing === 'mp3') {
    if ((b1 & 0xe6) !== 0xe2) return undefined;
    const version = (b1 >> 3) & 3;
    const rate = sampleRates[(b2 >> 2) & 3];
    const kilobits = bitRates[version === 3 ? 1 : 2][b2 >> 4];
    if (version === 1 || rate === undefined || !kilobits) return undefined;
    const sampleRate = rate >> (version === 3 ? 0 : version === 2 ? 1 : 2);
    const samples = version === 3 ? 1152 : 576;
    return {
      length: Math.floor((samples * kilobits * 125) / sampleRate) + ((b2 >> 1) & 1),
      seconds: samples / sampleRate,
    };
  }
  if ((b1 & 0xf6) !== 0xf0) return undefined;
  const length = ((b3 & 3) << 11) | (b4 << 3) | (b5 >> 5);
  const sampleRate = aacRates[(b2 >> 2) & 15];
  return length >= 7 && sampleRate ? { length, seconds: 1024 / sampleRate } : undefined;
}

/** Samples a second by the index in an ADTS header. ISO 13818-7. */
const aacRates = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000, 7350,
];

/** Where in `bytes` the first frame starts that another follows, from `from` on; -1 where none does. */
export function firstFrame(bytes: Buffer, packing: Packing, from = 0): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const frame = frameAt(bytes, at, packing);
    if (frame && frameAt(bytes, at + frame.length, packing)) return at;
  }
  return -1;
}
