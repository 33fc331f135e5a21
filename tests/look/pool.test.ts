import sharp from 'sharp';
import { expect, it } from 'vitest';
import { processImage } from '../../cli/look/pool.ts';

it('processes images of many pixels one at a time', async () => {
  const heavy = await sharp({ create: { width: 4000, height: 2600, channels: 3, background: '#456' } })
    .png()
    .toBuffer();
  const atStart: unknown[] = [];
  const process = () =>
    processImage(heavy, (image) => {
      atStart.push(sharp.counters());
      return image.resize(10);
    });
  await Promise.all([process(), process(), process()]);
  // While the first one starts, the headers of the others may still be read.
  expect(atStart.slice(1)).toEqual(Array(2).fill({ queue: 0, process: 0 }));
});
