import { FaqPage } from '../../../templates/pages/FaqPage.tsx';
import { definePageKind, needed } from '../page-kind.ts';
import { webPage } from '../structured-data.ts';

export const faq = definePageKind({
  name: 'faq',
  summary: 'the questions of `data/faq.yaml`',
  needs: ['faq'],
  props({ edition }) {
    const { source, data } = needed(edition.shared.data.faq);
    return ({ head, idOf, proseOf }) => ({
      ...head(),
      categories: data.categories.map(({ title, items }, i) => ({
        id: idOf(title ?? items[0]?.q ?? ''),
        title,
        items: items.map(({ q, a }, j) => ({ q, a: proseOf(source, a, ['categories', i, 'items', j, 'a']) })),
      })),
    });
  },
  structuredData: (page, site, htmlOf) => [
    webPage('FAQPage', page, site, {
      mainEntity: page.categories.flatMap(({ items }) =>
        items.map(({ q, a }) => ({
          '@type': 'Question',
          name: q,
          acceptedAnswer: { '@type': 'Answer', text: htmlOf(a) },
        })),
      ),
    }),
  ],
  component: FaqPage,
});
