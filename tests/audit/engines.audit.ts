import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pageOfEachKind } from '../browser/built-pages.ts';
import { builtPaper } from '../browser/served-papers.ts';
import { root, temporaryFolder } from '../helpers.ts';
import { requireFfmpeg, requireIcecast } from '../machine.ts';
import { startIcecast } from '../relay/icecast.ts';
import { looked, lookOver, lookOverPrint } from './appearances.ts';
import { behaviours, failureOf } from './behaviours.ts';
import { startChromium } from './chromium.ts';
import { type Engine, type EngineWindow, within } from './engine.ts';
import { startFirefox } from './firefox.ts';
import { settle, visit } from './hands.ts';
import { listed, table, writeSection } from './page.ts';
import { type Paper, servePaper } from './paper.ts';
import { sheetFaults } from './sheets.ts';
import { startWebKit } from './webkit.ts';

const widths = [320, 768, 1280];
const schemes = ['light', 'dark'] as const;
const templates = pageOfEachKind();
const byName = templates.map((route) => [route.template, route] as const);
const article = templates.find(({ template }) => template === 'post')?.address ?? '';

/** Where the pictures are left for whoever wants to look at them, each in the place of the one before. */
const pictures = join(root, 'tests', 'audit', 'pictures');

const engines = [
  ['Chromium', startChromium],
  ['Firefox', startFirefox],
  ['WebKit', startWebKit],
] as const;

/** What was looked at, and in each engine what came of it. */
const results = new Map<string, Map<string, { looked: number; faulty: number }>>();
const versions: string[] = [];
const missed: string[] = [];

function note(what: string, engine: string, faults: readonly string[]): readonly string[] {
  const row = results.get(what) ?? new Map();
  const cell = row.get(engine) ?? { looked: 0, faulty: 0 };
  row.set(engine, { looked: cell.looked + 1, faulty: cell.faulty + Number(faults.length > 0) });
  results.set(what, row);
  missed.push(...faults.map((fault) => `${engine}, ${fault}`));
  return faults;
}

let icecast: Awaited<ReturnType<typeof startIcecast>>;
let paper: Paper;

beforeAll(async () => {
  icecast = await startIcecast({ icecast: requireIcecast(), ffmpeg: requireFfmpeg() });
  const content = join(temporaryFolder(), 'content');
  cpSync(join(root, 'content'), content, { recursive: true });
  const radio = join(content, 'radio.yaml');
  const text = readFileSync(radio, 'utf8');
  writeFileSync(radio, text.replace('file:media/courier-radio.mp3', `${icecast.origin}/live`));
  paper = await servePaper(builtPaper(), content);
});

afterAll(async () => {
  await paper.close();
  await icecast.stop();
  const names = engines.map(([name]) => name);
  const rows = [...results].map(([what, row]) => [
    what,
    ...names.map((name) => {
      const { looked, faulty } = row.get(name) ?? { looked: 0, faulty: 0 };
      if (looked === 0) return '–';
      return faulty === 0 ? `${looked}` : `**${faulty} of ${looked}**`;
    }),
  ]);
  const whole = table([['looked at', ...names], ...rows]);
  console.log(`\n${whole}\n\nPictures: ${pictures}\n`);
  writeSection(
    'Engines',
    versions.length === engines.length && rows.every((row) => !row.slice(1, -1).includes('–')),
    `
${versions.join('; ')}. Alone: \`npm run audit -- engines\`; one engine: \`npm run audit -- engines -t ^WebKit\`.
It needs Debian's chromium, firefox-esr, webkit2gtk-driver, xvfb, xdotool, poppler-utils, icecast2 and ffmpeg, and installs what is missing where it may.
Pictures of all that was looked at are left in tests/audit/pictures. The player plays muted: without a sound device Firefox plays nothing else.
What readers do, and the first page of each of ${templates.length} templates at ${widths.join(', ')} px, light and dark: how often it was looked at, and in bold how often something was wrong.

${whole}

${listed(missed)}`,
  );
});

describe.each(engines)('%s', (name, start) => {
  const folder = join(pictures, name.toLowerCase());
  let engine: Engine;
  let light: EngineWindow;

  beforeAll(async () => {
    mkdirSync(folder, { recursive: true });
    engine = await start();
    versions.push([`${name} ${engine.version}`, ...engine.lacks].join(', '));
    light = await engine.newWindow({ dark: false });
  });
  afterAll(() => engine.close());

  test.each(behaviours.map((behaviour) => [behaviour.name, behaviour] as const))(
    '%s',
    async (_, behaviour) => {
      const failure = await failureOf(behaviour, { window: light, paper, icecast, article });
      expect(note(behaviour.name, name, failure ? [`${behaviour.name}: ${failure}`] : [])).toEqual([]);
    },
  );

  describe.each(schemes)('%s', (scheme) => {
    const dark = scheme === 'dark';
    let window: EngineWindow;
    beforeAll(async () => {
      window = dark ? await engine.newWindow({ dark }) : light;
    });

    test.each(byName)('%s looks as it should', async (_, { address, template }) => {
      const all: string[] = [];
      // The narrowest first: wider, it asks for larger pictures, as a window does that is drawn wider.
      await visit(window, paper.origin + address, { width: widths[0] });
      for (const width of widths) {
        await window.resize(width, 800);
        const { faults, picture } = await lookOver(window);
        const look = `${width}-${scheme}`;
        writeFileSync(join(folder, `${template}-${look}.png`), picture);
        for (const what of looked)
          all.push(
            ...note(
              what,
              name,
              faults[what].map((fault) => `${address}, ${look}: ${fault}`),
            ),
          );
      }
      expect(all).toEqual([]);
    });
  });

  test.each(byName)('%s is printed as it should be', async (_, { address, template }) => {
    await visit(light, paper.origin + address);
    const pdf = await light.print();
    const footer = await within(light, () => document.querySelector('.footer')?.textContent ?? '');
    const at = (faults: readonly string[]) => faults.map((fault) => `${address}, printed: ${fault}`);
    const onPaper = pdf ? note('sheets', name, at(await sheetFaults(pdf, footer))) : [];
    if (pdf) writeFileSync(join(folder, `${template}-sheets.pdf`), pdf);

    // What the rules for print make of it, on the screen, as wide as a sheet.
    paper.alter = (text) =>
      text.replaceAll('.css"', '.css?print"').replaceAll(/@media print\b/g, '@media screen');
    await visit(light, paper.origin + address, { width: 720 });
    paper.calm();
    await settle(light);
    const onScreen = note('what is printed', name, at(await lookOverPrint(light)));
    writeFileSync(join(folder, `${template}-print.png`), await light.picture());
    expect([...onPaper, ...onScreen]).toEqual([]);
  });
});
