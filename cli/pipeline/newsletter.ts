import { readFileSync } from 'node:fs';
import type { MailStory, NewsletterMail } from '../../templates/Newsletter.tsx';
import type { Picture, Site } from '../../templates/types.ts';
import { fileName } from '../images/file-name.ts';
import { inPool, processImage } from '../images/pool.ts';
import { hashOfFile, keyOf } from '../lib/content-hash.ts';
import type { FileCache } from '../lib/file-cache.ts';
import type { Edition, EditionPost, OutputFile } from '../model.ts';
import { themeColors } from '../theme/colors.ts';

/** In pixels. */
const pictureWidth = 600;
/** In characters. With 15 stories the largest newsletter stays below 100 KB, where mail programs cut it off. */
const maxText = 400;
/** The lines of the text version. */
const lineLength = 72;

/** The newest posts as an e-mail, if site.yaml wants one. Rejects with errors of sharp and of the disk. */
export async function newsletter(
  edition: Edition,
  site: Site,
  cache: FileCache,
  templates: string | undefined,
  render: (mail: NewsletterMail) => Promise<string>,
): Promise<OutputFile[]> {
  const { newsletter, contact = {} } = edition.shared.site.data;
  const posts = edition.posts.slice(0, newsletter?.stories);
  if (!newsletter || posts.length === 0) return [];
  const pictures = await Promise.all(posts.map((post) => pictureOf(post, edition, cache)));
  const { light, dark } = themeColors(edition.shared.theme?.data ?? {});
  const { street, city, state, postalCode, country } = contact;
  const region = [state, postalCode].filter(Boolean).join(' ');
  const mail: NewsletterMail = {
    site,
    intro: newsletter.intro,
    footer: newsletter.footer,
    sender: [site.publisher, street, [city, region].filter(Boolean).join(', '), country].flatMap((line) =>
      line ? [line] : [],
    ),
    colors: { light, dark },
    stories: posts.map(({ post }, i) => ({
      title: post.title,
      text: shortened(post.excerpt),
      category: post.sponsored?.label ?? post.category.name,
      url: site.baseUrl + post.path,
      picture: pictures[i]?.picture,
    })),
  };
  return [
    ...pictures.flatMap((made) => made?.file ?? []),
    {
      path: 'newsletter.html',
      content: {
        key: keyOf('newsletter', mail, templates),
        make: () => render(mail),
      },
    },
    { path: 'newsletter.txt', content: textOf(mail) },
  ];
}

/** The photograph of a post as JPEG, since mail programs do not show newer formats. */
async function pictureOf({ post, parsed }: EditionPost, edition: Edition, cache: FileCache) {
  const path = parsed.data.imageUrl;
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
  const src = `assets/${fileName(post.path.replace('/blog/', ''), hashOfFile(copyOf))}.jpg`;
  const picture: Picture = {
    src: `${edition.baseUrl}/${src}`,
    alt: shortened(post.picture.alt || post.title),
    width,
    height,
  };
  return { picture, file: { path: src, content: { copyOf } } };
}

/** A text cut at a space if it is long. */
const shortened = (text: string): string =>
  text.length <= maxText ? text : text.slice(0, maxText).replace(/\s+\S*$/, ' …');

/** The version for mail programs that show no HTML. */
function textOf({ site, intro, stories, sender, footer }: NewsletterMail): string {
  const storyText = ({ title, text, url }: MailStory) => [wrapped(title), wrapped(text), url].join('\n');
  const head = [site.name, site.day?.text].filter((line) => line !== undefined).join('\n');
  return `${[
    head,
    ...(intro === undefined ? [] : [wrapped(intro)]),
    ...stories.map(storyText),
    ['-- ', ...sender, site.baseUrl].join('\n'),
    ...(footer === undefined ? [] : [wrapped(footer)]),
  ].join('\n\n')}\n`;
}

/** A text in lines; addresses and other long words stay whole. */
const wrapped = (text: string): string =>
  text.replace(new RegExp(`(?!.{1,${lineLength}}$)(.{1,${lineLength}}|\\S+)\\s+`, 'gm'), '$1\n');
