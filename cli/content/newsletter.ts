import * as z from 'zod';
import type { Signup } from '../../templates/types.ts';
import { weekdays } from './data/events.ts';
import { secureUrlIssue } from './schema/address-issues.ts';
import { dayOrMoment, issueAt, origin, text, timeOfDay, title, url, whole, word } from './schema/fields.ts';
import { distinct } from './schema/references.ts';

/** A service that sends newsletters: its form, and what it `needs` of the paper, in words and as patterns, whose groups `$1` stands for. */
interface Service {
  readonly needs: string;
  readonly id?: RegExp;
  readonly form?: RegExp;
  /** Where the form leads, if the paper does not name it. */
  readonly action?: string;
  /** The names of the field for the address, and of one that only robots fill in. */
  readonly field?: string;
  readonly trap?: string;
  readonly hidden?: Readonly<Record<string, string>>;
  /** What it replaces by the address to unsubscribe, and whether it adds that and a postal address itself. */
  readonly tag?: string;
  readonly addsBoth?: boolean;
}

const serviceNames = ['buttondown', 'kit', 'mailchimp', 'listmonk'] as const;

/**
 * From their documentation: docs.buttondown.com, help.kit.com, mailchimp.com/help/about-campaign-footers and the embedded forms that Kit and
 * Mailchimp give, listmonk’s static/public/templates/subscription-form.html. None names another host that its form redirects to.
 */
export const services: Readonly<Record<(typeof serviceNames)[number], Service>> = {
  buttondown: {
    action: 'https://buttondown.com/api/emails/embed-subscribe/$1',
    hidden: { embed: '1' },
    tag: '{{ unsubscribe_url }}',
    id: /^([\w-]+)$/,
    needs: '`id`, the name of the newsletter as in `buttondown.com/courier`',
  },
  kit: {
    action: 'https://app.kit.com/forms/$1/subscriptions',
    field: 'email_address',
    tag: '{{ unsubscribe_url }}',
    id: /^(\d+)$/,
    needs: '`id`, in quotes the number of the form as in `app.kit.com/forms/1234567`',
  },
  mailchimp: {
    field: 'EMAIL',
    trap: 'b_$1_$2',
    tag: '*|UNSUB|*',
    addsBoth: true,
    form: /^https:\/\/[\w.-]+\.list-manage\.com\/subscribe\/post\?u=(\w+)&id=(\w+).*$/,
    needs: '`action`, that of its embedded form: `https://….list-manage.com/subscribe/post?u=…&id=…`',
  },
  listmonk: {
    trap: 'nonce',
    hidden: { l: '$1' },
    tag: '{{ UnsubscribeURL }}',
    id: /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/,
    form: /^https?:\/\/[^?#]+\/subscription\/form$/,
    needs: '`action`, which ends with `/subscription/form`, and `id`, the UUID of the list',
  },
};

const serviceOf = (name: keyof typeof services | undefined): Service =>
  name ? services[name] : { form: /^/, needs: '`action`, the address that the form of the service leads to' };

const signup = z
  .strictObject({
    service: z.enum(serviceNames).optional().describe('The service; any other is named by `action` alone.'),
    id: word().optional().describe('What the service calls the newsletter, the form or the list.'),
    action: url(secureUrlIssue).optional().describe('Where the form leads.'),
    field: word().optional().describe('The name of the field for the address, such as `email`.'),
    hidden: z.record(word(), word()).default({}).describe('What else the form sends.'),
    origins: z
      .array(origin())
      .default([])
      .describe('Where the service redirects to, if not to itself; some browsers stop a form there.'),
    title: title().optional().describe('The heading.'),
    text: text().optional().describe('A line of promise; when the newsletter comes if it is left out.'),
    privacy: text().optional().describe('A line on what becomes of the address.'),
  })
  .superRefine(({ service, ...given }, context) => {
    const { id, form: action, needs } = serviceOf(service);
    for (const [key, form] of Object.entries({ id, action })) {
      const value = given[key as 'id' | 'action'];
      if (form ? form.test(value ?? ' ') && value : value === undefined) continue;
      const rule = value === undefined ? 'missing-key' : 'invalid-value';
      const message = `This is not what a form of ${service ?? 'a service'} needs.`;
      const suggestion = value?.includes('&amp;') ? value.replaceAll('&amp;', '&') : undefined;
      issueAt(context, [key], { rule, message, hint: `Write ${needs}.`, suggestion });
    }
  });

/** `newsletter` of site.yaml. */
export const newsletterSchema = z.strictObject({
  stories: whole(1, 15).default(10).describe('How many of the newest posts it has.'),
  intro: text().optional().describe('What stands before them.'),
  events: z.boolean().optional().describe('`true` adds what is on in the next seven days.'),
  // Placeholders of mailers must not be changed.
  footer: word()
    .optional()
    .describe('The last line, such as the placeholder of the mailer for its link to unsubscribe.'),
  days: distinct(z.array(z.enum(weekdays)).min(1), {
    names: (day) => [[day]],
    message: (day) => `\`${day}\` is in this list twice.`,
  })
    .optional()
    .describe('The days on which it comes; each has the posts since the one before.'),
  time: timeOfDay().optional().describe('When it comes on these days; 06:00 if it is left out.'),
  signup: signup.optional().describe('The form by which readers sign up at a service.'),
});

/** When an issue comes, if the paper does not say. */
export const usualTime = '06:00';

export type NewsletterFile = z.infer<typeof newsletterSchema>;

export const noteName = 'newsletter.md';

/** The front matter of `newsletter.md`, a note of the editor in the newsletter. */
export const noteSchema = z.strictObject({
  date: dayOrMoment().describe('When it was written: it is in the newsletter of that time alone.'),
});

export type NoteFile = z.infer<typeof noteSchema>;

export function signupOf({ signup }: NewsletterFile, privacy: string): Signup | undefined {
  if (!signup) return undefined;
  const { service, id = '', action: form = '' } = signup;
  const known = serviceOf(service);
  const fill = (text: string) =>
    known.id ? id.replace(known.id, text) : form.replace(known.form ?? '', text);
  const action = known.action ? fill(known.action) : form;
  const filled = Object.entries(known.hidden ?? {}).map(([name, text]) => [name, fill(text)]);
  return {
    action,
    field: signup.field ?? known.field ?? 'email',
    hidden: Object.entries({ ...Object.fromEntries(filled), ...signup.hidden }),
    trap: known.trap && fill(known.trap),
    origins: [...new Set([new URL(action).origin, ...signup.origins])],
    privacy: signup.privacy ?? privacy,
  };
}

/** What a mailer replaces by the address to unsubscribe: that in the footer, else that of the service if there are days. */
export const unsubscribeTag = ({ footer = '', days, signup }: NewsletterFile): string | undefined =>
  /\{\{?[^{}]*unsub[^{}]*\}\}?|\*\|[^|]*unsub[^|]*\|\*|(%{1,2})[^%]*unsub[^%]*\1|\[[^\]]*unsub[^\]]*\]/i.exec(
    footer,
  )?.[0] ??
  (days && signup?.service && services[signup.service].tag);
