import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { starterFolder } from './starter-folder.ts';

/** The hosts that publish.yaml has steps for; with `none` the site is only built. */
export const hosts = ['github-pages', 'netlify', 'cloudflare-pages', 'rsync', 's3', 'none'];

/** The workflow of GitHub that checks and publishes a paper: publish.yaml, without the steps for other hosts. */
export function workflowFor(host: string): string {
  const [start = '', ...parts] = readFileSync(join(starterFolder, 'publish.yaml'), 'utf8').split(
    /^ *# host: (.+)\n/m,
  );
  const kept = parts.filter((_, i) => i % 2 === 1 && ['all', host].includes(parts[i - 1] ?? ''));
  return start + kept.join('');
}
