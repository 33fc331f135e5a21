import { fileOf } from '../content/published-paths.ts';
import { home } from '../pages/kinds/home.ts';
import type { Route } from '../pages/page-kind.ts';
import { type Day, days } from '../pages/placing.ts';
import type { Composed } from './compose.ts';
import { createPageRenderer, type RenderDraft } from './render-pages.ts';

/** The name of a front page that only `dev` shows. No file of a site has it. */
export const frontPageOf = (day: Day): string => `index.html?day=${day}`;

export type ComposedSite = ReturnType<typeof createComposedSite>;

/** A site whose pages are rendered when they are requested. */
export function createComposedSite(composed: Composed) {
  const { routes, files, draft, loadRenderer } = composed;
  const pages = new Map<string, Route>(routes.map((route) => [fileOf(route.address), route]));
  const paths = [...pages.keys(), ...files.map(({ path }) => path)];
  const frontPage = routes.find(({ kind }) => kind.name === home.name);
  if (frontPage) for (const day of days) pages.set(frontPageOf(day), { ...frontPage, part: day });
  const others = new Map(files.map(({ path, content }) => [path, content]));
  const rendered = new Map<string, string>();
  let renderer: Promise<RenderDraft> | undefined;

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
      renderer ??= loadRenderer().then((templates) => createPageRenderer(templates, composed));
      const html = rendered.get(path) ?? (await renderer)(draft(route), route).html;
      rendered.set(path, html);
      return html;
    },
  };
}
