// Side-by-side measurements: `npm run bench build`, `npm run bench network`, `npm run bench relay`. Figures are ratios of one run, because machines differ.
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import type { BuildBench } from './build.ts';

const [subject, ...rest] = process.argv.slice(2);

if (subject === 'build') {
  const { benchBuild } = await import('./build.ts');
  await benchBuild(whatToBuild(rest));
} else if (subject === 'relay') {
  const programs = { icecast2: '-v', ffmpeg: '-version' };
  for (const [program, flag] of Object.entries(programs))
    if (spawnSync(program, [flag]).error) {
      console.error(`${program} is not installed (Debian: apt-get install ${program}).`);
      process.exit(3);
    }
  const { benchRelay } = await import('./relay.ts');
  await benchRelay(rest);
} else if (subject === 'network') {
  const [count = '300'] = rest;
  if (!/^[1-9]\d*$/.test(count)) usage(`What is ${count}?`);
  const { benchNetwork } = await import('./network.ts');
  await benchNetwork(Number(count));
} else usage(`There is no bench ${subject}.`);

function whatToBuild(args: string[]): BuildBench {
  const options = { rounds: { type: 'string' }, folder: { type: 'string' } } as const;
  const { positionals: parts, values } = parseArgs({ args, allowPositionals: true, options });
  const { rounds, folder } = values;
  const wrong =
    parts.find((part) => !/^(?:[1-9]\d+|blocks|moved|archive|dev)$/.test(part)) ??
    (rounds !== undefined && !/^[1-9]\d*$/.test(rounds) ? rounds : undefined);
  if (wrong !== undefined) usage(`What is ${wrong}?`);
  return { parts, rounds: rounds === undefined ? undefined : Number(rounds), folder };
}

function usage(wrong: string): never {
  console.error(`${wrong}
Usage: npm run bench build -- [--rounds <n>] [--folder <dir>] [<posts>… blocks moved archive dev]
       npm run bench network -- [<papers>]
       npm run bench relay [cost crowd cut outage stuck]`);
  process.exit(2);
}
