import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { resolvePath } from '../../cli/server/resolve-path.ts';
import { temporaryFolder } from '../helpers.ts';

describe('resolvePath', () => {
  it('prefers the page to a folder of the same name', () => {
    const out = temporaryFolder();
    mkdirSync(join(out, 'blog'));
    writeFileSync(join(out, 'blog.html'), '');
    expect(resolvePath(out, '/blog')).toEqual({ kind: 'file', file: '/blog.html' });
  });
});
