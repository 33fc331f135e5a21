import type { MovedTo } from '../../templates/MovedPage.tsx';
import { decode } from '../addresses/links.ts';
import type { Redirect, Redirects } from '../addresses/redirects.ts';
import type { Edition, OutputFile, Shared } from '../content/model.ts';
import { fileOf } from '../content/published-paths.ts';
import { namesFolder } from '../content/schema/former-address.ts';
import type { Sources } from '../content/source-file.ts';
import { groupBy } from '../lib/group-by.ts';
import { parseUrl } from '../lib/web-address.ts';
import { type Problem, problem } from '../problems/problem.ts';
import { apacheFile } from './apache.ts';
import { caddyFile } from './caddy.ts';
import { type HostNeeds, headerRules, type Move } from './headers.ts';
import { nginxFiles } from './nginx.ts';

/** A small page for each former address, and what the paper's hosts read. An address of a folder also has an `index.html` in it: some hosts need that to answer `/old/`. */
export function redirectFiles(
  { all }: Redirects,
  { baseUrl, shared }: Edition,
  pageOf: (to: MovedTo) => OutputFile['content'],
): OutputFile[] {
  const sent = all.flatMap((redirect) => {
    const url = redirect.to === undefined ? undefined : parseUrl(redirect.to, baseUrl);
    if (!url) return [];
    const isOwn = url.origin === new URL(baseUrl).origin;
    const href = isOwn ? url.href.slice(url.origin.length) : url.href;
    return [{ redirect, page: { href, canonical: url.href.replace(/#.*$/, '') } }];
  });
  const moves = sent.map(({ redirect: { address, from }, page }) => ({
    from: address,
    written: encodeURI(decode(from)),
    // These have a meaning in the settings of some host.
    to: page.href.replace(/[\\${}`]/g, encodeURIComponent),
  }));
  return [
    ...sent.flatMap(({ redirect, page }) => {
      const content = pageOf(page);
      return stubPaths(redirect).map((path) => ({ path, content }));
    }),
    ...hostFiles(baseUrl, shared, moves),
  ];
}

const stubPaths = ({ address, from }: Redirect): string[] => [
  fileOf(address),
  ...(namesFolder(decode(from)) ? [`${address.slice(1)}/index.html`] : []),
];

/** What the hosts of a paper read. If it names none, the two files that most hosts of static sites know. */
function hostFiles(baseUrl: string, { site, embeds }: Shared, moves: readonly Move[]): OutputFile[] {
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

/** A domain in a file that GitHub Pages, which no paper names in `hosts`, reads of branches alone. */
export function namelessDomain({ site }: Shared, { publicFiles, shownAs }: Sources): Problem[] {
  const file = publicFiles.find(({ path }) => path === 'public/CNAME');
  if (!file || site.data.hosts) return [];
  return [
    problem({ file: `${shownAs}/${file.path}` }, 'top', {
      rule: 'host-limit',
      severity: 'warning',
      message: 'A workflow that publishes on GitHub Pages ignores this file.',
      hint: 'Set the domain under Settings, Pages, and with DNS records, and remove the file; on another host, name that in `hosts`.',
    }),
  ];
}

/** A radio that listens to its relay at the address of the paper, where a host serves files alone. */
export function hostLimits({ site, radio }: Shared): Problem[] {
  if (!radio || radio.data.origin !== undefined) return [];
  return [...(site.data.hosts ?? []).entries()]
    .filter(([, host]) => host === 'netlify' || host === 'cloudflare-pages')
    .map(([i]) =>
      problem(site.source, ['hosts', i], {
        rule: 'host-limit',
        severity: 'warning',
        message: 'This host serves files alone, and the radio needs a relay.',
        hint: 'Run the relay on a machine of your own, and name its address as `origin` in radio.yaml.',
      }),
    );
}
