import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createOwnFolder } from '../../cli/lib/own-folder.ts';
import { temporaryFolder } from '../helpers.ts';
import { ownHolder } from './lock-processes.ts';

describe('createOwnFolder', () => {
  it('makes a folder for each of two callers, and removes both at the end', () => {
    const parent = join(temporaryFolder(), 'cache/dev');
    const first = createOwnFolder(parent);
    writeFileSync(join(first.folder, 'site'), 'first');
    const second = createOwnFolder(parent);
    expect(second.folder).not.toBe(first.folder);
    expect(existsSync(join(first.folder, 'site'))).toBe(true);
    second.remove();
    first.remove();
    expect(readdirSync(parent)).toEqual([]);
  });

  it('removes the folders of dead processes', () => {
    const parent = temporaryFolder();
    const dead = { ...ownHolder(temporaryFolder()), token: 'feedfeedfeedfeed', pid: 4_194_303 };
    writeFileSync(join(parent, 'killed.lock'), JSON.stringify(dead));
    for (const name of ['killed', 'unlocked']) {
      mkdirSync(join(parent, name, 'site'), { recursive: true });
      writeFileSync(join(parent, name, 'site', 'index.html'), '');
    }
    const own = createOwnFolder(parent);
    expect(readdirSync(parent).map((name) => join(parent, name))).toEqual([own.folder, `${own.folder}.lock`]);
    own.remove();
  });
});
