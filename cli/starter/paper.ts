import { stringify } from 'yaml';
import { isReservedFolder } from '../sources/public-file.ts';
import { slugify } from '../sources/schema/slugs.ts';
import type { StarterTexts } from './english.ts';
import { starterTextsIn } from './texts.ts';

/** What the founder of a paper says of it. */
export interface Founding {
  readonly name: string;
  readonly place: string | undefined;
  /** A name of the tz database. */
  readonly timeZone: string;
  /** A language tag whose first part is `en` or `es`. */
  readonly language: string;
  /** The names of its sections; at least one. */
  readonly sections: readonly string[];
  /** Scheme and host, without a slash at the end. */
  readonly address: string;
  /** When its first story appears, with an offset. */
  readonly published: string;
}

/** One file of content. */
export interface StarterFile {
  /** Inside the content folder. */
  readonly path: string;
  readonly text: string;
}

/** Addresses of the starter's own pages, and of those for frames; no section may have them. */
const ownPaths = ['/about', '/contact', '/blog', '/404', '/embeds'];

/** The address of each section; `undefined` for one that can have none: it has no letters, or another page has its address. */
export function sectionPaths(sections: readonly string[]): readonly (string | undefined)[] {
  const paths = sections.map((section) => `/${slugify(section)}`);
  return paths.map((path, i) =>
    path === '/' || ownPaths.includes(path) || isReservedFolder(path.slice(1)) || paths.indexOf(path) !== i
      ? undefined
      : path,
  );
}

/** The names in a list with commas. */
export const namesIn = (sections: string): string[] =>
  sections
    .split(',')
    .map((section) => section.trim())
    .filter(Boolean);

/** A founding with what follows from it. */
interface Plan extends Founding {
  readonly texts: StarterTexts;
  readonly email: string;
  readonly sectionLinks: readonly { readonly title: string; readonly path: string }[];
}

/** The files of a small whole paper, which passes `check` without a warning. */
export function starterPaper(founding: Founding): readonly StarterFile[] {
  const paths = sectionPaths(founding.sections);
  const texts = starterTextsIn(founding.language);
  const plan: Plan = {
    ...founding,
    texts,
    email: `${texts.mailbox}@${new URL(founding.address).hostname}`,
    sectionLinks: founding.sections.map((title, i) => ({ title, path: paths[i] ?? '/' })),
  };
  return [siteFile(plan), navigationFile(plan), homePage(plan), ...otherPages(plan), firstPost(plan)];
}

function siteFile({
  texts,
  name,
  place,
  address,
  language,
  timeZone,
  email,
  sectionLinks,
}: Plan): StarterFile {
  const text = [
    '# What holds for the whole paper. Only `name` and `baseUrl` must be there.\n',
    yaml({ name, tagline: texts.tagline(place), description: texts.description(name, place) }),
    '# Where readers find the paper: scheme and host, without a slash at the end. Put its real address here before it goes live.\n',
    yaml({ baseUrl: address, language }),
    '# Dates are shown, and days begin, in this zone.\n',
    yaml({ timeZone, ...(place && { region: place }) }),
    '# How to reach the newsroom, for the contact page and for search engines.\n',
    yaml({ contact: { email } }),
    "# What a post's `category` may be, and the page that has its stories.\n",
    yaml({ categories: sectionLinks.map(({ title, path }) => ({ name: title, path })) }),
  ];
  return { path: 'site.yaml', text: text.join('') };
}

function navigationFile({ texts, sectionLinks }: Plan): StarterFile {
  const about = { title: texts.about.title, path: '/about' };
  const home = { title: texts.menus.home, path: '/' };
  const stories = { title: texts.allStories.title, path: '/blog' };
  const contact = { title: texts.contact.title, path: '/contact' };
  return page('navigation.yaml', {
    header: [...sectionLinks, about],
    footer: {
      quickLinks: { title: texts.menus.sections, items: [home, ...sectionLinks, stories] },
      about: { title: texts.menus.paper, items: [about, contact] },
    },
  });
}

function homePage({ texts, name, place, sections }: Plan): StarterFile {
  const text = [
    yaml({
      template: 'home',
      path: '/',
      title: texts.homeTitle(name, place),
      description: texts.description(name, place),
      headline: name,
    }),
    '# What is on the front page, in this order. A block that has no story of its own to show is left out.\n',
    yaml({
      blocks: [
        { block: 'lead' },
        ...sections.map((section) => ({ block: 'stories', title: section, category: section, stories: 3 })),
      ],
    }),
  ];
  return { path: 'pages/home.yaml', text: text.join('') };
}

function otherPages({ texts, name, place, sectionLinks }: Plan): StarterFile[] {
  const { allStories, about, contact, notFound } = texts;
  return [
    ...sectionLinks.map(({ title, path }) =>
      page(`pages${path}.yaml`, {
        template: 'category',
        path,
        title,
        description: texts.section(title, name),
      }),
    ),
    page('pages/blog.yaml', {
      template: 'blog',
      path: '/blog',
      title: allStories.title,
      description: allStories.description(name),
    }),
    markdown(
      'pages/about.md',
      { template: 'text', path: '/about', title: about.title, description: about.description(name) },
      about.body(name, place),
    ),
    page('pages/contact.yaml', {
      template: 'contact',
      path: '/contact',
      title: contact.title,
      description: contact.description(name),
      location: { title: contact.heading, body: contact.body },
    }),
    page('pages/not-found.yaml', { template: 'not-found', path: '/404', noindex: true, ...notFound }),
  ];
}

function firstPost({ texts: { post }, name, place, sections, email, published }: Plan): StarterFile {
  const title = post.title(name);
  const fields = {
    id: `${published.slice(0, 10)}-first`,
    title,
    excerpt: post.excerpt(name, place),
    author: name,
    publishedDate: published,
    category: sections[0],
    tags: [post.tag],
  };
  return markdown(`blog/${slugify(title)}.md`, fields, post.body(name, place, sections, email));
}

const page = (path: string, fields: Readonly<Record<string, unknown>>): StarterFile => ({
  path,
  text: yaml(fields),
});

/** Values that are written twice are written out twice: `&` and `*` are for people who know YAML. */
const yaml = (fields: Readonly<Record<string, unknown>>) =>
  stringify(fields, { lineWidth: 0, aliasDuplicateObjects: false });

const markdown = (path: string, fields: Readonly<Record<string, unknown>>, body: string): StarterFile => ({
  path,
  text: `---\n${yaml(fields)}---\n\n${body}`,
});
