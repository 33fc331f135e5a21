import { createLinkReader, type OwnLinks, type SharedLinks } from '../checks/links-in.ts';
import type { Pictures } from '../sources/markdown.ts';
import type { RenderPage } from './render.tsx';
import { fillSlots, type PageText, type SlotFindings } from './slots.ts';

/** A printed page, and what is known of it from then on. */
export interface PrintedPage {
  readonly html: string;
  readonly links: OwnLinks;
  /** What is wrong with its texts. */
  readonly findings: readonly SlotFindings[];
  /** The pictures that its texts ask for, by their path in `content/`, whether they are there or not. */
  readonly pictures: readonly string[];
}

/** What prints the pages of a site, whose texts may show `pictures`. */
export interface PagePrinter {
  /** Throws what a component throws. */
  readonly print: (page: PageText) => PrintedPage;
  /** The links of the shared parts that were met since this was asked before. */
  readonly newParts: () => SharedLinks;
}

export function createPagePrinter(render: RenderPage, pictures: Pictures): PagePrinter {
  const links = createLinkReader();
  return {
    print(page) {
      const asked = new Set<string>();
      const watched: Pictures = {
        has: (path) => pictures.has(asked.add(path) && path),
        get: (path) => pictures.get(asked.add(path) && path),
      };
      const { props, findings } = fillSlots(page, watched);
      const { html, parts } = render(props);
      return { html, links: links.read(html, parts), findings, pictures: [...asked] };
    },
    newParts: links.newParts,
  };
}
