import type { Edition } from '../content/model.ts';
import { services, unsubscribeTag } from '../content/newsletter.ts';
import type { SiteFile } from '../content/site.ts';
import { home } from '../pages/kinds/home.ts';
import { newsletter as newsletterPage } from '../pages/kinds/newsletter.ts';
import { subscribe } from '../pages/kinds/subscribe.ts';
import { isOfKind } from '../pages/page-kind.ts';
import { type Problem, problem } from '../problems/problem.ts';

/** What the law of the US asks of a newsletter and this one lacks, each with its cure: https://www.ftc.gov/can-spam */
export function legalLacks({
  newsletter,
  contact = {},
}: SiteFile): (readonly [message: string, hint: string])[] {
  const { service } = newsletter?.signup ?? {};
  if (!newsletter || (service && services[service].addsBoth)) return [];
  const asked = 'which the law of the US asks for';
  const tag = 'Write the placeholder of the mailer in `footer`, such as `{{ unsubscribe_url }}`.';
  const address = 'Add `contact` with `street`, `city` and `postalCode`; a post office box will do.';
  return [
    ...(unsubscribeTag(newsletter)
      ? []
      : [[`The newsletter has no link to unsubscribe, ${asked}.`, tag] as const]),
    ...(contact.street ? [] : [[`The newsletter has no postal address, ${asked}.`, address] as const]),
  ];
}

/** Sign-ups without a form, pages of a newsletter that there is not, and what the law asks for. */
export function newsletterProblems({ shared: { site }, pages, broken }: Edition): Problem[] {
  if (broken.has(site.source.path)) return [];
  const { newsletter } = site.data;
  const doubts = legalLacks(site.data).map(([message, hint]) =>
    problem(site.source, ['newsletter'], { rule: 'doubtful-value', severity: 'warning', message, hint }),
  );
  const lacking = pages.flatMap((page) => {
    const lacks = (path: (string | number)[], message: string, hint: string) =>
      problem(page.source, path, { rule: 'missing-key', message, hint });
    if (!newsletter && isOfKind(page, newsletterPage))
      return lacks(
        ['template'],
        'The paper has no newsletter.',
        'Add `newsletter` to site.yaml, or remove this page.',
      );
    const blocks = isOfKind(page, home) ? page.data.blocks : [];
    const paths = blocks.flatMap((block, i) =>
      block.block === 'newsletter' && !block.form ? [['blocks', i]] : [],
    );
    if (isOfKind(page, subscribe) && page.data.newsletter && !page.data.newsletter.form)
      paths.push(['newsletter']);
    return newsletter?.signup
      ? []
      : paths.map((path) =>
          lacks(path, 'This sign-up has no form.', 'Add `form`, or `newsletter` with `signup` to site.yaml.'),
        );
  });
  return [...doubts, ...lacking];
}
