import type { OutputFile, Shared } from '../content/model.ts';
import { groupBy } from '../lib/group-by.ts';
import { apacheFile } from './apache.ts';
import { caddyFile } from './caddy.ts';
import { type HostNeeds, headerRules, type Move } from './headers.ts';
import { nginxFiles } from './nginx.ts';

/** What the hosts of a paper read. If it names none, the two files that most hosts of static sites know. */
export function hostFiles(baseUrl: string, { site, embeds }: Shared, moves: readonly Move[]): OutputFile[] {
  const { hosts = ['netlify', 'cloudflare-pages'] } = site.data;
  const needs = { baseUrl, moves, headers: headerRules(baseUrl, embeds?.data.providers) };
  // Netlify prefers the page at a former address, unless the line has a mark that other hosts do not know.
  const status = hosts.includes('cloudflare-pages') ? '301' : '301!';
  return [
    // GitHub would make pages of texts.
    { path: '.nojekyll', content: '' },
    ...(hosts.includes('nginx') ? nginxFiles(needs) : []),
    ...(hosts.includes('caddy') ? [caddyFile(needs)] : []),
    ...(hosts.includes('apache') ? [apacheFile(needs)] : []),
    ...(hosts.some((host) => host === 'netlify' || host === 'cloudflare-pages')
      ? staticFiles(needs, status)
      : []),
  ];
}

function staticFiles({ headers, moves }: HostNeeds, status: string): OutputFile[] {
  const lines = headers.flatMap(([name, value, , paths]) =>
    paths.map((path) => ({ path, line: `  ${name}: ${value}\n` })),
  );
  const rules = [...groupBy(lines, ({ path }) => path)].map(
    ([path, found]) => `${path}\n${found.map(({ line }) => line).join('')}`,
  );
  const redirects = moves.map(({ written, to }) => `${written} ${to} ${status}\n`);
  return [
    { path: '_headers', content: rules.join('') },
    ...(moves.length > 0 ? [{ path: '_redirects', content: redirects.join('') }] : []),
  ];
}
