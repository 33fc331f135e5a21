import * as z from 'zod';
import { SubscribePage } from '../../../templates/pages/SubscribePage.tsx';
import { departmentName, link, text, title } from '../../content/schema/fields.ts';
import { newsletterBlock, newsletterField } from '../blocks.ts';
import { definePageKind } from '../page-kind.ts';
import { organizationId, webPage } from '../structured-data.ts';

const why = z.strictObject({
  title: title().describe('The heading.'),
  items: z.array(text()).min(1).describe('The reasons.'),
});
const signIn = z.strictObject({
  text: text().optional().describe('The words before the link.'),
  label: title().describe('The words of the link.'),
  path: link().describe('Where it leads.'),
});
const corporate = z.strictObject({
  title: title().describe('The heading.'),
  text: text().optional().describe('The text.'),
  label: title().describe('The words on the button.'),
  department: departmentName().optional().describe('The department that answers.'),
});

export const subscribe = definePageKind({
  name: 'subscribe',
  summary: 'the plans of `data/plans.yaml`, the newsletter, corporate subscriptions',
  fields: {
    why: why.optional().describe('Why to subscribe.'),
    signIn: signIn.optional().describe('For those who have an account.'),
    newsletter: newsletterField.optional().describe('The newsletter.'),
    plans: z
      .strictObject({ department: departmentName().describe('The department that plans are ordered from.') })
      .optional()
      .describe('What holds for all plans.'),
    corporate: corporate.optional().describe('Subscriptions for companies.'),
  },
  shows: ['embeds', 'plans', 'departments'],
  props(build) {
    const { site, data } = build.edition.shared;
    const { currency } = site.data;
    const money = new Intl.NumberFormat(build.locale, { style: 'currency', currency });
    const { maximumFractionDigits } = money.resolvedOptions();
    const departments = data.departments?.data.departments ?? [];
    const deskOf = (department: string | undefined) =>
      departments.find(({ name }) => name === department) ?? site.data.contact ?? {};
    return (page) => {
      const { file } = page;
      const { corporate } = file;
      const newsletter =
        file.newsletter &&
        newsletterBlock(build, page, file.newsletter, build.embeds.heights.newsletterOnSubscribe);
      return {
        ...page.head(),
        currency,
        plans: (data.plans?.data.plans ?? []).map(({ url, path = url, price, ...plan }) => ({
          ...plan,
          path,
          price: money.format(price),
          amount: price.toFixed(maximumFractionDigits),
        })),
        desk: deskOf(file.plans?.department),
        why: file.why,
        signIn: file.signIn,
        newsletter,
        corporate: corporate && { ...corporate, email: deskOf(corporate.department).email },
      };
    };
  },
  structuredData: (page, site) => [
    webPage('WebPage', page, site),
    ...page.plans.map((plan) => ({
      '@type': 'Product',
      name: `${site.name} ${plan.name}`,
      description: plan.features.join('; ') || undefined,
      image: site.baseUrl + page.shareImage.src,
      brand: { '@id': organizationId(site) },
      offers: {
        '@type': 'Offer',
        price: plan.amount,
        priceCurrency: page.currency,
        availability: 'https://schema.org/InStock',
        url: site.baseUrl + page.path,
      },
    })),
  ],
  component: SubscribePage,
});
