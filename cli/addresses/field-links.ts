import { describedFiles } from '../checks/described-files.ts';
import type { EmbedFile } from '../content/embeds.ts';
import type { Edition } from '../content/model.ts';
import { referencesIn } from '../content/schema/references.ts';
import type { SourceFile } from '../content/source-file.ts';
import { fillTemplate, unset } from '../pages/embeds.ts';
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

/** The internal addresses in the fields of shared files, data, pages and notices, and those of embeds. */
export function fieldLinks(edition: Edition): FieldLink[] {
  const { embeds } = edition.shared;
  const notices = [...edition.notices, ...edition.endedNotices].map(({ parsed: { source }, file: data }) => ({
    source,
    data,
  }));

  function ofEmbed(at: Omit<Field, 'text'>, { provider, id, category }: EmbedFile): FieldLink[] {
    // One that is not connected has no address yet.
    if (!embeds || !Object.hasOwn(embeds.data.providers, provider) || id === unset) return [];
    return (['url', 'link'] as const).flatMap((key) => {
      const text = embeds.data.providers[provider]?.[key];
      if (text === undefined) return [];
      const template = { source: embeds.source, path: ['providers', provider, key], text };
      const filling = Object.entries({ id, category }).find(([name]) => text.includes(`{${name}}`));
      if (filling?.[1] === undefined) return [];
      const field = { source: at.source, path: [...at.path, filling[0]], text: filling[1] };
      return { href: fillTemplate(text, { id, category }), field, template };
    });
  }

  const links = describedFiles(edition, [], notices).flatMap(({ source, schema, data }) =>
    referencesIn(schema, data).flatMap(({ reference: { to }, path, value }): FieldLink[] => {
      if (to === 'embed') return ofEmbed({ source, path }, value as EmbedFile);
      const text = String(value);
      // A template leads somewhere once it is filled.
      const isLink = (to === 'page' || to === 'link') && !text.includes('{');
      return isLink ? [{ href: text, field: { source, path, text } }] : [];
    }),
  );
  return links.filter(({ href }) => isOwn(href, edition.baseUrl));
}
