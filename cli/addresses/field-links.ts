import { describedFiles } from '../checks/described-files.ts';
import type { EmbedFile } from '../content/embeds.ts';
import type { Edition } from '../content/model.ts';
import { referencesIn } from '../content/schema/references.ts';
import type { SourceFile } from '../content/source-file.ts';
import { fillTemplate, unset } from '../pages/embeds.ts';
import type { KeyPath } from '../problems/locate.ts';
import { isOwn } from './links.ts';

/** An address in a field; of one that the provider of an embed makes of the field's value, what stands before that. */
export interface FieldLink {
  readonly href: string;
  readonly source: SourceFile;
  readonly path: KeyPath;
  readonly start?: string | undefined;
}

/** The internal addresses in the fields of shared files, data, pages and notices, and those of embeds. */
export function fieldLinks(edition: Edition): FieldLink[] {
  const { embeds } = edition.shared;
  const notices = [...edition.notices, ...edition.endedNotices].map(({ parsed: { source }, file: data }) => ({
    source,
    data,
  }));

  function ofEmbed(source: SourceFile, path: KeyPath, { provider, id, category }: EmbedFile): FieldLink[] {
    // One that is not connected has no address yet.
    if (!embeds || !Object.hasOwn(embeds.data.providers, provider) || id === unset) return [];
    const { url, link } = embeds.data.providers[provider] ?? {};
    return [url, link].flatMap((template = '') => {
      const [start, rest] = template.split('{id}');
      if (rest === undefined) return [];
      return { href: fillTemplate(template, { id, category }), source, path: [...path, 'id'], start };
    });
  }

  const links = describedFiles(edition, [], notices).flatMap(({ source, schema, data }) =>
    referencesIn(schema, data).flatMap(({ reference: { to }, path, value }): FieldLink[] => {
      if (to === 'embed') return ofEmbed(source, path, value as EmbedFile);
      const text = String(value);
      // A template leads somewhere once it is filled.
      const isLink = (to === 'page' || to === 'link') && !text.includes('{');
      return isLink ? [{ href: text, source, path }] : [];
    }),
  );
  return links.filter(({ href }) => isOwn(href, edition.baseUrl));
}
