import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtDemo } from './browser-session.ts';

/** One page of the built demo. */
export interface Route {
  /** What a reader types. */
  readonly address: string;
  /** What drew it: the `kind` of its page. */
  readonly template: string;
  readonly html: string;
}

/** Every page of the built demo; the one for unknown addresses stands at an unknown address. */
export const routesOfDemo = (): Route[] => {
  const folder = builtDemo();
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.html'))
    .sort()
    .map((file) => {
      const html = readFileSync(join(folder, file), 'utf8');
      const address = `/${file.replace(/\.html$/, '').replace(/^index$/, '')}`;
      return {
        address: address === '/404' ? '/nothing/stands-here' : address,
        template: /<body[^>]* data-page="([^"]+)"/.exec(html)?.[1] ?? `embed-${file.split('/')[1]}`,
        html,
      };
    });
};

/** The first page of every template. */
export const templatesOfDemo = (): Route[] => [
  ...new Map(
    routesOfDemo()
      .reverse()
      .map((route) => [route.template, route]),
  ).values(),
];
