import * as z from 'zod';
import { issueAt, link, price, text, title, url } from '../fields.ts';
import { distinct } from '../references.ts';

const plan = z
  .strictObject({
    name: title(),
    price: price(),
    period: text().optional(),
    features: z.array(text()).default([]),
    cta: text().optional(),
    popular: z.boolean().default(false),
    path: link().optional(),
    url: url().optional(),
  })
  .superRefine(({ path, url }, context) => {
    if (path === undefined || url === undefined) return;
    issueAt(context, ['url'], {
      rule: 'invalid-value',
      message: 'The button of this plan cannot lead to both `path` and `url`.',
      hint: 'Remove one of the two.',
    });
  });

/** `data/plans.yaml`: what a subscription costs. */
export const plans = z.strictObject({
  plans: distinct(
    z.array(plan).min(1),
    { names: ({ name }) => [[name, 'name']], message: (name) => `Two plans have the name \`${name}\`.` },
    {
      names: ({ popular }) => [[popular ? 'popular' : undefined, 'popular']],
      message: () => 'Two plans are marked as the one that most readers choose.',
    },
  ),
});
