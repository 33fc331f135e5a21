import { RssPage } from '../../../templates/pages/RssPage.tsx';
import { definePageKind } from '../page-kind.ts';

/** The feed as text, so that hosts send it as `text/plain`; in a frame, because it is larger than the page. */
export const feedTextFile = 'rss.txt';

export const rss = definePageKind({
  name: 'rss',
  summary: 'the feed as text, and its address',
  props:
    ({ edition }) =>
    ({ head }) => ({
      ...head(),
      hasWholeTitle: true,
      feedText: `/${feedTextFile}`,
      feedUrl: `${edition.baseUrl}/rss.xml`,
    }),
  component: RssPage,
});
