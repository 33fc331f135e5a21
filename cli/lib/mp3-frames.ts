/** A piece of sound that can be played without those before it: its length in bytes, its duration in seconds, its samples a second. */
export interface Frame {
  readonly length: number;
  readonly seconds: number;
  readonly sampleRate: number;
  readonly channels: number;
}

/** The frame that starts at `at`; `undefined` if none does. */
export type ReadFrame = (bytes: Buffer, at: number) => Frame | undefined;

/** Kilobits a second by the index in the header of a frame: version 1 and versions 2 and 2.5, layer III. ISO 11172-3, 13818-3. */
const bitRates = {
  1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
} as const;
const sampleRates = [44_100, 48_000, 32_000];

/** A frame of MP3. */
export const mp3FrameAt: ReadFrame = (bytes, at) => {
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

/** Where in `bytes` the first frame starts that another follows, from `from` on; -1 if none does. */
export function firstFrame(bytes: Buffer, frameAt: ReadFrame, from = 0): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const frame = frameAt(bytes, at);
    if (frame && frameAt(bytes, at + frame.length)) return at;
  }
  return -1;
}
