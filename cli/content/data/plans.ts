import * as z from 'zod';
import { issueAt, link, price, text, title, url } from '../schema/fields.ts';
import { distinct } from '../schema/references.ts';

const plan = z
  .strictObject({
    name: title().describe('The name of the plan.'),
    price: price().describe('What it costs.'),
    period: text().optional().describe('How often that is paid, in words.'),
    features: z.array(text()).default([]).describe('What readers get.'),
    cta: text().optional().describe('The words on the button.'),
    popular: z.boolean().default(false).describe('`true` marks the plan that most readers choose.'),
    path: link().optional().describe('The page that the button leads to; an e-mail if it is left out.'),
    url: url().optional().describe('The checkout elsewhere that the button leads to.'),
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
  ).describe('The plans, in order.'),
});
