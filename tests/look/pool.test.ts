import { setImmediate } from 'node:timers/promises';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { inPool, processImage } from '../../cli/look/pool.ts';

it('runs three tasks at once, and the others in their order as places become free', async () => {
  const started: number[] = [];
  const finish: (() => void)[] = [];
  const tasks = [0, 1, 2, 3, 4].map((i) =>
    inPool(async () => {
      started.push(i);
      await new Promise<void>((resolve) => finish.push(resolve));
      return i;
    }),
  );
  await setImmediate();
  expect(started).toEqual([0, 1, 2]);
  finish[1]?.();
  expect(await tasks[1]).toBe(1);
  await setImmediate();
  expect(started).toEqual([0, 1, 2, 3]);
  finish[0]?.();
  await tasks[0];
  await setImmediate();
  expect(started).toEqual([0, 1, 2, 3, 4]);
  for (const end of finish) end();
  expect(await Promise.all(tasks)).toEqual([0, 1, 2, 3, 4]);
});

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
