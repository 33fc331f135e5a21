import { readFileSync } from 'node:fs';
import type { NewsletterMail } from '../../templates/Newsletter.tsx';
import type { Picture, Site } from '../../templates/types.ts';
import { wordsIn } from '../../templates/words/words.ts';
import { markdown } from '../content/markdown/markdown.ts';
import type { Edition, EditionPost, OutputFile } from '../content/model.ts';
import { unsubscribeTag } from '../content/newsletter.ts';
import { cutLine } from '../headlines/feed-text.ts';
import { createClock } from '../lib/clock.ts';
import { hashOfFile } from '../lib/content-hash.ts';
import type { FileCache } from '../lib/file-cache.ts';
import { themeColors } from '../look/colors.ts';
import { fileName } from '../look/pictures.ts';
import { inPool, processImage } from '../look/pool.ts';
import { createCampaigns } from '../pages/campaigns.ts';
import { issueOf } from '../pages/issue.ts';
import { newsletter as newsletterPage } from '../pages/kinds/newsletter.ts';
import { isOfKind } from '../pages/page-kind.ts';
import { usual } from '../pages/placing.ts';

const pictureWidth = 600;
/** In characters. With 15 stories the largest newsletter stays below 100 KB, where mail programs cut it off. */
const maxText = 400;

/** Whether a file is the newsletter: the mail, then its text. */
export const isNewsletter = (path: string): boolean =>
  /^newsletter\.(?:html|txt)$|\/latest\.html$/.test(path);

/** The newest posts as an e-mail, if site.yaml wants one. Rejects with errors of sharp and of the disk. */
export async function newsletter(
  edition: Edition,
  site: Site,
  cache: FileCache,
  keyOfPage: (props: object) => string,
  render: (mail: NewsletterMail) => Promise<string>,
): Promise<OutputFile[]> {
  const { newsletter, contact = {} } = edition.shared.site.data;
  const issue = issueOf(edition);
  if (!newsletter || !issue) return [];
  const page = edition.pages.find((page) => isOfKind(page, newsletterPage))?.data.path;
  const unsubscribe = issue.of && unsubscribeTag(newsletter);
  const posts = [...issue.posts, ...issue.notices];
  const weightOf = ({ parsed }: EditionPost) => (issue.of && parsed.data.weight) ?? usual;
  const pictures = await Promise.all(
    posts.map((post) => {
      const { path, title, picture } = post.post;
      const of = { name: path.replace('/blog/', ''), alt: picture?.alt || title };
      return weightOf(post) < usual ? undefined : pictureOf(post.parsed.data.imageUrl, of, edition, cache);
    }),
  );
  const then = issue.of ? createClock(new Date(issue.of.span[1])) : edition.clock;
  const [ad] = createCampaigns(edition, then)('letter');
  const adPicture =
    ad && (await pictureOf(ad.wide.src.slice(1), { name: ad.id, alt: ad.wide.alt }, edition, cache));
  const note = issue.note === undefined ? undefined : markdown(issue.note, edition.pictures);
  const sponsor = ad && {
    title: ad.sponsor ?? site.name,
    excerpt: ad.wide.alt,
    sponsored: ad.sponsor && wordsIn(site.language).page.advertisement,
    url: ad.url.startsWith('/') ? site.baseUrl + ad.url : ad.url,
    picture: adPicture?.picture,
  };
  const stories = posts.map(({ post, parsed }, i): NewsletterMail['stories'][number] => ({
    title: post.title,
    excerpt: cutLine(post.excerpt, maxText),
    category: post.category.name,
    when: post.published.when,
    sponsored: post.sponsored?.label,
    url: site.baseUrl + post.path,
    picture: pictures[i]?.picture,
    weight: (issue.of && parsed.data.weight) || undefined,
  }));
  const { street, city, state, postalCode, country } = contact;
  const hasTag = unsubscribe !== undefined && newsletter.footer?.includes(unsubscribe);
  const mail: NewsletterMail = {
    site: issue.of ? { ...site, day: issue.of } : site,
    page,
    intro: newsletter.intro,
    note: issue.note,
    noteHtml: note?.html.replace(/ (href|src)="\//g, ` $1="${site.baseUrl}/`),
    footer: joined(' ', newsletter.footer, hasTag ? undefined : unsubscribe) || undefined,
    unsubscribe,
    sender: joined('\n', site.publisher, street, joined(', ', city, joined(' ', state, postalCode)), country),
    colors: themeColors(edition.shared.theme?.data ?? {}).light,
    stories: sponsor && stories.length > 0 ? stories.toSpliced(1, 0, sponsor) : stories,
    events: issue.events,
  };
  return [
    ...[...pictures, adPicture].flatMap((made) => made?.file ?? []),
    {
      path: page === undefined ? 'newsletter.html' : `${page.slice(1)}/latest.html`,
      content: { key: keyOfPage(mail), make: () => render(mail) },
    },
    { path: 'newsletter.txt', content: textOf(mail) },
  ];
}

/** A photograph of `media/` as JPEG, since mail programs do not show newer formats. */
async function pictureOf(
  path: string | undefined,
  { name, alt }: { readonly name: string; readonly alt: string },
  edition: Edition,
  cache: FileCache,
) {
  const image = edition.pictures.get(path ?? '');
  const original = edition.media.find((file) => file.path === path);
  if (!image || !original || image.isUnusable || image.drawing) return undefined;
  const width = Math.min(pictureWidth, image.width);
  const height = Math.round((image.height * width) / image.width);
  const copyOf = await inPool(() =>
    cache.file(`${image.key}-mail`, 'jpg', () =>
      processImage(readFileSync(original.absolute), (opened) =>
        opened.autoOrient().resize({ width, height, fit: 'fill' }).flatten({ background: '#fff' }).jpeg(),
      ),
    ),
  );
  const src = `assets/${fileName(name, hashOfFile(copyOf))}.jpg`;
  const picture: Picture = { src: `${edition.baseUrl}/${src}`, alt: cutLine(alt, maxText), width, height };
  return { picture, file: { path: src, content: { copyOf } } };
}

/** Texts with a sign between them, without those that are empty or missing. */
const joined = (sign: string, ...texts: readonly (string | undefined)[]) => texts.filter(Boolean).join(sign);

function textOf(mail: NewsletterMail): string {
  const { site, intro, note, stories, events, sender, footer, unsubscribe } = mail;
  const { newsletter } = wordsIn(site.language);
  const dates = events?.events.map(({ text, title, where }) => joined(': ', text, title, where)) ?? [];
  const parts = [
    `${site.name}\n${site.day?.text}`,
    intro,
    note?.trim(),
    ...stories.map(({ title, excerpt, url, sponsored, when }) =>
      [sponsored, title, when, excerpt, url].filter((line) => line !== undefined).join('\n'),
    ),
    events && [`${events.title}\n`, ...dates].join('\n'),
    `-- \n${sender}\n${site.baseUrl}`,
    unsubscribe ? footer?.replace(unsubscribe, `${newsletter.unsubscribe}: ${unsubscribe}`) : footer,
  ];
  return `${parts.filter((part) => part !== undefined).join('\n\n')}\n`;
}
