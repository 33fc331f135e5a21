import type { Edition, ParsedPage } from '../content/model.ts';
import { services, unsubscribeTag } from '../content/newsletter.ts';
import type { SiteFile } from '../content/site.ts';
import { home } from '../pages/kinds/home.ts';
import { subscribe } from '../pages/kinds/subscribe.ts';
import { isOfKind } from '../pages/page-kind.ts';
import type { KeyPath } from '../problems/locate.ts';
import { doubt, type Problem, problem } from '../problems/problem.ts';

/** What the law of the US asks of a newsletter and this one lacks: https://www.ftc.gov/can-spam */
export function legalLacks({ newsletter, contact = {} }: SiteFile): string[] {
  const { service } = newsletter?.signup ?? {};
  if (!newsletter || (service && services[service].addsBoth)) return [];
  const asked = 'as the law of the US asks for';
  return [
    unsubscribeTag(newsletter) === undefined &&
      `The newsletter has no link to unsubscribe, ${asked}: write what the mailer replaces by it in \`footer\`, such as \`{{ unsubscribe_url }}\`.`,
    !contact.street &&
      `The newsletter has no postal address, ${asked}: add \`contact\` with a \`street\`, or a post office box.`,
  ].filter((lack) => lack !== false);
}

/** Sign-ups without a form, and what the law asks for. */
export function newsletterProblems({ shared: { site }, pages, note, broken }: Edition): Problem[] {
  if (broken.has(site.source.path)) return [];
  const { newsletter } = site.data;
  return [
    newsletter?.time && !newsletter.days
      ? doubt(site.source, ['newsletter', 'time'], 'Without `days`, this time does nothing.', {
          hint: 'Add the days on which it comes, such as `days: [tuesday, friday]`, or remove the line.',
        })
      : [],
    note && !newsletter
      ? doubt(note.source, 'top', 'The paper has no newsletter, so nobody reads this note.', {
          hint: 'Add `newsletter` to site.yaml, or remove the file.',
        })
      : [],
    ...legalLacks(site.data).map((message) => doubt(site.source, ['newsletter'], message)),
    ...(newsletter?.signup ? [] : pages).flatMap((page) =>
      formless(page).map((path) =>
        problem(page.source, path, {
          rule: 'missing-key',
          message: 'Nobody can sign up here: the paper has no form for it.',
          hint: 'Add `newsletter` with `signup` to site.yaml, or a `form` here.',
        }),
      ),
    ),
  ].flat();
}

/** The sign-ups of a page that have no form of their own. */
function formless(page: ParsedPage): KeyPath[] {
  if (isOfKind(page, subscribe))
    return page.data.newsletter && !page.data.newsletter.form ? [['newsletter']] : [];
  return (isOfKind(page, home) ? page.data.blocks : []).flatMap((block, i): KeyPath[] =>
    block.block === 'newsletter' && !block.form ? [['blocks', i]] : [],
  );
}
