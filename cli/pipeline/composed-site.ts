import type { Route } from '../page-kinds/page-kind.ts';
import type { Renderer } from './build-site.ts';
import { type Composed, setupOf } from './compose.ts';
import { createPagePrinter } from './print-page.ts';
import { fileOf } from './route.ts';
import { createPropsWriter, textsOf } from './slots.ts';
import { made } from './write.ts';

/** A site whose pages are printed when they are asked for. */
export interface ComposedSite {
  /** Of its files, without those that are known only when all pages are. */
  readonly paths: readonly string[];
  /** The content of a file, or the file on disk that it is a copy of; `undefined` if there is none. Rejects with what a template throws. */
  readonly read: (path: string) => Promise<string | Uint8Array | { readonly copyOf: string } | undefined>;
}

export function createComposedSite(
  composed: Composed,
  loadRenderer: () => Promise<Pick<Renderer, 'createRenderer'>>,
): ComposedSite {
  const { routes, files, parts, draft } = composed;
  const pages = new Map<string, Route>(routes.map((route) => [fileOf(route.address), route]));
  const others = new Map(files.map(({ path, content }) => [path, content]));
  const printed = new Map<string, string>();
  let printer: Promise<(route: Route) => string> | undefined;

  async function createPrint() {
    const { createRenderer } = await loadRenderer();
    const { print } = createPagePrinter(createRenderer(parts), new Map(setupOf(composed).pictures));
    const { jsonOfProps } = createPropsWriter();
    return (route: Route) => {
      const { props, slots } = draft(route);
      return print({ props: jsonOfProps(props), slots: textsOf(slots) }).html;
    };
  }

  return {
    paths: [...pages.keys(), ...others.keys()],
    async read(path) {
      const route = pages.get(path);
      if (!route) {
        const content = others.get(path);
        return content === undefined ? undefined : made(content);
      }
      printer ??= createPrint();
      const html = printed.get(path) ?? (await printer)(route);
      printed.set(path, html);
      return html;
    },
  };
}
