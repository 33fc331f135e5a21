import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { editorSettings } from '../../../cli/commands/terminal/editor-files.ts';
import { atLeastOne } from '../../at-least-one.ts';
import { root, sites, temporaryFolder, write } from '../../helpers.ts';
import { galleyWarm } from '../../warm-program.ts';

function paper(): string {
  const folder = temporaryFolder();
  cpSync(join(sites, 'small', 'content'), join(folder, 'content'), { recursive: true });
  return folder;
}

const settings = '.vscode/settings.json';

describe('galley schema', () => {
  it('writes a schema for every kind of file, and the settings that wire them', async () => {
    const folder = paper();
    const { status, stdout } = await galleyWarm(folder, ['schema']);
    expect([status, stdout]).toEqual([
      0,
      'wrote 20 schemas into .galley/schemas\nwrote .vscode/settings.json\nwrote .vscode/extensions.json\n',
    ]);
    const { 'yaml.schemas': schemas } = JSON.parse(readFileSync(join(folder, settings), 'utf8'));
    expect(schemas['./.galley/schemas/page.schema.json']).toBe('content/pages/**/*.yaml');
    for (const path of Object.keys(schemas)) expect(existsSync(join(folder, path))).toBe(true);
    expect(readFileSync(join(folder, '.galley/.gitignore'), 'utf8')).toBe('*\n');
    const again = await galleyWarm(folder, ['schema']);
    expect(again.stdout).toBe('wrote 20 schemas into .galley/schemas\n');
  });

  it('keeps settings that are there as they are, and says what to add', async () => {
    const folder = paper();
    const text = '{\n  // mine\n  "editor.tabSize": 2,\n}\n';
    write(join(folder, settings), text);
    const { stdout } = await galleyWarm(folder, ['schema', '--out', 'schemas']);
    expect(readFileSync(join(folder, settings), 'utf8')).toBe(text);
    expect(stdout).toContain(
      'settings.json was not changed; add to it:\n{\n  "yaml.schemas": {\n    "./schemas/site',
    );
  });

  it('names the schemas in the settings of this repository', () => {
    const content = join(root, 'content');
    for (const [file, wanted] of atLeastOne(
      Object.entries(editorSettings(content, join(root, '.galley/schemas'))),
    ))
      expect(JSON.parse(readFileSync(join(root, file), 'utf8'))).toEqual(wanted);
  });
});
