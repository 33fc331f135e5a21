import { spawnSync } from 'node:child_process';
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

/** What is wrong with what was printed: controls, an empty sheet, or a last sheet that holds nothing but the foot of the page. */
export function sheetFaults(pdf: Buffer, footer: string): string[] {
  const sheets = sheetsOf(pdf);
  const lines = sheets.flatMap((sheet) => sheet.split('\n').map((line) => line.trim()));
  const last = (sheets.at(-1) ?? '').split('\n').filter((line) => line.trim());
  const isFooterAlone = last.every((line) => bare(footer).includes(bare(line)));
  return [
    ...controls.filter((control) => lines.includes(control)).map((control) => `"${control}" is printed`),
    ...(sheets.length > 1 && isFooterAlone
      ? [
          `the last of ${sheets.length} sheets holds ${last.length === 0 ? 'nothing' : 'the foot of the page alone'}`,
        ]
      : []),
  ];
}
