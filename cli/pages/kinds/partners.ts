import { PartnersPage } from '../../../templates/pages/PartnersPage.tsx';
import { definePageKind, isOfKind, needed } from '../page-kind.ts';
import { webPage } from '../structured-data.ts';
import { embedDocument } from './embed.ts';

export const partners = definePageKind({
  name: 'partners',
  summary: 'the documents of `data/partners.yaml`',
  needs: ['partners'],
  shows: ['embeds'],
  props({ edition: { shared }, embeds }) {
    const height = embeds.heights.document;
    return ({ head, proseOf }) => ({
      ...head(),
      documents: needed(shared.data.partners).data.documents.map(({ about, ...file }) => {
        const own = embeds.ownPage(file);
        const block = isOfKind(own, embedDocument)
          ? { document: proseOf(own.source, own.data.body, own.bodyOffset ?? ['body'], 1) }
          : { embed: embeds.embed(file), height };
        return { title: file.title, about, block };
      }),
    });
  },
  structuredData: (page, site) => [webPage('CollectionPage', page, site)],
  component: PartnersPage,
});
