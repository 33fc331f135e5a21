import { NewsletterPage } from '../../../templates/pages/NewsletterPage.tsx';
import { markdown } from '../../content/schema/fields.ts';
import { formField, newsletterBlock, whenOf } from '../blocks.ts';
import { issueOf } from '../issue.ts';
import { type Build, definePageKind, isOfKind } from '../page-kind.ts';
import { riverOf } from '../setting.ts';
import { subscribe } from './subscribe.ts';

export const newsletter = definePageKind({
  name: 'newsletter',
  summary: 'what the newsletter of site.yaml is, when it comes, its form, and the last one as text',
  fields: {
    body: markdown().optional().describe('What the newsletter is.'),
    form: formField.optional().describe('A form in place of the `signup` of site.yaml.'),
  },
  shows: ['embeds'],
  props(build) {
    const issue = issueOf(build.edition);
    return (page) => {
      const { body, form } = page.file;
      const text = whenOf(build);
      const newsletter = newsletterBlock(build, page, { form, text }, build.embeds.heights.newsletter);
      return {
        ...page.head(),
        body: body === undefined ? undefined : page.prose(body),
        newsletter,
        last: issue && {
          day: issue.of?.text,
          path: `${page.address}/latest.html`,
          stories: riverOf(issue.posts, new Set(issue.posts.flatMap(({ post }) => post.picture?.src ?? []))),
        },
      };
    };
  },
  component: NewsletterPage,
});

/** The page of the newsletter, else the one with plans where readers sign up for it. */
export const newsletterPageOf = ({ edition: { pages }, addressOf }: Build): string | undefined =>
  addressOf('newsletter') ??
  pages.find((page) => isOfKind(page, subscribe) && page.data.newsletter)?.data.path;
