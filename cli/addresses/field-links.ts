import { describedFiles } from '../checks/described-files.ts';
import { type EmbedFile, type FeedBlockFile, slotsOf } from '../content/embeds.ts';
import type { Edition } from '../content/model.ts';
import { referencesIn } from '../content/schema/references.ts';
import type { SourceFile } from '../content/source-file.ts';
import { feedProvider, fillTemplate, unset } from '../pages/embeds.ts';
import type { KeyPath } from '../problems/locate.ts';
import { isOwn } from './links.ts';

/** A value of a field. */
export interface Field {
  readonly source: SourceFile;
  readonly path: KeyPath;
  readonly text: string;
}

export interface FieldLink {
  readonly href: string;
  /** Where it is written; the filling, if the address is a template that is filled. */
  readonly field: Field;
  readonly template?: Field;
}

/** The internal addresses in the fields of shared files, data, pages and notices. */
export function fieldLinks(edition: Edition): FieldLink[] {
  const { shared, baseUrl } = edition;
  const { embeds, data } = shared;
  const links: FieldLink[] = [];
  const notices = [...edition.notices, ...edition.endedNotices].map(({ parsed: { source }, file: data }) => ({
    source,
    data,
  }));

  function add(link: FieldLink) {
    if (isOwn(link.href, baseUrl)) links.push(link);
  }

  /** `values` by placeholder; the first that the template has is the filling. */
  function addFilled(template: Field, values: Readonly<Record<string, Field | undefined>>) {
    const texts = Object.fromEntries(Object.entries(values).map(([name, field]) => [name, field?.text]));
    const href = fillTemplate(template.text, texts);
    for (const [name, field] of Object.entries(values)) {
      // An embed that is not connected has no address yet.
      if (field?.text === unset) return;
      if (field && template.text.includes(`{${name}}`)) return add({ href, field, template });
    }
  }

  function addProvider(provider: string, values: Readonly<Record<string, Field | undefined>>) {
    if (!embeds || !Object.hasOwn(embeds.data.providers, provider)) return;
    for (const key of ['url', 'link'] as const) {
      const text = embeds.data.providers[provider]?.[key];
      const path = ['providers', provider, key];
      if (text !== undefined) addFilled({ source: embeds.source, path, text }, values);
    }
  }

  for (const { source, schema, data } of describedFiles(edition, [], notices)) {
    for (const { reference, path, value } of referencesIn(schema, data)) {
      const field = (key: string, text: string | undefined): Field | undefined =>
        text === undefined ? undefined : { source, path: [...path, key], text };
      const { to } = reference;
      if (to === 'page' || to === 'link') {
        const text = String(value);
        // A template leads somewhere once it is filled.
        if (!text.includes('{')) add({ href: text, field: { source, path, text } });
      } else if (to === 'embed') {
        const { provider, id, category } = value as EmbedFile;
        addProvider(provider, { id: field('id', id), category: field('category', category) });
      } else if (to === 'feed') {
        const { rssUrl } = value as FeedBlockFile;
        addProvider(feedProvider, { feedUrl: field('rssUrl', rssUrl) });
      }
    }
  }
  const { ads } = embeds?.data ?? {};
  for (const [i, placement] of (ads?.placements ?? []).entries()) {
    for (const { slot, width } of slotsOf(placement)) {
      const path = ['ads', 'placements', i, width, 'slot'];
      if (embeds && ads?.provider)
        addProvider(ads.provider, { slot: { source: embeds.source, path, text: slot } });
    }
  }
  const { source, data: books } = data.books ?? {};
  const search = books?.shop?.searchUrl;
  if (!source || search === undefined) return links;
  for (const [i, { title, author, isbn, url }] of books?.books.entries() ?? []) {
    const query = { source, path: ['books', i, 'title'], text: isbn ?? `${title} ${author}` };
    if (url === undefined) addFilled({ source, path: ['shop', 'searchUrl'], text: search }, { query });
  }
  return links;
}
