import { spawn } from 'node:child_process';
import { basename } from 'node:path';

/** How editors are asked for a line, by their command's name; others only get the file. */
const argumentsOf: readonly (readonly [RegExp, (file: string, line: number, column: number) => string[]])[] =
  [
    [
      /^(?:code|code-insiders|codium|cursor|windsurf)$/,
      (file, line, column) => ['--goto', `${file}:${line}:${column}`],
    ],
    [/^(?:subl|zed|mate|atom)$/, (file, line, column) => [`${file}:${line}:${column}`]],
    [
      /^(?:idea|webstorm|phpstorm|pycharm)$/,
      (file, line, column) => ['--line', `${line}`, '--column', `${column}`, file],
    ],
    [/^(?:gedit|gvim|kate|geany)$/, (file, line) => [`+${line}`, file]],
  ];

/** Opens a file at a line in the editor of `GALLEY_EDITOR`, else in Visual Studio Code; no shell sees the command. Rejects with what to do. */
export async function openInEditor(file: string, line: number, column: number): Promise<void> {
  const [command = 'code', ...flags] = (process.env.GALLEY_EDITOR ?? '').split(/\s+/).filter(Boolean);
  const name = basename(command).replace(/\.(?:exe|cmd)$/i, '');
  const found = argumentsOf.find(([names]) => names.test(name));
  const editor = spawn(command, [...flags, ...(found?.[1](file, line, column) ?? [file])], {
    stdio: 'ignore',
    detached: true,
  });
  editor.unref();
  await new Promise<void>((done, fail) => {
    editor.once('spawn', done);
    editor.once('error', () =>
      fail(
        new Error(
          `The editor \`${command}\` cannot be started. Set GALLEY_EDITOR to the command of yours, such as \`code\` or \`subl\`, and start dev again.`,
        ),
      ),
    );
  });
}
