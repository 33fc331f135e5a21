import type { Shared } from '../content/model.ts';
import { type Problem, problem } from '../problems/problem.ts';

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
