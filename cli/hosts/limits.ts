import type { Redirects } from '../checks/redirects.ts';
import type { Edition } from '../model.ts';
import { placeAt } from '../problems/locate.ts';
import { type Problem, problemAt } from '../problems/problem.ts';
import type { HostName } from './model.ts';

const relayHint = 'Run the relay on a machine of your own, and name its address as `origin` in radio.yaml.';

/** What a paper has that one of its hosts cannot serve. */
export function hostLimits({ shared: { site, radio }, media }: Edition, { all }: Redirects): Problem[] {
  const needsRelay = radio !== undefined && radio.data.origin === undefined;
  const large = media.find(({ bytes }) => bytes > 25 * 1024 * 1024)?.path;
  const limits: readonly (readonly [host: HostName, isOver: boolean, message: string, hint: string])[] = [
    ['netlify', needsRelay, 'Netlify serves files alone, and the radio needs a relay.', relayHint],
    [
      'cloudflare-pages',
      needsRelay,
      'Cloudflare Pages serves files alone, and the radio needs a relay.',
      relayHint,
    ],
    [
      'cloudflare-pages',
      large !== undefined,
      `Cloudflare Pages takes no file over 25 MiB, and \`${large}\` is one.`,
      'Make it smaller, or choose another host.',
    ],
    [
      'cloudflare-pages',
      all.length > 2000,
      `Cloudflare Pages redirects 2,000 former addresses, and this paper has ${all.length}.`,
      'At the others, a small page sends readers on; if that is not enough, choose another host.',
    ],
    [
      'apache',
      all.length > 1000,
      `Apache reads the rules of ${all.length} former addresses in .htaccess again for each request, which slows it down.`,
      'Include the file in the settings of the server: see “Apache” in docs/guides/live.md.',
    ],
  ];
  return (site.data.hosts ?? []).flatMap((name, i) =>
    limits
      .filter(([host, isOver]) => host === name && isOver)
      .map(([, , message, hint]) =>
        problemAt(placeAt(site.source, ['hosts', i]), {
          rule: 'host-limit',
          severity: 'warning',
          message,
          hint,
        }),
      ),
  );
}
