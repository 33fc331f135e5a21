/** A frame of an MP3 (MPEG-1 Layer III, 128 kbit/s, 44.1 kHz) that holds its number all over, and nothing that looks like a header. */
function frame(number: number, header: number): Buffer {
  const bytes = Buffer.alloc(417, 0x20 + (number % 200));
  bytes.writeUInt32BE(header, 0);
  bytes.writeUInt32BE(number & 0x7f7f7f7f, 4);
  return bytes;
}

const headers = { stereo: 0xfffb9000, mono: 0xfffb90c0 };

/** So many frames of MP3, from frame `from` on; about 38 make a second. */
export const frames = (count: number, from = 0, channels: keyof typeof headers = 'stereo'): Buffer =>
  Buffer.concat(Array.from({ length: count }, (_, i) => frame(from + i, headers[channels])));
