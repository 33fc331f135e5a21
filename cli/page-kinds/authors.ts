import { AuthorsPage } from '../../templates/pages/AuthorsPage.tsx';
import type { Named, TeamMember } from '../../templates/types.ts';
import { initialsPath, pictureAt, placeholderAt } from '../images/pictures.ts';
import { initialsSize } from '../images/sizes.ts';
import type { Edition, Records } from '../model.ts';
import type { PostFile } from '../sources/post.ts';
import { languageOf } from '../sources/site.ts';
import {
  headOfList,
  listAddress,
  listPage,
  listsOf,
  type NamedList,
  type NamedListPart,
  reservedForLists,
  routesOfLists,
} from './lists.ts';
import { definePageKind, isOfKind, type PartRoute } from './page-kind.ts';
import { feedName, numberedHead } from './paging.ts';
import { organizationId, webPage } from './structured-data.ts';

/** The stories of a member of the team. */
interface AuthorList extends NamedList {
  readonly member: TeamMember;
}

type Part = NamedListPart<AuthorList> | undefined;

export const authors = definePageKind({
  name: 'authors',
  summary:
    'the team of `data/team.yaml`; the stories of each member are at `<path>/<name>`, their feed at `<path>/<name>/rss.xml`',
  fields: {},
  needs: ['team'],
  reserves: reservedForLists,
  routes: ({ data: { path } }, edition): readonly PartRoute<Part>[] =>
    routesOfLists(path, authorLists(edition), edition),
  feeds: (_, edition) =>
    authorLists(edition).flatMap(({ name, path, posts, member }) =>
      posts.length === 0
        ? []
        : [{ ...feedName(path, name, edition), description: member.bio, page: path, posts }],
    ),
  props({ edition, words, shareImages }) {
    const counts = new Map(authorLists(edition).map(({ path, posts }) => [path, posts.length]));
    const team = teamOf(edition).map((member) => ({
      ...member,
      stories: counts.get(member.path ?? '') ?? 0,
    }));
    return ({ head, part }) => {
      if (!part) return { ...head(), team };
      const { name, path, member } = part.list;
      const page = headOfList(head(), part.list, member.bio ?? words.authors.storiesBy(name));
      return {
        ...numberedHead({ ...page, tagline: member.role }, part, { words }),
        shareImage: shareImages.ofPage(name),
        feed: part.posts.length > 0 ? feedName(path, name, edition) : undefined,
        author: { member, ...listPage(part) },
      };
    };
  },
  structuredData(page, site) {
    if (!page.author) return [webPage('CollectionPage', page, site)];
    const { name, role, bio, path, picture } = page.author.member;
    const person = {
      '@type': 'Person',
      name,
      url: site.baseUrl + path,
      jobTitle: role,
      description: bio,
      image: picture.alt === '' ? undefined : site.baseUrl + picture.src,
      worksFor: { '@id': organizationId(site) },
    };
    return [webPage('ProfilePage', page, site, { mainEntity: person })];
  },
  component: AuthorsPage,
});

type Paper = Pick<Records, 'shared' | 'pages'>;

/** The address of the page of a member of the team, if the paper has such pages. */
function createAddresses({ pages }: Paper): (member: string) => string | undefined {
  const path = pages.find((page) => isOfKind(page, authors))?.data.path;
  return (member) => listAddress(path, member);
}

/** The members of the team as pages show them. */
export function teamOf({ shared, pages, pictures }: Paper & Pick<Edition, 'pictures'>): TeamMember[] {
  const addressOf = createAddresses({ shared, pages });
  return (shared.data.team?.data.team ?? []).map(({ name, role, bio, image, imageAlt }) => ({
    name,
    role,
    bio,
    path: addressOf(name),
    picture: pictureAt(image, imageAlt, pictures) ?? placeholderAt(initialsPath(name), initialsSize),
  }));
}

/** The members with a page, in the order of the team. Of two with one address, which is reported, the first has it. */
function authorLists(edition: Edition): AuthorList[] {
  const lists = new Map(listsOf(edition, ({ authors }) => authors).map(({ path, posts }) => [path, posts]));
  const members = new Map<string, TeamMember>();
  for (const member of teamOf(edition))
    if (member.path !== undefined && !members.has(member.path)) members.set(member.path, member);
  return [...members].map(([path, member]) => ({
    name: member.name,
    path,
    posts: lists.get(path) ?? [],
    member,
  }));
}

/** The names in a byline such as `Ada Lund` or `Ada Lund, Ben Ortiz and Cleo Marsh`. */
function createSplit({ shared: { site } }: Paper): (byline: string) => string[] {
  const and = languageOf(site.data).words.and.join('|');
  const between = new RegExp(`,\\s*(?:(?:${and})\\s)?|\\s(?:${and}|&)\\s`);
  return (byline) => byline.split(between).map((name) => name.trim());
}

/** Finds the members of the team in a byline. */
export function createMembers(edition: Edition): (byline: string) => readonly TeamMember[] {
  const namesIn = createSplit(edition);
  const team = new Map(teamOf(edition).map((member) => [member.name.toLowerCase(), member]));
  const known = new Map<string, readonly TeamMember[]>();
  return (byline) => {
    const names = known.has(byline) ? [] : [byline, ...namesIn(byline)];
    const found = known.get(byline) ?? [
      ...new Set(names.flatMap((name) => team.get(name.toLowerCase()) ?? [])),
    ];
    known.set(byline, found);
    return found;
  };
}

/** Gives the authors of a post. An `author` who is several members of the team becomes these where they have pages. */
export function createAuthors(
  paper: Paper,
): (file: Pick<PostFile, 'author' | 'authors'>) => readonly Named[] {
  const addressOf = createAddresses(paper);
  const namesIn = createSplit(paper);
  const team = new Set(paper.shared.data.team?.data.team.map(({ name }) => name.toLowerCase()));
  const people = new Map<string, Named>();
  const bylines = new Map<string, readonly Named[]>();

  function personOf(name: string): Named {
    const known = people.get(name);
    if (known) return known;
    const path = team.has(name.toLowerCase()) ? addressOf(name) : undefined;
    const person = path === undefined ? { name } : { name, path };
    people.set(name, person);
    return person;
  }

  function authorsIn(byline: string): readonly Named[] {
    const whole = personOf(byline);
    const each = namesIn(byline).map(personOf);
    return whole.path === undefined && each.every(({ path }) => path !== undefined) ? each : [whole];
  }

  return ({ author, authors }) => {
    if (author === undefined) return authors.map(personOf);
    const known = bylines.get(author) ?? authorsIn(author);
    bylines.set(author, known);
    return known;
  };
}
