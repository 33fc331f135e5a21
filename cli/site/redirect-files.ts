import type { MovedTo } from '../../templates/MovedPage.tsx';
import { decode } from '../addresses/links.ts';
import type { Redirect, Redirects } from '../addresses/redirects.ts';
import type { Edition, OutputFile } from '../content/model.ts';
import { fileOf } from '../content/published-paths.ts';
import { namesFolder } from '../content/schema/former-address.ts';
import { parseUrl } from '../lib/web-address.ts';
import { type PostPart, post as postKind } from '../pages/kinds/post.ts';
import type { Route } from '../pages/page-kind.ts';
import { hostFiles } from './host-files.ts';

/**
 * The files of redirects: a small page for each former address, and what the hosts of the paper read. An address that names a folder
 * also has an `index.html` in it, for hosts that need one to answer `/old/`.
 */
export function redirectFiles(
  { all }: Redirects,
  routes: readonly Route[],
  { baseUrl, shared }: Edition,
  pageOf: (to: MovedTo) => OutputFile['content'],
): OutputFile[] {
  const titles = new Map(routes.map((route) => [route.address, titleOf(route)]));
  const sent = all.flatMap((redirect) => {
    const url = redirect.to === undefined ? undefined : parseUrl(redirect.to, baseUrl);
    if (!url) return [];
    const isOwn = url.origin === new URL(baseUrl).origin;
    const href = isOwn ? url.href.slice(url.origin.length) : url.href;
    const title = isOwn ? titles.get(url.pathname) : undefined;
    return [{ redirect, page: { href, canonical: url.href.replace(/#.*$/, ''), title } }];
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

const titleOf = ({ kind, page, part }: Route): string | undefined =>
  kind === postKind ? (part as PostPart).post.post.title : page?.data.title;
