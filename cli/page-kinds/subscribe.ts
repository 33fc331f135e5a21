import * as z from 'zod';
import { SubscribePage } from '../../templates/pages/SubscribePage.tsx';
import { departmentName, link, text, title } from '../sources/fields.ts';
import { newsletterBlock, newsletterField } from './blocks.ts';
import { definePageKind } from './page-kind.ts';
import { originsOfBlock } from './policy.ts';
import { organizationId, webPage } from './structured-data.ts';

/** What a subscription costs, and how to start one. */
export const subscribe = definePageKind({
  name: 'subscribe',
  summary: 'the plans of `data/plans.yaml`, the newsletter, corporate subscriptions',
  fields: {
    why: z.strictObject({ title: title(), items: z.array(text()).min(1) }),
    signIn: z.strictObject({ text: text(), label: title(), path: link() }),
    newsletter: newsletterField,
    plans: z.strictObject({ department: departmentName() }).optional(),
    corporate: z.strictObject({ title: title(), text: text(), label: title(), department: departmentName() }),
  },
  shows: ['embeds', 'plans', 'departments'],
  props(build) {
    const { site, embeds, data } = build.edition.shared;
    const deskOf = (department: string | undefined) =>
      data.departments.data.departments.find(({ name }) => name === department) ?? site.data.contact;
    return (page) => {
      const { file } = page;
      const { title, text, label, department } = file.corporate;
      return {
        ...page.head(),
        plans: data.plans.data.plans.map(({ url, path = url, price, ...plan }) => ({
          ...plan,
          path,
          price: price.toFixed(2),
        })),
        desk: deskOf(file.plans?.department),
        why: file.why,
        signIn: file.signIn,
        newsletter: newsletterBlock(build, page, file.newsletter, embeds.data.heights.newsletterOnSubscribe),
        corporate: { title, text, label, email: deskOf(department).email },
      };
    };
  },
  policy: ({ newsletter: { block } }) => ({ frames: originsOfBlock(block), sendsMail: 'form' in block }),
  structuredData: (page, site) => [
    webPage('WebPage', page, site),
    ...page.plans.map((plan) => ({
      '@type': 'Product',
      name: `${site.name} ${plan.name}`,
      description: plan.features.join('; '),
      image: site.baseUrl + page.shareImage.src,
      brand: { '@id': organizationId(site) },
      offers: {
        '@type': 'Offer',
        price: plan.price,
        priceCurrency: 'USD',
        availability: 'https://schema.org/InStock',
        url: site.baseUrl + page.path,
      },
    })),
  ],
  component: SubscribePage,
});
