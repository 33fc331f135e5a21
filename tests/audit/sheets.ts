import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { requirePdftotext } from '../machine.ts';

/** The text of each sheet of a PDF. */
function sheetsOf(pdf: Buffer): string[] {
  const { status, stdout, stderr } = spawnSync(requirePdftotext(), ['-', '-'], {
    input: pdf,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`pdftotext: ${stderr}`);
  return stdout.split('\f').slice(0, -1);
}

/** Words that stand on controls alone. */
const controls = [
  'Menu',
  'Play',
  'Mute',
  'Copy link',
  'Copy address',
  'See All Articles',
  'Write the email',
  'Support Our Work',
];

const bare = (text: string) => text.replaceAll(/\s+/g, '');

/** How far down each sheet something is printed, from 0 to 1. */
async function filledOf(pdf: Buffer): Promise<number[]> {
  const folder = mkdtempSync(join(tmpdir(), 'galley-sheets-'));
  try {
    // Of the same Debian package as pdftotext.
    spawnSync('pdftoppm', ['-r', '18', '-gray', '-png', '-', join(folder, 'sheet')], { input: pdf });
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

/**
 * What is wrong with what was printed: controls; a sheet that breaks off in its upper half though another follows; a last sheet with nothing
 * but the foot of the page.
 */
export async function sheetFaults(pdf: Buffer, footer: string): Promise<string[]> {
  const sheets = sheetsOf(pdf);
  const lines = sheets.flatMap((sheet) => sheet.split('\n').map((line) => line.trim()));
  const last = (sheets.at(-1) ?? '').split('\n').filter((line) => line.trim());
  const isFooterAlone = last.every((line) => bare(footer).includes(bare(line)));
  const filled = await filledOf(pdf);
  return [
    ...controls.filter((control) => lines.includes(control)).map((control) => `"${control}" is printed`),
    ...filled
      .slice(0, -1)
      .flatMap((part, i) =>
        part < 0.5 ? [`sheet ${i + 1} of ${filled.length} breaks off after ${Math.round(100 * part)} %`] : [],
      ),
    ...(sheets.length > 1 && isFooterAlone
      ? [
          `the last of ${sheets.length} sheets holds ${last.length === 0 ? 'no text' : 'the foot of the page alone'}`,
        ]
      : []),
  ];
}
