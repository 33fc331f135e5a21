import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type StarterFile, starterFolder } from './paper.ts';

/** With `none` the site is only built; `server` is a machine of the paper's own that is pushed to. publish.yaml has steps for the others. */
export const hosts = ['github-pages', 'netlify', 'cloudflare-pages', 'rsync', 's3', 'none', 'server'];

/** What publishes a paper: GitHub's workflow, or a server's hook, which reads the folder `content` of a commit; in `deploy/` the lock file of the host's own tool. */
export function filesFor(host: string, content: string): readonly StarterFile[] {
  const folder = join(starterFolder, 'deploy', host);
  const withFolder = (text: string) => text.replace(/^folder='content'/m, () => `folder=${quoted(content)}`);
  const deploy = (existsSync(folder) ? readdirSync(folder).sort() : []).map((name) => ({
    path: `deploy/${name}`,
    text: withFolder(readFileSync(join(folder, name), 'utf8')),
  }));
  const workflow = { path: '.github/workflows/publish.yaml', text: workflowFor(host) };
  return host === 'server' ? deploy : [workflow, ...deploy];
}

/** A word of a shell. */
const quoted = (word: string) => `'${word.replaceAll("'", `'\\''`)}'`;

/** The workflow that checks and publishes a paper: publish.yaml, without the steps for other hosts. */
function workflowFor(host: string): string {
  const text = readFileSync(join(starterFolder, 'publish.yaml'), 'utf8');
  const [start = '', ...parts] = text.split(/^ *# host: (.+)\n/m);
  const isFor = (names = '') => names.split(', ').some((name) => name === 'all' || name === host);
  return start + parts.filter((_, i) => i % 2 === 1 && isFor(parts[i - 1])).join('');
}
