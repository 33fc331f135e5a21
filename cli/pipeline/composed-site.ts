import { home } from '../page-kinds/home.ts';
import { type Day, days } from '../page-kinds/home-blocks.ts';
import type { Route } from '../page-kinds/page-kind.ts';
import type { Composed } from './compose.ts';
import type { RenderPage } from './render.tsx';
import { renderPage } from './render-pages.ts';
import { fileOf } from './route.ts';

/** The name of a front page that only `dev` shows. No file of a site has it. */
export const frontPageOf = (day: Day): string => `index.html?day=${day}`;

export type ComposedSite = ReturnType<typeof createComposedSite>;

/** A site whose pages are rendered when they are requested. */
export function createComposedSite(composed: Composed) {
  const { edition, routes, files, parts, draft, loadRenderer } = composed;
  const pages = new Map<string, Route>(routes.map((route) => [fileOf(route.address), route]));
  const paths = [...pages.keys(), ...files.map(({ path }) => path)];
  const frontPage = routes.find(({ kind }) => kind.name === home.name);
  if (frontPage) for (const day of days) pages.set(frontPageOf(day), { ...frontPage, part: day });
  const others = new Map(files.map(({ path, content }) => [path, content]));
  const rendered = new Map<string, string>();
  let renderer: Promise<RenderPage> | undefined;

  return {
    /** The paths of its files, except share images and redirects. */
    paths,
    /** The content of a file, or the file on disk that it copies; `undefined` if there is none. Rejects with what a template throws. */
    async read(path: string) {
      const route = pages.get(path);
      if (!route) {
        const content = others.get(path);
        return typeof content === 'object' && 'make' in content ? content.make() : content;
      }
      renderer ??= loadRenderer().then(({ createRenderer }) => createRenderer(parts));
      const html = rendered.get(path) ?? renderPage(draft(route), route, await renderer, edition).html;
      rendered.set(path, html);
      return html;
    },
  };
}
