import type { Edition } from '../model.ts';
import { fillTemplate } from '../page-kinds/embeds.ts';
import type { KeyPath } from '../problems/locate.ts';
import type { EmbedFile } from '../sources/embeds.ts';
import { referencesIn } from '../sources/references.ts';
import type { SourceFile } from '../sources/source-file.ts';
import { describedFiles } from './files.ts';

/** An address that content has in two pieces: a template with placeholders, and what fills one of them. */
export interface MadeLink {
  readonly template: Piece;
  readonly filling: Piece;
  /** The placeholder that `filling` fills. */
  readonly name: string;
}

interface Piece {
  readonly source: SourceFile;
  readonly path: KeyPath;
  readonly text: string;
}

type Values = Readonly<Record<string, Omit<Piece, 'source'> | undefined>>;

/** The addresses made of a template and its fillings, as pages link to them. */
export function madeLinks({ shared, pages }: Edition): ReadonlyMap<string, readonly MadeLink[]> {
  const { embeds, data } = shared;
  const made = new Map<string, MadeLink[]>();

  function add(template: Piece, source: SourceFile, values: Values) {
    const texts = Object.fromEntries(Object.entries(values).map(([name, piece]) => [name, piece?.text]));
    const href = fillTemplate(template.text, texts);
    const [name, filling] =
      Object.entries(values).find(([name, piece]) => piece && template.text.includes(`{${name}}`)) ?? [];
    if (name === undefined || !filling) return;
    const link: MadeLink = { template, filling: { source, ...filling }, name };
    const others = made.get(href);
    if (others) others.push(link);
    else made.set(href, [link]);
  }

  function addProvider(provider: string, source: SourceFile, values: Values) {
    if (!embeds) return;
    const known = Object.hasOwn(embeds.data.providers, provider)
      ? embeds.data.providers[provider]
      : undefined;
    for (const key of ['url', 'link'] as const) {
      const text = known?.[key];
      if (text !== undefined)
        add({ source: embeds.source, path: ['providers', provider, key], text }, source, values);
    }
  }

  for (const { source, schema, data } of describedFiles(shared, pages, [])) {
    for (const { reference, path, value } of referencesIn(schema, data)) {
      if (reference.to !== 'embed') continue;
      const { provider, id, category } = value as EmbedFile;
      addProvider(provider, source, {
        id: { path: [...path, 'id'], text: id },
        category: category === undefined ? undefined : { path: [...path, 'category'], text: category },
      });
    }
  }
  const ads = embeds?.data.ads;
  for (const [i, placement] of (ads?.placements ?? []).entries()) {
    for (const key of ['desktop', 'mobile'] as const) {
      const slot = { path: ['ads', 'placements', i, key, 'slot'], text: placement[key].slot };
      if (embeds && ads) addProvider(ads.provider, embeds.source, { slot });
    }
  }
  const text = data.books?.data.shop?.searchUrl;
  if (!data.books || text === undefined) return made;
  const { source } = data.books;
  for (const [i, { title, author, isbn, url }] of data.books.data.books.entries()) {
    const query = { path: ['books', i, 'title'], text: isbn ?? `${title} ${author}` };
    if (url === undefined) add({ source, path: ['shop', 'searchUrl'], text }, source, { query });
  }
  return made;
}

/** What is in the place of a placeholder in those of `addresses` that a template can make. */
export function fillingsOf({ template, name }: MadeLink, addresses: readonly string[]): string[] {
  const path = template.text.replace(/^https?:\/\/[^/]*/i, '').replace(/[?#].*$/, '');
  const escaped = path.split(/\{\w+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, found]) => found);
  const at = names.indexOf(name);
  if (at === -1) return [];
  const pattern = new RegExp(`^${escaped.join('([^/]+)')}$`);
  return addresses.flatMap((address) => {
    const found = pattern.exec(address)?.[at + 1];
    return found === undefined ? [] : [found];
  });
}
