import type { Redirects } from '../addresses/redirects.ts';
import type { Edition } from '../content/model.ts';
import type { MediaFile } from '../content/source-file.ts';
import { type Problem, problem } from '../problems/problem.ts';
import { typeOf } from './headers.ts';

/** Of a file at Cloudflare Pages: https://developers.cloudflare.com/pages/platform/limits/ */
const maxBytes = 25 * 1024 * 1024;

/** Pictures of `media/` are published smaller, except GIFs. */
const isCopied = ({ path }: MediaFile): boolean =>
  path.startsWith('public/') || /\.gif$/i.test(path) || !typeOf(path).startsWith('image/');

/** What a paper has that one of its hosts cannot serve; `files` are those of `media/` and `public/`. */
export function hostLimits({ shared }: Edition, { all }: Redirects, files: readonly MediaFile[]): Problem[] {
  const { site, radio } = shared;
  const large = files.filter((file) => isCopied(file) && file.bytes > maxBytes).map(({ path }) => path);
  const limits = [
    {
      hosts: ['netlify', 'cloudflare-pages'],
      isOver: radio !== undefined && radio.data.origin === undefined,
      message: 'This host serves files alone, and the radio needs a relay.',
      hint: 'Run the relay on a machine of your own, and name its address as `origin` in radio.yaml.',
    },
    {
      hosts: ['cloudflare-pages'],
      isOver: all.length > 2000,
      message: `Cloudflare Pages redirects 2,000 former addresses, and this paper has ${all.length}.`,
      hint: 'At the others, a small page sends readers on; if that is not enough, choose another host.',
    },
    {
      hosts: ['cloudflare-pages'],
      isOver: large.length > 0,
      message: `Cloudflare Pages takes files of up to 25 MiB; larger: ${large.slice(0, 3).join(', ')}${large.length > 3 ? `, and ${large.length - 3} more` : ''}.`,
      hint: 'Make them smaller, keep them elsewhere and link to them, or choose another host.',
    },
  ];
  return (site.data.hosts ?? []).flatMap((host, i) =>
    limits
      .filter(({ hosts, isOver }) => isOver && hosts.includes(host))
      .map(({ message, hint }) => {
        const details = { rule: 'host-limit', severity: 'warning', message, hint } as const;
        return problem(site.source, ['hosts', i], details);
      }),
  );
}
