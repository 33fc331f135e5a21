import type { Shared } from '../content/model.ts';
import type { Sources } from '../content/source-file.ts';
import { type Problem, problem } from '../problems/problem.ts';

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
