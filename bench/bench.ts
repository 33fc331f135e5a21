// Side-by-side measurements: `npm run bench build [posts]`. Figures are ratios of one run, because machines differ.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const [subject, ...rest] = process.argv.slice(2);
const here = dirname(fileURLToPath(import.meta.url));

if (subject === 'build') {
  if (!existsSync(join(here, 'node_modules', '@11ty', 'eleventy'))) {
    console.error('Eleventy is not installed: run `npm ci --prefix bench` first.');
    process.exit(3);
  }
  const { benchBuild } = await import('./build.ts');
  await benchBuild(Number(rest[0] ?? 4000));
} else if (subject === 'relay') {
  const programs = { icecast2: '-v', ffmpeg: '-version' };
  for (const [program, flag] of Object.entries(programs))
    if (spawnSync(program, [flag]).error) {
      console.error(`${program} is not installed (Debian: apt-get install ${program}).`);
      process.exit(3);
    }
  const { benchRelay } = await import('./relay.ts');
  await benchRelay(rest);
} else {
  console.error(
    'Usage: npm run bench build [<posts>] or npm run bench relay [cost crowd cut outage stuck soak]',
  );
  process.exit(2);
}
