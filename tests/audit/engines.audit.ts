import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pageOfEachKind } from '../browser/built-pages.ts';
import { builtPaper } from '../browser/served-papers.ts';
import { startIcecast } from '../commands/relay/icecast.ts';
import { root, temporaryFolder } from '../helpers.ts';
import { requireProgram } from '../machine.ts';
import { lookOver, printFaults } from './appearances.ts';
import { behaviours, failureOf } from './behaviours.ts';
import { startChromium, startFirefox } from './browsers.ts';
import type { Engine, EngineWindow } from './engine.ts';
import { settle, visit } from './hands.ts';
import { type Paper, servePaper } from './paper.ts';
import { isSmoke, skips, some } from './scope.ts';
import { sheetFaults } from './sheets.ts';
import { startWebKit } from './webkit.ts';

const widths = some([320, 768, 1280]);
const schemes = some(['light', 'dark']);
const templates = pageOfEachKind();
const pages = some(templates).map((route) => [route.template, route] as const);
const observed = behaviours.filter(([name]) => !isSmoke || /^a (?:submenu opens|frame of a form)/.test(name));
const article = templates.find(({ template }) => template === 'post')?.address ?? '';

/** Pictures and PDFs of all pages, for whoever wants to look at them. */
const pictures = join(root, 'tests', 'audit', 'pictures');

const engines = [
  ['Chromium', startChromium, ['chromium']],
  ['Firefox', startFirefox, ['firefox']],
  ['WebKit', startWebKit, ['webkit', 'xvfb', 'xdotool']],
] as const;
let icecast: Awaited<ReturnType<typeof startIcecast>>;
let paper: Paper;

beforeAll(async () => {
  icecast = await startIcecast({ icecast: requireProgram('icecast'), ffmpeg: requireProgram('ffmpeg') });
  const content = join(temporaryFolder(), 'content');
  cpSync(join(root, 'content'), content, { recursive: true });
  const radio = join(content, 'radio.yaml');
  const text = readFileSync(radio, 'utf8');
  writeFileSync(radio, text.replace('file:media/courier-radio.mp3', `${icecast.origin}/live`));
  paper = await servePaper(builtPaper(), content);
});
afterAll(async () => {
  await paper?.close();
  await icecast?.stop();
});

for (const [name, start, needs] of engines)
  describe.skipIf(skips(name, 'icecast', 'ffmpeg', ...needs))(name, () => {
    const folder = join(pictures, name.toLowerCase());
    let engine: Engine;
    let light: EngineWindow;

    beforeAll(async () => {
      mkdirSync(folder, { recursive: true });
      engine = await start();
      light = await engine.newWindow({ dark: false });
      console.log(`${name} ${engine.version}, pictures in ${folder}`);
    });
    afterAll(() => engine?.close());

    test.each(observed)('%s', async (_, behaviour) => {
      expect(await failureOf(behaviour, { window: light, paper, icecast, article })).toBeUndefined();
    });

    describe.each(schemes)('%s', (scheme) => {
      let window: EngineWindow;
      beforeAll(async () => {
        window = scheme === 'dark' ? await engine.newWindow({ dark: true }) : light;
      });

      test.each(pages)('%s looks right', async (_, { address, template }) => {
        const all: string[] = [];
        // The narrowest first: it is the one that asks for the smallest pictures.
        await visit(window, paper.origin + address, { width: widths[0] ?? 320 });
        for (const width of widths) {
          await window.resize(width, 800);
          const { faults, picture } = await lookOver(window);
          writeFileSync(join(folder, `${template}-${width}-${scheme}.png`), picture);
          all.push(...faults.map((fault) => `${address}, ${width} px: ${fault}`));
        }
        expect(all).toEqual([]);
      });
    });

    test.each(pages)('%s is printed right', async (_, { address, template }) => {
      await visit(light, paper.origin + address);
      const pdf = await light.print?.();
      const footer = await light.within(() => document.querySelector('.footer')?.textContent ?? '');
      const onPaper = pdf ? await sheetFaults(pdf, footer) : [];
      if (pdf) writeFileSync(join(folder, `${template}-sheets.pdf`), pdf);

      // The styles for print, on a screen as wide as a sheet; there, WebKit can be looked at as well, whose driver cannot print.
      paper.alter((text) =>
        text
          .replaceAll('.css"', '.css?print"')
          .replaceAll(/@media (print|screen)\b/g, (_, medium) =>
            medium === 'print' ? '@media screen' : '@media print',
          ),
      );
      try {
        await visit(light, paper.origin + address, { width: 720 });
        await settle(light);
        writeFileSync(join(folder, `${template}-print.png`), await light.picture());
        expect([...onPaper, ...(await printFaults(light))]).toEqual([]);
      } finally {
        paper.calm();
      }
    });
  });
