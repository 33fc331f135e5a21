import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { requireProgram } from '../machine.ts';

/** Words of controls, which are of no use on paper. */
const controls = [
  'Menu',
  'Play',
  'Mute',
  'Copy link',
  'Copy address',
  'See All Articles',
  'Support Our Work',
];

/** How far down each sheet something is printed, from 0 to 1. */
async function filledOf(pdf: Uint8Array): Promise<number[]> {
  const folder = mkdtempSync(join(tmpdir(), 'galley-sheets-'));
  try {
    // In the same Debian package as pdftotext.
    execFileSync('pdftoppm', ['-r', '18', '-gray', '-png', '-', join(folder, 'sheet')], { input: pdf });
    return await Promise.all(
      readdirSync(folder)
        .sort()
        .map(async (file) => {
          const image = sharp(join(folder, file)).greyscale().raw();
          const { data, info } = await image.toBuffer({ resolveWithObject: true });
          const last = data.findLastIndex((shade) => shade < 200);
          return (Math.floor(last / info.width) + 1) / info.height;
        }),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const withoutSpace = (text: string) => text.replaceAll(/\s+/g, '');

/** What is wrong with a printed page: controls; a sheet that is left half empty before the next one; a last sheet with the footer alone. */
export async function sheetFaults(pdf: Uint8Array, footer: string): Promise<string[]> {
  const text = execFileSync(requireProgram('pdftotext'), ['-', '-'], { input: pdf, encoding: 'utf8' });
  const sheets = text.split('\f').slice(0, -1);
  const lines = sheets.flatMap((sheet) => sheet.split('\n').map((line) => line.trim()));
  if (!lines.some(Boolean)) return ['no text is printed'];
  const last = (sheets.at(-1) ?? '').split('\n').map(withoutSpace);
  const isFooterAlone = last.every((line) => withoutSpace(footer).includes(line));
  const filled = await filledOf(pdf);
  return [
    ...controls.filter((control) => lines.includes(control)).map((control) => `"${control}" is printed`),
    ...filled
      .slice(0, -1)
      .flatMap((part, i) =>
        part < 0.5 ? [`sheet ${i + 1} of ${filled.length} ends after ${Math.round(100 * part)} %`] : [],
      ),
    ...(sheets.length > 1 && isFooterAlone
      ? [`the last of ${sheets.length} sheets has the footer alone`]
      : []),
  ];
}
