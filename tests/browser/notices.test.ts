import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { root, temporaryFolder } from '../helpers.ts';
import { galleyWarm } from '../warm-program.ts';
