import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startIcecast } from '../../bench/relay/icecast.mjs';
import { builtDemo } from '../browser/browser.ts';
import { routesOfDemo } from '../browser/routes.ts';
import { root, temporaryFolder } from '../helpers.ts';
import { requireFfmpeg, requireIcecast } from '../machine.ts';
import { behaviours, failureOf } from './behaviours.ts';
import { startChromium } from './chromium.ts';
import type { Engine, EngineWindow } from './engine.ts';
import { startFirefox } from './firefox.ts';
import { type Paper, servePaper } from './paper.ts';
import { startWebKit } from './webkit.ts';

const article = routesOfDemo().find(({ template }) => template === 'post')?.address ?? '';

let icecast: Awaited<ReturnType<typeof startIcecast>>;
let paper: Paper;

beforeAll(async () => {
  icecast = await startIcecast({ icecast: requireIcecast(), ffmpeg: requireFfmpeg() });
  const content = join(temporaryFolder(), 'content');
  cpSync(join(root, 'content'), content, { recursive: true });
  const radio = join(content, 'radio.yaml');
  const text = readFileSync(radio, 'utf8');
  writeFileSync(radio, text.replace('file:media/courier-radio.mp3', `${icecast.origin}/live`));
  paper = await servePaper(builtDemo(), content);
});

afterAll(async () => {
  await paper.close();
  await icecast.stop();
});

const engines = [
  ['Chromium', startChromium],
  ['Firefox', startFirefox],
  ['WebKit', startWebKit],
] as const;

describe.each(engines)('in %s', (_, start) => {
  let engine: Engine;
  let window: EngineWindow;

  beforeAll(async () => {
    engine = await start();
    window = await engine.newWindow({ dark: false });
  });
  afterAll(() => engine.close());

  test.each(behaviours)('$name', async (behaviour) => {
    expect(await failureOf(behaviour, { window, paper, icecast, article })).toBeUndefined();
  });
});
