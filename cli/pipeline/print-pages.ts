import { createLinkCollector, type Links } from '../checks/links.ts';
import type { OwnLinks, PageLinks } from '../checks/links-in.ts';
import { keyOf } from '../lib/content-hash.ts';
import type { Memory } from '../lib/memory.ts';
import type { Images } from '../model.ts';
import type { Route } from '../page-kinds/page-kind.ts';
import { append, type Outcome, type Problem } from '../problems/problem.ts';
import { pageProblems } from './page.ts';
import type { Printed } from './print-messages.ts';
import type { Printer } from './printer.ts';
import { fileOf } from './route.ts';
import { createPropsWriter, draftKey, type PageDraft, textsOf } from './slots.ts';
import type { Writer } from './write.ts';

/** A page could not be rendered: a fault in a template, with the page it happened on. */
export class RenderFault extends Error {
  override name = 'RenderFault';
}

/** What is remembered of a printed page, by its key. */
interface KnownPage extends Pick<Printed, 'links' | 'findings'> {
  /** The keys of the pictures that its texts ask for, by path. */
  readonly pictures: Readonly<Record<string, string>>;
}

export interface PrintInput {
  readonly routes: readonly Route[];
  readonly draft: (route: Route) => PageDraft;
  /** Stands for all that pages share. */
  readonly sharedKey: string;
  readonly pictures: Images;
  readonly baseUrl: string;
  readonly writer: Writer;
  readonly memory: Memory;
  /** Asked only if there is a page to print. */
  readonly openPrinter: () => Promise<Printer>;
  readonly onPage?: ((done: number, all: number) => void) | undefined;
  /** Lets others work between two pages. */
  readonly pause?: (() => Promise<void>) | undefined;
}

/**
 * Prints every page to its file, and gives the links of all. A page that an earlier build has printed from the same is not printed again.
 *
 * Rejects with `RenderFault` if a template fails, and with what the disk throws.
 */
export async function printPages(input: PrintInput): Promise<Outcome<Links>> {
  const { routes, draft, sharedKey, writer, memory, openPrinter, onPage } = input;
  const keyOfPicture = createPictureKeys(input.pictures);
  const { keyOfProps, jsonOfProps } = createPropsWriter();
  const problems: Problem[] = [];
  let printer: Printer | undefined;
  const collector = createLinkCollector(
    input.baseUrl,
    createPartLinks(memory, (part) => printer?.linksOfPart(part)),
  );
  // Threads answer in any order; of two pages with the same link, the first is named.
  const collect = inOrder<OwnLinks>((i, links) => collector.add(routes[i]?.address ?? '', links));
  let done = 0;

  function take(i: number, page: PageDraft, { links, findings }: KnownPage) {
    collect(i, links);
    append(problems, pageProblems(page, findings));
    done += 1;
    onPage?.(done, routes.length);
  }

  for (const [i, route] of routes.entries()) {
    await input.pause?.();
    const page = naming(route, () => draft(route));
    const key = draftKey(sharedKey, keyOfProps(page.props), page.slots);
    const path = fileOf(route.address);
    const known = memory.recall<KnownPage>('page', key);
    const isSame = Object.entries(known?.pictures ?? {}).every(
      ([picture, as]) => keyOfPicture(picture) === as,
    );
    if (known && isSame && writer.keep(path, key)) {
      take(i, page, known);
      continue;
    }
    printer ??= await openPrinter();
    printer.print({
      page: { props: jsonOfProps(page.props), slots: textsOf(page.slots) },
      path,
      key,
      done({ links, findings, pictures }) {
        const keys = Object.fromEntries(pictures.map((picture) => [picture, keyOfPicture(picture)]));
        const known: KnownPage = { links, findings, pictures: keys };
        memory.note('page', key, known);
        take(i, page, known);
      },
      fail: (cause) =>
        naming(route, () => {
          throw cause;
        }),
    });
  }
  await printer?.finish();

  return { value: collector.links(), problems };
}

/** Calls `take` with numbered items in their order, however they come. */
function inOrder<T>(take: (i: number, item: T) => void): (i: number, item: T) => void {
  const waiting = new Map<number, T>();
  let next = 0;
  return (i, item) => {
    waiting.set(i, item);
    for (let first = waiting.get(next); first !== undefined; first = waiting.get(next)) {
      waiting.delete(next);
      take(next, first);
      next += 1;
    }
  };
}

/** Gives the links of a part that pages share: as they are remembered, or as `printed` now. */
function createPartLinks(
  { recall, note }: Memory,
  printed: (part: string) => PageLinks | undefined,
): (part: string) => PageLinks {
  const parts = new Map<string, PageLinks>();
  return (part) => {
    const known = parts.get(part);
    if (known) return known;
    const remembered = recall<PageLinks>('part', part);
    const links = remembered ?? printed(part);
    if (!links) throw new Error(`The links of a part of pages are not known: ${part}`);
    if (!remembered) note('part', part, links);
    parts.set(part, links);
    return links;
  };
}

/** Gives what stands for a picture as pages show it, by its path; the same for all that do not exist. */
function createPictureKeys(pictures: Images): (path: string) => string {
  const keys = new Map<string, string>();
  return (path) => {
    const { drawing: _, ...picture } = pictures.get(path) ?? {};
    const key = keys.get(path) ?? keyOf(picture);
    keys.set(path, key);
    return key;
  };
}

/** Names the page on which a template fails. */
function naming<T>({ address, source }: Route, run: () => T): T {
  try {
    return run();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new RenderFault(`The page ${address} of ${source.file} could not be rendered: ${reason}`, {
      cause,
    });
  }
}
